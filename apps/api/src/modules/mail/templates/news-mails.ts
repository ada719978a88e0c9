import type { SampleKind } from '@cuentos/contract/reading';
import { type Block as MarkupBlock, parseMarkup } from '@cuentos/domain/announcements/markup';
import { formatPesos } from './formats.ts';
import { button, type CardLine, type NewsBlock } from './mail.ts';
import { news } from './render-mail.ts';
import { newsMailTexts as t } from './texts.ts';

/** A book as mails show it. */
export interface MailBook {
  readonly name: string;
  /** Absolute addresses. */
  readonly url: string;
  readonly cover: string | null;
  /** Lowest price of a part on sale, pesos; null when none is. */
  readonly fromPrice: number | null;
}

interface Release {
  /** Why this address gets the mail. */
  readonly because: 'follow' | 'news' | 'owned' | 'early';
  readonly part: {
    readonly id: string;
    readonly name: string;
    readonly price: number;
    readonly cover: string | null;
    /** Kind of the part's sample, if it has one. */
    readonly sample: SampleKind | null;
  };
  readonly book: { readonly id: string; readonly name: string; readonly quote: string | null };
  /** Whether it came out on the day of the mail, and that day in words: `12 de diciembre`. */
  readonly day: { readonly isToday: boolean; readonly text: string };
  readonly leaveBookUrl: string;
  readonly leaveAllUrl: string;
}

/** A part is out. */
export const releaseMail = news(({ because, part, book, day, leaveBookUrl, leaveAllUrl }: Release) => {
  const r = t.release;
  const isHeld = because === 'owned' || because === 'early';
  const title = r.subject(part.name);
  const price = part.price === 0 ? r.free : `${formatPesos(part.price)} ${r.currency}`;
  const lines: CardLine[] = [
    { text: r.partOf(book.name), as: 'note' },
    ...(isHeld ? [] : [{ text: price, as: 'price' } as const]),
  ];
  return {
    template: 'release',
    subject: title,
    title,
    preview: r.preview(part.name, book.name),
    blocks: [
      r.intro[because](day.isToday ? r.today(day.text) : r.since(day.text)),
      {
        kind: 'cards',
        cards: [{ size: 'large', title: part.name, cover: part.cover, lines }],
        text: [part.name, ...lines.map(({ text }) => text)],
      },
      isHeld ? button(r.read, `/user-library/${book.id}`) : firstLook(book, part),
      book.quote === null ? null : { kind: 'passage', text: r.quote(book.quote) },
    ],
    foot: [r.why[because], { kind: 'ways-out', leaveBookUrl, leaveAllUrl }],
    unsubscribeUrl: because === 'news' ? leaveAllUrl : leaveBookUrl,
  };
});

/** Links to the sample's first page where one is open to the reader, else to the book's page. */
function firstLook(book: Pick<Release['book'], 'id'>, part: Pick<Release['part'], 'id' | 'sample'>) {
  if (part.sample === null) return button(t.release.see, `/book-detail/${book.id}`);
  const label = part.sample === 'whole' ? t.release.readFree : t.release.readBeginning;
  return button(label, `/sample/${book.id}/${part.id}`);
}

interface Announcement {
  readonly subject: string;
  readonly body: string;
  /** Books of the cards, by id; a card of one that is missing is left out. */
  readonly books: ReadonlyMap<string, MailBook>;
  /** Why this address gets it. */
  readonly why: string;
  /** Null for a mail that concerns no single book. */
  readonly leaveBookUrl: string | null;
  /** Null for a test mail to oneself. */
  readonly leaveAllUrl: string | null;
}

/** Announcements of the author to people who agreed to get them. */
export const announcementMail = news(({ subject, body, books, why, leaveBookUrl, leaveAllUrl }: Announcement) => ({
  template: 'announcement',
  subject,
  title: subject,
  blocks: parseMarkup(body).map((block) => blockOf(block, books)),
  foot: [why, { kind: 'ways-out', leaveBookUrl, leaveAllUrl }],
  unsubscribeUrl: leaveBookUrl ?? leaveAllUrl ?? undefined,
}));

function blockOf(block: MarkupBlock, books: ReadonlyMap<string, MailBook>): NewsBlock | null {
  if (block.kind === 'paragraph') return { kind: 'marked', lines: block.lines };
  if (block.kind === 'list') return block;
  const book = books.get(block.bookId);
  if (!book) return null;
  const { name, url, cover, fromPrice } = book;
  const lines: CardLine[] =
    fromPrice === null ? [] : [{ text: t.announcement.fromPrice(formatPesos(fromPrice)), as: 'note' }];
  return {
    kind: 'cards',
    cards: [{ size: 'small', title: name, url, cover, lines }],
    text: [name, ...lines.map(({ text }) => text), url],
  };
}
