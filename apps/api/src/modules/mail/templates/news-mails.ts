import type { SampleKind } from '@cuentos/contract/reading';
import { type AccentName, accents } from '@cuentos/domain/shop/accents';
import { markLettersOf } from '@cuentos/domain/shop/words';
import { type Block, type Inline, markupText, parseMarkup } from '@cuentos/domain/announcements/markup';
import { createElement as h, type CSSProperties, Fragment, type ReactNode, use } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MailSender } from './account-mails.ts';
import { Colours, formatPesos, type MailContent, MailLink } from './layout.ts';
import { newsMailTexts as t } from './texts.ts';

const serif = 'Georgia,serif';
const sans = 'Arial,sans-serif';
const ink = '#1c1b21';
const ink2 = '#48444c';
const ink3 = '#665f58';
const line = '#dad2c2';

/** Everything that must hold stands inline; this adds the dark colours and the phone's margins. */
const darkSheet = ({ ink: accent, inkDark, onInkDark }: (typeof accents)[AccentName]): string =>
  `:root{color-scheme:light dark}a{color:${accent}}
@media (prefers-color-scheme:dark){.m-bg{background:#171614!important}.m-sh{background:#211f1c!important;color:#f2ede2!important}.m-tx{color:#f2ede2!important}.m-t2{color:#cbc4b6!important}.m-t3,.m-t3 a{color:#a79f91!important}.m-ln{border-color:#38342e!important}.m-bt{background:${inkDark}!important}.m-bt a{color:${onInkDark}!important}.m-lk{color:${inkDark}!important}.m-se{border-color:#8c8475!important}.m-sw{background:#171614!important;color:#f2ede2!important}}
@media (max-width:480px){.m-p{padding-left:20px!important;padding-right:20px!important}.m-c{width:112px!important}.m-c img{width:96px!important;height:144px!important}}`;

/** Who writes to many: beside the shop's name, what stands below every such mail. */
export interface NewsSender extends MailSender {
  /** Name and address of whoever sells; empty while it is not known. */
  readonly signature: string;
}

/** A book as mails show it. */
export interface MailBook {
  readonly name: string;
  /** Absolute addresses. */
  readonly url: string;
  readonly cover: string | null;
  /** Lowest price of what can be bought, pesos; null when nothing can. */
  readonly fromPrice: number | null;
}

interface ReleaseFacts {
  readonly from: NewsSender;
  /** Why this address is told. */
  readonly because: 'follow' | 'news' | 'owned' | 'early';
  readonly part: {
    readonly id: string;
    readonly name: string;
    readonly price: number;
    readonly cover: string | null;
    /** What of it everybody may read. */
    readonly sample: SampleKind | null;
  };
  readonly book: { readonly id: string; readonly name: string; readonly quote: string | null };
  /** Whether it came out on the day of the mail, and that day in words: `12 de diciembre`. */
  readonly day: { readonly isToday: boolean; readonly text: string };
  readonly leaveBookUrl: string;
  readonly leaveAllUrl: string;
}

/** A part is out. */
export function releaseMail(facts: ReleaseFacts): MailContent {
  const { from, because, part, book, day } = facts;
  const r = t.release;
  const isHeld = because === 'owned' || because === 'early';
  const intro = r.intro[because](day.isToday ? r.today(day.text) : r.since(day.text));
  const price = isHeld ? null : part.price === 0 ? r.free : `${formatPesos(part.price)} ${r.currency}`;
  const action = isHeld ? { label: r.read, url: `${from.origin}/user-library/${book.id}` } : firstLook(facts);
  const title = r.subject(part.name);
  const quote = book.quote === null ? null : r.quote(book.quote);
  const html = newsHtml({
    from,
    title,
    preview: r.preview(part.name, book.name),
    foot: [r.why[because], ' ', ...waysOut(facts)],
    children: [
      paragraph('intro', intro),
      partRow(facts, price),
      button(action.label, action.url),
      quote && h('p', { key: 'quote', className: 'm-t2', style: quoteStyle }, quote),
    ],
  });
  const text = [
    ...[title, '', intro, '', part.name, r.partOf(book.name)],
    ...(price === null ? [] : [price]),
    ...['', `${action.label}: ${action.url}`],
    ...(quote === null ? [] : ['', quote]),
    ...['', r.why[because]],
    ...waysOutText(facts),
    ...(from.signature === '' ? [] : ['', from.signature]),
  ].join('\n');
  const unsubscribeUrl = because === 'news' ? facts.leaveAllUrl : facts.leaveBookUrl;
  return { template: 'release', subject: title, text, html, unsubscribeUrl };
}

