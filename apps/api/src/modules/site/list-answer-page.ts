import { LIST_FORM_PATH, listWords as words } from '@cuentos/contract/list-words';
import { createElement as h } from 'react';
import { plainPage } from '../../platform/http/plain-page.ts';
import type { SiteOrigin } from './share-page.ts';
import { siteTexts as t } from './texts.ts';

/** Page that answers a form without script: the address is noted, and one step is left. */
export function listJoinedPage(site: SiteOrigin): string {
  return answerPage(site, words.emailAdded, h('p', { key: 'text' }, words.stepLeft));
}

/**
 * Page that reports why an address was not subscribed, above the form with the typed text.
 * @param sentence that names the fault.
 */
export function listRefusedPage(site: SiteOrigin, sentence: string, typed: string): string {
  return answerPage(
    site,
    words.emailFailed,
    h(
      'form',
      { key: 'form', method: 'post', action: LIST_FORM_PATH, noValidate: true },
      h('p', { role: 'alert', id: 'problem' }, sentence),
      h('label', { htmlFor: 'email' }, words.emailLabel),
      h('input', {
        id: 'email',
        name: 'email',
        type: 'email',
        autoComplete: 'email',
        placeholder: words.emailPlaceholder,
        defaultValue: typed,
        autoFocus: true,
        'aria-describedby': 'problem',
      }),
      h('button', { type: 'submit' }, words.subscribe),
    ),
  );
}

function answerPage({ storeName }: SiteOrigin, title: string, children: ReturnType<typeof h>): string {
  return plainPage({
    title: `${title} · ${storeName}`,
    head: [h('meta', { key: 'robots', name: 'robots', content: 'noindex' })],
    children: [h('h1', { key: 'title' }, title), children, h('p', { key: 'link' }, h('a', { href: '/' }, t.toStart))],
  });
}
