import { markLettersOf } from '@cuentos/domain/shop/words';
import { createElement as h, type CSSProperties, type ReactNode, use } from 'react';
import { accountMailTexts } from './account-texts.ts';
import type { Fact, LetterBlock, MailFrom } from './mail.ts';
import {
  type AccentColours,
  type BodyProps,
  Colours,
  FootNode,
  ink,
  ink2,
  MailLink,
  MarkedLine,
  type Sheet,
} from './sheet.ts';

const serif = 'Literata, Georgia, "Times New Roman", serif';
const sans = '"Instrument Sans", "Helvetica Neue", Arial, sans-serif';
const hem = '2px dashed #837967';

/** Layout of a letter to one person: one column with inline styles, because mail programs drop style sheets. */
export const letterSheet: Sheet<LetterBlock> = {
  /** A mail program that does not ask for dark colours shows the light ones whole. */
  styles: ({ ink: accent, inkDark, onInkDark }: AccentColours) =>
    `:root{color-scheme:light dark}a{color:${accent}}@media (prefers-color-scheme:dark){.m-bg{background:#171614!important}` +
    '.m-sh{background:#211f1c!important;color:#f2ede2!important}.m-tx{color:#f2ede2!important}.m-t2{color:#cbc4b6!important}' +
    `.m-bt{background:${inkDark}!important;color:${onInkDark}!important}.m-lk{color:${inkDark}!important}}`,
  Body,
  BlockNode,
  afterLabel: '\n',
};

function Body({ mail, from, children }: BodyProps<LetterBlock>): ReactNode {
  const sheet = {
    maxWidth: '560px',
    margin: '0 auto',
    padding: '28px 28px 32px',
    background: '#fffdf8',
    borderRadius: '2px 2px 18px 18px',
  };
  const ground = { margin: 0, padding: '24px 12px', background: '#f7f4ec', font: `16px/1.6 ${sans}`, color: ink };
  const heading = { margin: '0 0 16px', font: `600 26px/1.2 ${serif}` };
  return h(
    'body',
    { className: 'm-bg', style: ground },
    h(
      'div',
      { className: 'm-sh', style: sheet },
      h(Letterhead, from),
      h('h1', { className: 'm-tx', style: heading }, mail.title),
      children,
      mail.foot?.map((block, key) => h('p', { key, style: small, className: 'm-t2' }, h(FootNode, { block }))),
    ),
  );
}

/** The shop's mark as a table cell with its name, so that the sender is known without pictures. */
function Letterhead({ storeName, look }: MailFrom): ReactNode {
  const { ink: background, onInk: color } = use(Colours);
  const mark: CSSProperties = {
    background,
    color,
    font: 'bold 13px/1.2 Georgia, serif',
    padding: '9px 8px 11px',
    borderRadius: '0 0 8px 8px',
  };
  const name: CSSProperties = { paddingLeft: '12px', font: `600 16px/1.4 ${serif}`, color: ink };
  const letters = look?.markLetters ?? markLettersOf(storeName);
  const row = h('tr', null, h('td', { style: mark }, letters), h('td', { className: 'm-tx', style: name }, storeName));
  return h('table', { role: 'presentation', style: { margin: '0 0 20px' } }, h('tbody', null, row));
}

const small = { margin: '0 0 16px', fontSize: '14px', color: ink2, overflowWrap: 'anywhere' } as const;

function BlockNode({ block }: { readonly block: LetterBlock }): ReactNode {
  if (typeof block === 'string') return h(Paragraph, null, block);
  switch (block.kind) {
    case 'heading':
      return h(
        'h2',
        { className: 'm-tx', style: { margin: '28px 0 8px', font: `600 18px/1.3 ${serif}`, color: ink } },
        block.text,
      );
    case 'code':
      return h('p', { className: 'm-tx', style: figuresStyle }, block.figures);
    case 'quote':
      return h('p', { className: 'm-tx', style: quoteStyle }, block.text);
    case 'list':
      return h('ul', null, ...block.items.map((pieces) => h('li', null, h(MarkedLine, { pieces }))));
    case 'facts':
      return h(FactsTable, block);
    case 'button':
      return h(Button, block);
    default:
      return h('p', null, h(MailLink, { href: block.to }, block.label));
  }
}

/** A paragraph of a letter. */
export function Paragraph({ children }: { readonly children?: ReactNode }): ReactNode {
  return h('p', { className: 'm-t2', style: { margin: '0 0 16px', color: ink2 } }, children);
}

/** Spread by style and not by spaces, so that they are copied as they are typed. */
const figuresStyle: CSSProperties = {
  margin: '8px 0 24px',
  padding: '0 0 10px',
  borderBottom: hem,
  font: `600 36px/1.2 ${sans}`,
  letterSpacing: '10px',
  textAlign: 'center',
  color: ink,
};

/** Words of a person, in the lines that they wrote. */
const quoteStyle: CSSProperties = {
  margin: '8px 0 24px',
  padding: '2px 0 2px 16px',
  borderLeft: hem,
  font: `17px/1.6 ${serif}`,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  color: ink,
};

/** A filled link. */
function Button({ label, to, isCopied }: Extract<LetterBlock, { kind: 'button' }>): ReactNode {
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
  return [
    h('p', { key: 'button', style: { margin: '0 0 24px' } }, h('a', { href: to, style, className: 'm-bt' }, label)),
    isCopied &&
      h(
        'p',
        { key: 'address', style: small, className: 'm-t2' },
        accountMailTexts.copyLink,
        h('br'),
        h(MailLink, { href: to }, to),
      ),
  ];
}

function FactsTable({ rows }: { readonly rows: readonly Fact[] }): ReactNode {
  const cells = rows.map(({ name, value, strong = false }) => {
    const style = { padding: '7px 0', borderTop: strong ? hem : 'none', fontWeight: strong ? 600 : 400 };
    return h(
      'tr',
      null,
      h('td', { className: 'm-t2', style: { ...style, color: ink2, paddingRight: '24px' } }, name),
      h('td', { className: 'm-tx', style: { ...style, textAlign: 'right', color: ink } }, value),
    );
  });
  const style: CSSProperties = { width: '100%', borderCollapse: 'collapse', margin: '0 0 20px' };
  return h('table', { role: 'presentation', style }, h('tbody', null, ...cells));
}