/** To the first page where somebody without it may read one, else to the book's page. */
function firstLook({ from, part, book }: ReleaseFacts): { readonly label: string; readonly url: string } {
  if (part.sample === null) return { label: t.release.see, url: `${from.origin}/book-detail/${book.id}` };
  const label = part.sample === 'whole' ? t.release.readFree : t.release.readBeginning;
  return { label, url: `${from.origin}/sample/${book.id}/${part.id}` };
}

const quoteStyle = { margin: '14px 0 0', font: `italic 17px/1.6 ${serif}`, color: ink2 };

/** Cover, title and price side by side. */
function partRow({ part, book }: ReleaseFacts, price: string | null): ReactNode {
  const large = (size: number): CSSProperties => ({ font: `bold ${size}px/1.3 ${serif}`, color: ink });
  const words = [
    h('p', { key: 'name', className: 'm-tx', style: { margin: 0, ...large(19) } }, part.name),
    h('p', { key: 'book', className: 'm-t3', style: smallStyle }, t.release.partOf(book.name)),
    price && h('p', { key: 'price', className: 'm-tx', style: { margin: '10px 0 0', ...large(20) } }, price),
  ];
  const cover = part.cover && coverCell(part.cover, part.name, { width: 128, height: 192 });
  const row = h('tr', null, cover, h('td', { valign: 'middle' }, words));
  const whole = { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, style: { marginTop: '22px' } };
  return h('table', { key: 'part', ...whole }, h('tbody', null, row));
}

const smallStyle = { margin: '4px 0 0', font: `14px/1.5 ${sans}`, color: ink3 };

interface AnnouncementFacts {
  readonly from: NewsSender;
  readonly subject: string;
  readonly body: string;
  /** Books of the cards, by id; a card of one that is missing is left out. */
  readonly books: ReadonlyMap<string, MailBook>;
  /** Why this address gets it. */
  readonly why: string;
  /** Null for what concerns no single book. */
  readonly leaveBookUrl: string | null;
  /** Null for a test to oneself, which leads out of nothing. */
  readonly leaveAllUrl: string | null;
}

/** What the author writes to those who agreed to it. */
export function announcementMail(facts: AnnouncementFacts): MailContent {
  const { from, subject, body, books, why, leaveAllUrl, leaveBookUrl } = facts;
  const blocks = parseMarkup(body);
  const html = newsHtml({
    from,
    title: subject,
    preview: '',
    foot: [why, ' ', ...waysOut(facts)],
    children: blocks.map((block, at) => h(Fragment, { key: at }, blockNode(block, books))),
  });
  const cards = (id: string): string[] => {
    const book = books.get(id);
    return book ? [book.name, ...(priceLine(book) === null ? [] : [priceLine(book) ?? '']), book.url] : [];
  };
  const text = [
    subject,
    '',
    markupText(blocks, cards),
    '',
    why,
    ...waysOutText(facts),
    ...(from.signature === '' ? [] : ['', from.signature]),
  ].join('\n');
  const unsubscribeUrl = leaveBookUrl ?? leaveAllUrl;
  return { template: 'announcement', subject, text, html, ...(unsubscribeUrl === null ? {} : { unsubscribeUrl }) };
}

function blockNode(block: Block, books: ReadonlyMap<string, MailBook>): ReactNode {
  const style = { margin: '14px 0 0', font: `16px/1.6 ${sans}`, color: ink2, overflowWrap: 'anywhere' } as const;
  if (block.kind === 'paragraph') {
    const lines = block.lines.flatMap((pieces, at) => [
      ...(at === 0 ? [] : [h('br', { key: `b${at}` })]),
      inlineNodes(pieces, at),
    ]);
    return h('p', { className: 'm-t2', style }, lines);
  }
  if (block.kind === 'list') {
    const items = block.items.map((pieces, at) =>
      h('li', { key: at, style: { margin: '0 0 6px' } }, inlineNodes(pieces, at)),
    );
    return h('ul', { className: 'm-t2', style: { ...style, paddingLeft: '22px' } }, items);
  }
  const book = books.get(block.bookId);
  return book ? bookCard(book) : null;
}

