import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
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
export function composeMail(letter: Letter): MailContent {
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

const ink = '#1c1b21';
const muted = '#48444c';
const serif = 'Literata, Georgia, "Times New Roman", serif';
const sans = '"Instrument Sans", "Helvetica Neue", Arial, sans-serif';

/** A paragraph of a mail. */
export function paragraph(text: string, key?: string): ReactNode {
  return h('p', { key: key ?? text, style: { margin: '0 0 16px', color: muted } }, text);
}

/** A small heading inside a mail. */
export function subtitle(text: string): ReactNode {
  return h('h2', { key: text, style: { margin: '28px 0 8px', font: `600 18px/1.3 ${serif}`, color: ink } }, text);
}

/** A filled link. */
export function button(text: string, href: string): ReactNode {
  const style = {
    display: 'inline-block',
    padding: '12px 22px',
    borderRadius: '4px',
    background: '#24379b',
    color: '#fffdf8',
    fontWeight: 600,
    textDecoration: 'none',
  };
  return h('p', { key: href, style: { margin: '0 0 24px' } }, h('a', { href, style }, text));
}

/** Rows of a name and a value; a strong one is a sum. */
export function table(
  rows: readonly { readonly name: string; readonly value: string; readonly strong?: boolean }[],
): ReactNode {
  const cells = rows.map(({ name, value, strong = false }) => {
    const style = {
      padding: '7px 0',
      borderTop: strong ? '2px dashed #837967' : 'none',
      fontWeight: strong ? 600 : 400,
    };
    return h(
      'tr',
      { key: `${name} ${value}` },
      h('td', { style: { ...style, color: muted, paddingRight: '24px' } }, name),
      h('td', { style: { ...style, textAlign: 'right' as const, color: ink } }, value),
    );
  });
  const style = { width: '100%', borderCollapse: 'collapse' as const, margin: '0 0 20px' };
  return h('table', { key: rows.map(({ name }) => name).join(), role: 'presentation', style }, h('tbody', null, cells));
}

/** A whole mail as HTML: one column, styles inline, for that is what mail programs keep. */
export function mailHtml({
  title,
  storeName,
  children,
}: {
  title: string;
  storeName: string;
  children: ReactNode[];
}): string {
  const sheet = {
    maxWidth: '560px',
    margin: '0 auto',
    padding: '28px 28px 32px',
    background: '#fffdf8',
    borderRadius: '2px 2px 18px 18px',
  };
  const document = h(
    'html',
    { lang: 'es-CL' },
    h('head', null, h('meta', { charSet: 'utf-8' }), h('title', null, title)),
    h(
      'body',
      { style: { margin: 0, padding: '24px 12px', background: '#f7f4ec', font: `16px/1.6 ${sans}`, color: ink } },
      h(
        'div',
        { style: sheet },
        h('p', { style: { margin: '0 0 20px', font: `600 15px/1.4 ${serif}`, color: '#24379b' } }, storeName),
        h('h1', { style: { margin: '0 0 16px', font: `600 26px/1.2 ${serif}` } }, title),
        children,
      ),
    ),
  );
  return `<!doctype html>${renderToStaticMarkup(document)}`;
}

const pesos = new Intl.NumberFormat('es-CL', { style: 'currency', currency: 'CLP' });

/** `$1.490`. */
export function formatPesos(amount: number): string {
  return pesos.format(amount);
}

/** What a mail says, made by a template. */
export interface MailContent {
  readonly template: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where the recipient leaves the mailing list; only mails of the list have it. */
  readonly unsubscribeUrl?: string;
}

/** `18/11/2026 12:00`, on a clock in Santiago. */
export function formatDate(instant: number): string {
  const { year, month, day, hour, minute } = santiagoWallTime(instant);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(day)}/${two(month)}/${year} ${two(hour)}:${two(minute)}`;
}
