import type { SellerInfo } from '@cuentos/contract/orders';
import { type AccentName, accents } from '@cuentos/domain/shop/accents';
import { markLettersOf } from '@cuentos/domain/shop/words';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import { createContext, createElement as h, type CSSProperties, type ReactNode, use } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { accountMailTexts } from './account-texts.ts';

/** How the shop's mails look. */
export interface MailLook {
  readonly accent: AccentName;
  /** On the pocket of the mark. */
  readonly markLetters: string;
}

/** Who sells, with how their mails look. */
export interface MailSeller extends SellerInfo {
  readonly look?: MailLook;
}

/** Colours of the mail that is being drawn. */
export const Colours = createContext(accents.anil);

/** A mail of a few paragraphs around one button. */
interface Letter {
  readonly template: string;
  readonly storeName: string;
  readonly look?: MailLook | undefined;
  readonly subject: string;
  readonly title: string;
  readonly greeting: string;
  readonly before: readonly string[];
  /** Figures that are typed elsewhere, large. */
  readonly code?: string;
  /** What a person wrote, set apart, in its own lines. */
  readonly quoted?: string;
  readonly action: { readonly label: string; readonly url: string } | null;
  readonly after: readonly string[];
  /** A quiet link at the end, such as the one that leaves the mailing list. */
  readonly footer?: { readonly label: string; readonly url: string };
}

const small = { margin: '0 0 16px', fontSize: '14px', color: '#48444c', overflowWrap: 'anywhere' as const };

/** Writes a letter as HTML and, by hand, as text. */
export function composeMail(letter: Letter): MailContent {
  const { template, subject, title, storeName, look, footer } = letter;
  const html = mailHtml({ title, storeName, look, children: htmlParts(letter) });
  const unsubscribe = footer ? { unsubscribeUrl: footer.url } : {};
  return { template, subject, text: textPart(letter), html, ...unsubscribe };
}

/** Puts a paragraph before all others of a mail. */
export function withNote({ text, html }: MailContent, note: string): Pick<MailContent, 'text' | 'html'> {
  const drawn = renderToStaticMarkup(paragraph(note));
  return { text: `${note}\n\n${text}`, html: html.replace('</h1>', () => `</h1>${drawn}`) };
}

function htmlParts({ greeting, before, code, quoted, action, after, footer }: Letter): ReactNode[] {
  const copy = action && [
    button(action.label, action.url),
    h(
      'p',
      { key: 'copy', style: small, className: 'm-t2' },
      accountMailTexts.copyLink,
      h('br'),
      h(MailLink, { href: action.url }, action.url),
    ),
  ];
  return [
    paragraph(greeting),
    ...before.map((text) => paragraph(text)),
    ...(code === undefined ? [] : [figures(code)]),
    ...(quoted === undefined ? [] : [quotation(quoted)]),
    ...(copy ?? []),
    ...after.map((text) => paragraph(text)),
    ...(footer
      ? [h('p', { key: 'footer', style: small, className: 'm-t2' }, h(MailLink, { href: footer.url }, footer.label))]
      : []),
  ];
}

function textPart({ greeting, before, code, quoted, action, after, footer, storeName }: Letter): string {
  return [
    greeting,
    '',
    ...before,
    ...(code === undefined ? [] : ['', code]),
    ...(quoted === undefined ? [] : ['', quoted]),
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
  return h('p', { key: key ?? text, className: 'm-t2', style: { margin: '0 0 16px', color: muted } }, text);
}

/** Spread by style and not by spaces, so that they are copied as they are typed. */
function figures(code: string): ReactNode {
  const style = {
    margin: '8px 0 24px',
    padding: '0 0 10px',
    borderBottom: '2px dashed #837967',
    font: `600 36px/1.2 ${sans}`,
    letterSpacing: '10px',
    textAlign: 'center' as const,
    color: ink,
  };
  return h('p', { key: 'code', className: 'm-tx', style }, code);
}

/** Words of a person, in the lines that they wrote. */
function quotation(text: string): ReactNode {
  const style = {
    margin: '8px 0 24px',
    padding: '2px 0 2px 16px',
    borderLeft: '2px dashed #837967',
    font: `17px/1.6 ${serif}`,
    whiteSpace: 'pre-wrap' as const,
    overflowWrap: 'anywhere' as const,
    color: ink,
  };
  return h('p', { key: 'quoted', className: 'm-tx', style }, text);
}

/** A small heading inside a mail. */
export function subtitle(text: string): ReactNode {
  return h(
    'h2',
    { key: text, className: 'm-tx', style: { margin: '28px 0 8px', font: `600 18px/1.3 ${serif}`, color: ink } },
    text,
  );
}

/** A filled link. */
export function button(text: string, href: string): ReactNode {
  return h(MailButton, { key: href, text, href });
}

function MailButton({ text, href }: { readonly text: string; readonly href: string }): ReactNode {
  const { ink: background, onInk: color } = use(Colours);
  const style = {
    display: 'inline-block',
    padding: '12px 22px',
    borderRadius: '4px',
    background,
    color,
    fontWeight: 600,
    textDecoration: 'none',
  };
  return h('p', { style: { margin: '0 0 24px' } }, h('a', { href, style, className: 'm-bt' }, text));
}

/** A link in a mail's text. */
export function MailLink({ href, children }: { readonly href: string; readonly children?: ReactNode }): ReactNode {
  return h('a', { href, className: 'm-lk', style: { color: use(Colours).ink } }, children);
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
      h('td', { className: 'm-t2', style: { ...style, color: muted, paddingRight: '24px' } }, name),
      h('td', { className: 'm-tx', style: { ...style, textAlign: 'right' as const, color: ink } }, value),
    );
  });
  const style = { width: '100%', borderCollapse: 'collapse' as const, margin: '0 0 20px' };
  return h('table', { key: rows.map(({ name }) => name).join(), role: 'presentation', style }, h('tbody', null, cells));
}