function inlineNodes(pieces: readonly Inline[], at: number): ReactNode {
  const nodes = pieces.map((piece, key) => {
    if (piece.kind === 'bold') return h('b', { key }, piece.text);
    if (piece.kind === 'italic') return h('i', { key }, piece.text);
    if (piece.kind === 'link') return h(MailLink, { key, href: piece.url }, piece.text);
    return piece.text;
  });
  return h(Fragment, { key: at }, nodes);
}

const priceLine = ({ fromPrice }: MailBook): string | null =>
  fromPrice === null ? null : t.announcement.fromPrice(formatPesos(fromPrice));

function bookCard(book: MailBook): ReactNode {
  const price = priceLine(book);
  const border = `1px solid ${line}`;
  return h(
    'table',
    {
      role: 'presentation',
      width: '100%',
      cellPadding: 0,
      cellSpacing: 0,
      className: 'm-ln',
      style: { margin: '18px 0 4px', borderTop: border, borderBottom: border },
    },
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        book.cover && coverCell(book.cover, book.name, { width: 64, height: 96, padding: '14px 0' }),
        h(
          'td',
          { valign: 'middle', style: { padding: '14px 0' } },
          h(
            'a',
            {
              href: book.url,
              className: 'm-tx',
              style: { font: `bold 18px/1.3 ${serif}`, color: ink, textDecoration: 'none' },
            },
            book.name,
          ),
          price &&
            h('p', { className: 'm-t3', style: { margin: '4px 0 0', font: `14px/1.5 ${sans}`, color: ink3 } }, price),
        ),
      ),
    ),
  );
}

/** A cover with its space, as a cell. */
export function coverCell(
  src: string,
  name: string,
  { width, height, padding = '0' }: { width: number; height: number; padding?: string },
): ReactNode {
  const image = { src, width, height, alt: t.cover(name), style: { display: 'block', border: 0, borderRadius: '2px' } };
  return h(
    'td',
    {
      className: width > 100 ? 'm-c' : undefined,
      width: width + 16,
      valign: 'top',
      style: { width: `${width + 16}px`, padding },
    },
    h('img', image),
  );
}

/** A paragraph of such a mail. */
export function paragraph(key: string, text: string): ReactNode {
  return h('p', { key, className: 'm-t2', style: { margin: '14px 0 0', font: `16px/1.6 ${sans}`, color: ink2 } }, text);
}

/** The one filled link. */
export function button(label: string, href: string): ReactNode {
  return h(NewsButton, { key: 'button', label, href });
}

function NewsButton({ label, href }: { readonly label: string; readonly href: string }): ReactNode {
  const { ink: background, onInk: color } = use(Colours);
  const style: CSSProperties = {
    display: 'inline-block',
    padding: '15px 26px',
    font: `bold 16px/1.3 ${sans}`,
    color,
    textDecoration: 'none',
  };
  const cell = { className: 'm-bt', style: { background, borderRadius: '4px' } };
  return layout({ style: { marginTop: '20px' } }, row(cell, h('a', { href, style }, label)));
}

interface Ways {
  readonly leaveBookUrl: string | null;
  readonly leaveAllUrl: string | null;
}

function waysOut({ leaveBookUrl, leaveAllUrl }: Ways): ReactNode[] {
  const way = (href: string, label: string): ReactNode =>
    h('a', { key: label, href, className: 'm-t3', style: { color: ink3, textDecoration: 'underline' } }, label);
  if (leaveAllUrl === null) return [];
  if (leaveBookUrl === null) return [way(leaveAllUrl, t.leaveAllAlone), t.oneTap];
  return [way(leaveBookUrl, t.leaveBook), ` ${t.or} `, way(leaveAllUrl, t.leaveAll), t.oneTap];
}

