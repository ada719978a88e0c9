import { markLettersOf } from '@cuentos/domain/shop/words';
import { createElement as h, type CSSProperties, Fragment, type ReactNode, use } from 'react';
import type { Card, CardLine, FootBlock, MailFrom, NewsBlock } from './mail.ts';
import { type AccentColours, type BodyProps, Colours, FootNode, ink, ink2, MarkedLine, type Sheet } from './sheet.ts';
import { newsMailTexts as t } from './texts.ts';

const serif = 'Georgia,serif';
const sans = 'Arial,sans-serif';
const ink3 = '#665f58';
const line = '#dad2c2';

/** Layout of news: 560 px wide, tables, inline styles, and understandable without its pictures. */
export const newsSheet: Sheet<NewsBlock> = {
  /** Styles that every program must show are inline; these add dark colours and the margins of a phone. */
  styles: ({ ink: accent, inkDark, onInkDark }: AccentColours) =>
    `:root{color-scheme:light dark}a{color:${accent}}
@media (prefers-color-scheme:dark){.m-bg{background:#171614!important}.m-sh{background:#211f1c!important;color:#f2ede2!important}.m-tx{color:#f2ede2!important}.m-t2{color:#cbc4b6!important}.m-t3,.m-t3 a{color:#a79f91!important}.m-ln{border-color:#38342e!important}.m-bt{background:${inkDark}!important}.m-bt a{color:${onInkDark}!important}.m-lk{color:${inkDark}!important}.m-se{border-color:#8c8475!important}.m-sw{background:#171614!important;color:#f2ede2!important}}
@media (max-width:480px){.m-p{padding-left:20px!important;padding-right:20px!important}.m-c{width:112px!important}.m-c img{width:96px!important;height:144px!important}}`,
  Body,
  BlockNode,
  afterLabel: ' ',
};

function Body({ mail, from, signature, children }: BodyProps<NewsBlock>): ReactNode {
  const { title, preview = '', foot = [] } = mail;
  const pocket = { background: '#fffdf8', border: `1px solid ${line}`, borderTop: 0, borderRadius: '0 0 14px 14px' };
  const footer = { padding: '24px 32px 0', font: `13px/1.5 ${sans}`, color: ink3 };
  const column = table(
    { role: 'main', width: '100%', style: { maxWidth: '560px' } },
    row({ className: 'm-p', style: { padding: '0 32px 18px' } }, h(Letterhead, from)),
    row({ className: 'm-sh m-ln', style: pocket }, sheet(title, children)),
    row({ className: 'm-p m-t3', style: footer }, ...footNodes(foot), ...signatureNodes(signature)),
  );
  const ground = { className: 'm-bg', width: '100%', style: { background: '#f7f4ec' } };
  const hidden = { display: 'none', maxHeight: 0, overflow: 'hidden' };
  return h(
    'body',
    { className: 'm-bg', style: { margin: 0, padding: 0, background: '#f7f4ec' } },
    preview !== '' && h('div', { style: hidden }, preview),
    table(ground, row({ align: 'center', style: { padding: '24px 0 40px' } }, column)),
  );
}

const footNodes = (foot: readonly FootBlock[]): ReactNode[] =>
  foot.flatMap((block, at) => [at > 0 && ' ', h(FootNode, { block })]);

const signatureNodes = (signature: string): ReactNode[] => (signature === '' ? [] : [h('br'), h('br'), signature]);

/** A table for layout; each of the rest is a row. */
function table(props: Record<string, unknown>, ...rows: ReactNode[]): ReactNode {
  return h('table', { role: 'presentation', cellPadding: 0, cellSpacing: 0, ...props }, h('tbody', null, ...rows));
}

function row(props: Record<string, unknown>, ...cells: ReactNode[]): ReactNode {
  return h('tr', null, h('td', props, ...cells));
}

/** The shop's mark as a cell, and its name. */
function Letterhead({ storeName, look }: MailFrom): ReactNode {
  const { ink: background, onInk: color } = use(Colours);
  const letters = { font: `bold 13px/1.2 ${serif}`, padding: '9px 8px 11px', borderRadius: '0 0 8px 8px' };
  const name = { paddingLeft: '12px', font: `bold 18px/1.3 ${serif}`, color: ink };
  return table(
    {},
    h(
      'tr',
      null,
      h('td', { style: { background, color, ...letters } }, look?.markLetters ?? markLettersOf(storeName)),
      h('td', { className: 'm-tx', style: name }, storeName),
    ),
  );
}

/** The layout: a pocket with its hem, and the content inside. */
function sheet(title: string, children: ReactNode): ReactNode {
  const hem = { borderTop: '2px dashed #837967', fontSize: 0, lineHeight: 0 };
  const heading: CSSProperties = {
    margin: 0,
    font: `bold 26px/1.2 ${serif}`,
    letterSpacing: '-.3px',
    color: ink,
    overflowWrap: 'anywhere',
  };
  return table(
    { width: '100%' },
    row({ style: { padding: '9px 12px 0' } }, h('div', { className: 'm-se', style: hem }, ' ')),
    row(
      { className: 'm-p', style: { padding: '20px 32px 32px' } },
      h('h1', { className: 'm-tx', style: heading }, title),
      children,
    ),
  );
}