interface WholeMail {
  readonly title: string;
  readonly storeName: string;
  readonly look?: MailLook | undefined;
  readonly children: readonly ReactNode[];
}

/** Dark colours where a mail program asks for them; one that does not shows the light ones whole. */
const darkStyles = ({ ink, inkDark, onInkDark }: (typeof accents)[AccentName]): string =>
  `:root{color-scheme:light dark}a{color:${ink}}@media (prefers-color-scheme:dark){.m-bg{background:#171614!important}` +
  '.m-sh{background:#211f1c!important;color:#f2ede2!important}.m-tx{color:#f2ede2!important}.m-t2{color:#cbc4b6!important}' +
  `.m-bt{background:${inkDark}!important;color:${onInkDark}!important}.m-lk{color:${inkDark}!important}}`;

/** A whole mail as HTML: one column, styles inline, for that is what mail programs keep. */
export function mailHtml({ title, storeName, look, children }: WholeMail): string {
  const colours = accents[look?.accent ?? 'anil'];
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
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', null, title),
      h('style', { dangerouslySetInnerHTML: { __html: darkStyles(colours) } }),
    ),
    h(
      'body',
      {
        className: 'm-bg',
        style: { margin: 0, padding: '24px 12px', background: '#f7f4ec', font: `16px/1.6 ${sans}`, color: ink },
      },
      h(
        'div',
        { className: 'm-sh', style: sheet },
        header(storeName, look?.markLetters ?? markLettersOf(storeName), colours),
        h('h1', { className: 'm-tx', style: { margin: '0 0 16px', font: `600 26px/1.2 ${serif}` } }, title),
        children,
      ),
    ),
  );
  return `<!doctype html>${renderToStaticMarkup(h(Colours, { value: colours }, document))}`;
}

/** The mark as a cell, with the name of the shop; no picture is needed to know who writes. */
function header(storeName: string, letters: string, { ink: ground, onInk }: (typeof accents)[AccentName]): ReactNode {
  const mark: CSSProperties = {
    background: ground,
    color: onInk,
    font: 'bold 13px/1.2 Georgia, serif',
    padding: '9px 8px 11px',
    borderRadius: '0 0 8px 8px',
  };
  const name: CSSProperties = { paddingLeft: '12px', font: `600 16px/1.4 ${serif}`, color: ink };
  const row = h('tr', null, h('td', { style: mark }, letters), h('td', { className: 'm-tx', style: name }, storeName));
  return h('table', { role: 'presentation', style: { margin: '0 0 20px' } }, h('tbody', null, row));
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
  /** The account whose doing it is, where it goes to another address than that account's own. */
  readonly causedBy?: string;
}

/** `24/12/2027`, on a calendar in Santiago; epoch milliseconds. */
export function formatDay(instant: number): string {
  const { year, month, day } = santiagoWallTime(instant);
  return `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}/${year}`;
}

/** `18/11/2026 12:00`, on a clock in Santiago. */
export function formatDate(instant: number): string {
  const { year, month, day, hour, minute } = santiagoWallTime(instant);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(day)}/${two(month)}/${year} ${two(hour)}:${two(minute)}`;
}
