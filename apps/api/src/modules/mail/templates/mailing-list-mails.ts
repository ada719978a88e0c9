import type { MailSender } from './account-mails.ts';
import { composeMail, type MailContent } from './layout.ts';
import { listMailTexts as t } from './texts.ts';

interface ListMail {
  readonly from: MailSender;
  readonly confirmToken: string;
  readonly unsubscribeUrl: string;
}

/** Second step of the sign-up: only who reads the mailbox gets on the list. */
export function confirmListMail({ from, confirmToken, unsubscribeUrl }: ListMail): MailContent {
  const { subject, title, hello, intro, button, after } = t.confirm;
  return composeMail({
    template: 'newsletter-confirm',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting: hello,
    before: [intro(from.storeName)],
    action: { label: button, url: `${from.origin}/newsletter/confirm/${confirmToken}` },
    after,
    footer: { label: t.unsubscribe, url: unsubscribeUrl },
  });
}

/** Second step of 'Avísame cuando salga' for who has no account, or one whose address is not confirmed. */
export function confirmFollowMail({
  from,
  confirmToken,
  unsubscribeUrl,
  book,
}: ListMail & { readonly book: string }): MailContent {
  const { subject, title, hello, intro, button, after } = t.confirmFollow;
  return composeMail({
    template: 'follow-confirm',
    storeName: from.storeName,
    look: from.look,
    subject: subject(book),
    title,
    greeting: hello,
    before: [intro(book)],
    // The ending tells the page which question it asks.
    action: { label: button, url: `${from.origin}/newsletter/confirm/${confirmToken}.libro` },
    after,
    footer: { label: t.unsubscribe, url: unsubscribeUrl },
  });
}