function waysOutText({ leaveBookUrl, leaveAllUrl }: Ways): string[] {
  return [
    ...(leaveBookUrl === null ? [] : [`${t.leaveBook}: ${leaveBookUrl}`]),
    ...(leaveAllUrl === null ? [] : [`${t.leaveAllAlone}: ${leaveAllUrl}`]),
  ];
}

interface NewsPage {
  readonly from: NewsSender;
  readonly title: string;
  /** What mail programs show beside the subject. */
  readonly preview: string;
  readonly children: readonly ReactNode[];
  readonly foot: readonly ReactNode[];
}

/** A table for layout; each of the rest is a row. */
export function layout(props: Record<string, unknown>, ...rows: ReactNode[]): ReactNode {
  return h('table', { role: 'presentation', cellPadding: 0, cellSpacing: 0, ...props }, h('tbody', null, ...rows));
}

function row(props: Record<string, unknown>, ...cells: ReactNode[]): ReactNode {
  return h('tr', null, h('td', props, ...cells));
}

/** The shop's mark as a cell, and its name. */
function Letterhead({ storeName, look }: Pick<NewsSender, 'storeName' | 'look'>): ReactNode {
  const { ink: background, onInk: color } = use(Colours);
  const letters = { font: `bold 13px/1.2 ${serif}`, padding: '9px 8px 11px', borderRadius: '0 0 8px 8px' };
  const name = { paddingLeft: '12px', font: `bold 18px/1.3 ${serif}`, color: ink };
  return layout(
    {},
    h(
      'tr',
      null,
      h('td', { style: { background, color, ...letters } }, look?.markLetters ?? markLettersOf(storeName)),
      h('td', { className: 'm-tx', style: name }, storeName),
    ),
  );
}

/** The pocket with its hem, and what it holds. */
function sheet(title: string, children: readonly ReactNode[]): ReactNode {
  const hem = { borderTop: '2px dashed #837967', fontSize: 0, lineHeight: 0 };
  const heading: CSSProperties = {
    margin: 0,
    font: `bold 26px/1.2 ${serif}`,
    letterSpacing: '-.3px',
    color: ink,
    overflowWrap: 'anywhere',
  };
  return layout(
    { width: '100%' },
    row({ style: { padding: '9px 12px 0' } }, h('div', { className: 'm-se', style: hem }, ' ')),
    row(
      { className: 'm-p', style: { padding: '20px 32px 32px' } },
      h('h1', { className: 'm-tx', style: heading }, title),
      ...children,
    ),
  );
}

/** The sheet that such mails are: 560 wide, tables, styles inline, and no picture needed to understand it. */
export function newsHtml({ from, title, preview, children, foot }: NewsPage): string {
  const colours = accents[from.look?.accent ?? 'anil'];
  const pocket = { background: '#fffdf8', border: `1px solid ${line}`, borderTop: 0, borderRadius: '0 0 14px 14px' };
  const footer = { padding: '24px 32px 0', font: `13px/1.5 ${sans}`, color: ink3 };
  const signature = from.signature === '' ? [] : [h('br'), h('br'), from.signature];
  const column = layout(
    { role: 'main', width: '100%', style: { maxWidth: '560px' } },
    row(
      { className: 'm-p', style: { padding: '0 32px 18px' } },
      h(Letterhead, { storeName: from.storeName, ...(from.look ? { look: from.look } : {}) }),
    ),
    row({ className: 'm-sh m-ln', style: pocket }, sheet(title, children)),
    row({ className: 'm-p m-t3', style: footer }, ...foot, ...signature),
  );
  const ground = { className: 'm-bg', width: '100%', style: { background: '#f7f4ec' } };
  const hidden = { display: 'none', maxHeight: 0, overflow: 'hidden' };
  const document = h(
    'html',
    { lang: 'es-CL' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', null, title),
      h('style', { dangerouslySetInnerHTML: { __html: darkSheet(colours) } }),
    ),
    h(
      'body',
      { className: 'm-bg', style: { margin: 0, padding: 0, background: '#f7f4ec' } },
      preview !== '' && h('div', { style: hidden }, preview),
      layout(ground, row({ align: 'center', style: { padding: '24px 0 40px' } }, column)),
    ),
  );
  return `<!doctype html>${renderToStaticMarkup(h(Colours, { value: colours }, document))}`;
}
