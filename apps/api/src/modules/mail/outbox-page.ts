import { createElement as h, type ReactNode } from 'react';
import { plainPage } from '../../platform/http/plain-page.ts';
import type { MailRow } from './repository.ts';
import { formatDate } from './templates/formats.ts';
import { mailOutboxTexts } from './texts.ts';

/** The latest mails as a page, for development. Each mail is shown in a sandboxed frame. */
export function mailOutboxPage(mails: readonly MailRow[]): string {
  return plainPage({
    title: mailOutboxTexts.title,
    head: [h('meta', { key: 'robots', name: 'robots', content: 'noindex' })],
    children: [
      h('h1', { key: 'title' }, mailOutboxTexts.title),
      h('p', { key: 'lead' }, mailOutboxTexts.lead),
      ...(mails.length === 0 ? [h('p', { key: 'empty' }, mailOutboxTexts.empty)] : mails.map(mailEntry)),
    ],
  });
}

function mailEntry(mail: MailRow): ReactNode {
  const links = [...new Set(mail.text.match(/https?:\/\/[^\s<>"]+/g))];
  const body =
    mail.html === ''
      ? h('p', null, mailOutboxTexts.erased)
      : h(
          'details',
          null,
          h('summary', null, mailOutboxTexts.show),
          h('iframe', { title: mail.subject, sandbox: '', srcDoc: mail.html, loading: 'lazy' }),
        );
  return h(
    'article',
    { key: mail.id },
    h('h2', null, mail.subject),
    h('p', null, mailOutboxTexts.to(mail.recipient)),
    h('p', null, stateOf(mail)),
    links.length > 0 &&
      h(
        'ul',
        { 'aria-label': mailOutboxTexts.links },
        ...links.map((url) => h('li', { key: url }, h('a', { href: url }, url))),
      ),
    body,
  );
}

function stateOf({ sent_at, next_attempt_at, last_error }: MailRow): string {
  if (sent_at !== null) return mailOutboxTexts.sent(formatDate(sent_at));
  if (next_attempt_at === null) return mailOutboxTexts.failed(last_error ?? '');
  return mailOutboxTexts.waiting(formatDate(next_attempt_at));
}
