import { createElement as h, type ReactNode } from 'react';
import { button, mailHtml, paragraph } from './layout.ts';
import type { MailContent } from './mail-content.ts';
import { accountMailTexts } from './texts.ts';

/** A mail of a few paragraphs around one button. */
interface Letter {
  readonly template: string;
  readonly storeName: string;
  readonly subject: string;
  readonly title: string;
  readonly greeting: string;
  readonly before: readonly string[];
  readonly action: { readonly label: string; readonly url: string } | null;
  readonly after: readonly string[];
  /** A quiet link at the end, such as the one that leaves the mailing list. */
  readonly footer?: { readonly label: string; readonly url: string };
}

const small = { margin: '0 0 16px', fontSize: '14px', color: '#48444c', overflowWrap: 'anywhere' as const };
const link = { color: '#24379b' };

/** Writes a letter as HTML and, by hand, as text. */
export function composeLetter(letter: Letter): MailContent {
  const { template, subject, title, storeName, footer } = letter;
  const html = mailHtml({ title, storeName, children: htmlParts(letter) });
  const unsubscribe = footer ? { unsubscribeUrl: footer.url } : {};
  return { template, subject, text: textPart(letter), html, ...unsubscribe };
}

function htmlParts({ greeting, before, action, after, footer }: Letter): ReactNode[] {
  const copy = action && [
    button(action.label, action.url),
    h(
      'p',
      { key: 'copy', style: small },
      accountMailTexts.copyLink,
      h('br'),
      h('a', { href: action.url, style: link }, action.url),
    ),
  ];
  return [
    paragraph(greeting),
    ...before.map((text) => paragraph(text)),
    ...(copy ?? []),
    ...after.map((text) => paragraph(text)),
    ...(footer
      ? [h('p', { key: 'footer', style: small }, h('a', { href: footer.url, style: link }, footer.label))]
      : []),
  ];
}

function textPart({ greeting, before, action, after, footer, storeName }: Letter): string {
  return [
    greeting,
    '',
    ...before,
    ...(action ? ['', `${action.label}:`, action.url] : []),
    ...(after.length > 0 ? ['', ...after] : []),
    '',
    accountMailTexts.goodbye(storeName),
    ...(footer ? ['', `${footer.label}: ${footer.url}`] : []),
  ].join('\n');
}