const paragraph: CSSProperties = { margin: '14px 0 0', font: `16px/1.6 ${sans}`, color: ink2 };
const marked: CSSProperties = { ...paragraph, overflowWrap: 'anywhere' };

function BlockNode({ block }: { readonly block: NewsBlock }): ReactNode {
  const words = (style: CSSProperties, ...children: ReactNode[]) => h('p', { className: 'm-t2', style }, ...children);
  if (typeof block === 'string') return words(paragraph, block);
  switch (block.kind) {
    case 'small':
      return words({ ...paragraph, font: `14px/1.6 ${sans}` }, block.text);
    case 'passage':
      return words({ ...paragraph, font: `italic 17px/1.6 ${serif}` }, block.text);
    case 'marked':
      return words(marked, ...block.lines.flatMap((pieces, at) => [at > 0 && h('br'), h(MarkedLine, { pieces })]));
    case 'list':
      return h(
        'ul',
        { className: 'm-t2', style: { ...marked, paddingLeft: '22px' } },
        ...block.items.map((pieces) => h('li', { style: { margin: '0 0 6px' } }, h(MarkedLine, { pieces }))),
      );
    case 'quote':
      return h(Quote, block);
    case 'cards':
      return h(Fragment, null, ...block.cards.map((card) => h(card.size === 'small' ? SmallCard : LargeCard, card)));
    default:
      return h(Button, block);
  }
}

/** Words of a person with their line breaks. */
function Quote({ text }: { readonly text: string }): ReactNode {
  const style: CSSProperties = {
    background: '#efeadf',
    color: ink,
    borderRadius: '0 0 14px 14px',
    padding: '18px 20px',
    font: `italic 18px/1.5 ${serif}`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  };
  return table({ width: '100%', style: { marginTop: '18px' } }, row({ className: 'm-sw', style }, text));
}

/** The button, the only filled link. */
function Button({ label, to }: { readonly label: string; readonly to: string }): ReactNode {
  const { ink: background, onInk: color } = use(Colours);
  const style: CSSProperties = {
    display: 'inline-block',
    padding: '15px 26px',
    font: `bold 16px/1.3 ${sans}`,
    color,
    textDecoration: 'none',
  };
  const cell = { className: 'm-bt', style: { background, borderRadius: '4px' } };
  return table({ style: { marginTop: '20px' } }, row(cell, h('a', { href: to, style }, label)));
}

/** The book of the mail: its cover beside title and lines. */
function LargeCard({ title, cover, lines }: Card): ReactNode {
  const heading: CSSProperties = { margin: 0, font: `bold 19px/1.3 ${serif}`, color: ink };
  return table(
    { width: '100%', style: { marginTop: '22px' } },
    h(
      'tr',
      null,
      cover !== null && coverCell(cover, title, { className: 'm-c', width: 128, height: 192, padding: '0' }),
      h('td', { valign: 'middle' }, h('p', { className: 'm-tx', style: heading }, title), ...lines.map(cardLine)),
    ),
  );
}

/** A book among the words of an announcement. */
function SmallCard({ title, url, cover, lines }: Card): ReactNode {
  const border = `1px solid ${line}`;
  const heading: CSSProperties = { font: `bold 18px/1.3 ${serif}`, color: ink, textDecoration: 'none' };
  const padding = '14px 0';
  return table(
    {
      width: '100%',
      className: 'm-ln',
      style: { margin: '18px 0 4px', borderTop: border, borderBottom: border },
    },
    h(
      'tr',
      null,
      cover !== null && coverCell(cover, title, { width: 64, height: 96, padding }),
      h(
        'td',
        { valign: 'middle', style: { padding } },
        h('a', { href: url, className: 'm-tx', style: heading }, title),
        ...lines.map(cardLine),
      ),
    ),
  );
}

const cardLines: Readonly<Record<CardLine['as'], { readonly className: string; readonly style: CSSProperties }>> = {
  part: { className: 'm-t2', style: { margin: '4px 0 0', font: `15px/1.5 ${sans}`, color: ink2 } },
  note: { className: 'm-t3', style: { margin: '4px 0 0', font: `14px/1.5 ${sans}`, color: ink3 } },
  about: { className: 'm-t3', style: { margin: '8px 0 0', font: `14px/1.5 ${sans}`, color: ink3 } },
  price: { className: 'm-tx', style: { margin: '10px 0 0', font: `bold 20px/1.3 ${serif}`, color: ink } },
};

const cardLine = ({ text, as }: CardLine): ReactNode => h('p', cardLines[as], text);

interface Picture {
  readonly className?: string;
  readonly width: number;
  readonly height: number;
  readonly padding: string;
}

/** A cover with its space, as a cell. */
function coverCell(src: string, title: string, { className, width, height, padding }: Picture): ReactNode {
  const image = {
    src,
    width,
    height,
    alt: t.cover(title),
    style: { display: 'block', border: 0, borderRadius: '2px' },
  };
  const style = { width: `${width + 16}px`, padding };
  return h('td', { className, width: width + 16, valign: 'top', style }, h('img', image));
}
