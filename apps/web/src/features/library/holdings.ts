import { DAY_MS } from '@cuentos/domain/time/durations';
import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import type { EarlyAccessItem, Library, UserBookPart, UserPart } from '@cuentos/contract/library';
import type { HeldPart } from '@cuentos/contract/reading';

/** Answer of the server with the time of its request, by this device's clock, epoch milliseconds. */
export interface DatedAnswer<T> {
  readonly at: number;
  readonly value: T;
}

/** The last answer for the page of a book: all its listed or owned parts. */
export interface BookAnswer {
  readonly bookId: string;
  readonly bookName: string | null;
  readonly parts: readonly UserPart[];
}

/** Answer that came with a part's file; `part` null says that it may no longer be read. */
export interface PartAnswer {
  readonly partId: string;
  readonly part: HeldPart | null;
}

/** All answers of the server about the reader's holdings, to different requests at different times. */
export interface DeviceHoldings {
  /** The last list of the library; null before the first. */
  readonly list: DatedAnswer<Library> | null;
  readonly books: readonly DatedAnswer<BookAnswer>[];
  readonly parts: readonly DatedAnswer<PartAnswer>[];
}

type Holding =
  | { readonly kind: 'owned'; readonly row: UserBookPart }
  | { readonly kind: 'early-access'; readonly row: EarlyAccessItem };

/** An answer about a part; null: it is not owned. */
interface Statement {
  readonly at: number;
  readonly partId: string;
  readonly holding: Holding | null;
}

/**
 * The library as far as this device knows it: the last answer about each part counts, whichever request it answers. No
 * part is forgotten because a list is older than its purchase, or because no list was ever fetched; no part returns
 * that a later answer removed. Owned parts are listed newest first, as the server does.
 * @param now by the server's time, epoch milliseconds; early access that has ended is left out. An answer of a later
 * time was noted by a clock that was ahead, and counts as the oldest.
 * @returns null without any answer
 */
export function mergeHoldings(holdings: DeviceHoldings, now: number): Library | null {
  if (!holdings.list && holdings.books.length === 0 && holdings.parts.length === 0) return null;
  const datedStatements = statementsOf(holdings).map((each) => (each.at > now + DAY_MS ? { ...each, at: 0 } : each));
  const statements = Map.groupBy(datedStatements, ({ partId }) => partId);
  const currentHoldings = [...statements.values()].flatMap((all) => lastWord(all) ?? []);
  const owned = currentHoldings.flatMap((holding) => (holding.kind === 'owned' ? [holding.row] : []));
  const early = currentHoldings.flatMap((holding) => (holding.kind === 'early-access' ? [holding.row] : []));
  const ownedParts = new Set(owned.map(({ book_part_id }) => book_part_id));
  return {
    user_book_parts: owned.toSorted((a, b) => (Date.parse(b.acquired_at) || 0) - (Date.parse(a.acquired_at) || 0)),
    early_access: early.filter(({ expires_at: end }) => end === null || Date.parse(end) > now),
    awaited: (holdings.list?.value.awaited ?? []).filter(({ book_part_id }) => !ownedParts.has(book_part_id)),
  };
}

/**
 * The parts of a book with the reader's right to each, from the same answers.
 * @param shownParts the parts in the last answer; null before the first
 * @param listed the parts as the shop lists them
 * @returns null when no part is known
 */
export function mergeParts(
  bookId: string,
  library: Library | null,
  shownParts: readonly UserPart[] | null,
  listed: readonly PublicPart[],
): UserPart[] | null {
  const owned = new Map(library?.user_book_parts.map((row) => [row.book_part_id, row]));
  const early = new Map(library?.early_access.map((row) => [row.book_part_id, row]));
  const base = shownParts ?? listed.map(notHeld);
  const listedIds = new Set(base.map(({ id }) => id));
  const missingBooks = [...owned.values(), ...early.values()]
    .filter((row) => row.book_id === bookId && !listedIds.has(row.book_part_id))
    .map(partOf);
  const parts = [...base, ...missingBooks].map((part) => withHolding(part, owned.get(part.id), early.get(part.id)));
  return parts.length === 0 && !shownParts ? null : parts;
}

/** A book for its page, from the few facts that its parts contain. */
export function bookOf(bookId: string, library: Library | null, statements: readonly PartAnswer[]): PublicBook | null {
  const came = statements.find(({ part }) => part?.book_id === bookId)?.part;
  const row = [...(library?.user_book_parts ?? []), ...(library?.early_access ?? [])].find(
    (each) => each.book_id === bookId,
  );
  const name = came?.book_name ?? row?.book_name;
  if (name === undefined) return null;
  const since = new Date(0).toISOString();
  return {
    id: bookId,
    name,
    description: '',
    image: came?.book_image ?? null,
    back_image: null,
    fragment: null,
    location: '',
    genre: '',
    pages: 0,
    highlights: [],
    is_draft: false,
    is_active: true,
    purchased: true,
    download_count: 0,
    created_at: since,
    updated_at: since,
    isbn: null,
    series: null,
    language: 'es',
    keywords: [],
    completion_discount: 0,
    export_permission: null,
    parts: [],
  };
}

function statementsOf({ list, books, parts }: DeviceHoldings): Statement[] {
  const listed = list ? ofList(list) : [];
  const mentioned = new Set(listed.map(({ partId }) => partId));
  const toldBooks = [...books.flatMap(ofBook), ...parts.map(ofPart)];
  const all = [...listed, ...toldBooks];
  const bookOfPart = new Map(all.flatMap(({ partId, holding }) => (holding ? [[partId, holding.row.book_id]] : [])));
  // A list is about all parts, and a book's page about all parts of the book: also about those missing in it.
  const leftOut = [...bookOfPart].flatMap(([partId, bookId]) => [
    ...(list && !mentioned.has(partId) ? [{ at: list.at, partId, holding: null }] : []),
    ...books
      .filter(({ value }) => value.bookId === bookId && !value.parts.some(({ id }) => id === partId))
      .map(({ at }) => ({ at, partId, holding: null })),
  ]);
  return [...all, ...leftOut];
}

function ofList({ at, value }: DatedAnswer<Library>): Statement[] {
  return [
    ...value.user_book_parts.map((row) => ({
      at,
      partId: row.book_part_id,
      holding: { kind: 'owned' as const, row },
    })),
    ...value.early_access.map((row) => ({
      at,
      partId: row.book_part_id,
      holding: { kind: 'early-access' as const, row },
    })),
  ];
}

function ofBook({ at, value: { bookId, bookName, parts } }: DatedAnswer<BookAnswer>): Statement[] {
  return parts.map((part) => {
    const facts = {
      book_id: bookId,
      book_name: bookName ?? '',
      book_part_id: part.id,
      book_part_name: part.name,
      edition_id: part.edition_id,
      edition_size: part.edition_size,
      percentage: part.percentage ?? 0,
      ...recallOf(part),
    };
    const { finish } = part;
    if (part.is_purchased) {
      const { image, release_date, is_downloaded } = part;
      const acquired_at = part.acquired_at ?? '';
      return {
        at,
        partId: part.id,
        holding: ownedRow({ ...facts, finish, image, release_date, is_downloaded, acquired_at }),
      };
    }
    if (!part.early_access) return { at, partId: part.id, holding: null };
    const row = { ...facts, finish, book_part_image: part.image, expires_at: part.early_access_expires_at };
    return { at, partId: part.id, holding: { kind: 'early-access' as const, row } };
  });
}

function ofPart({ at, value: { partId, part } }: DatedAnswer<PartAnswer>): Statement {
  if (!part) return { at, partId, holding: null };
  const { book_id, book_name, book_part_id, book_part_name, image, release_date, edition_id, edition_size } = part;
  const facts = { book_id, book_name, book_part_id, book_part_name, edition_id, edition_size, percentage: 0 };
  const { acquired_at, expires_at } = part;
  if (acquired_at !== null)
    return { at, partId, holding: ownedRow({ ...facts, image, release_date, is_downloaded: true, acquired_at }) };
  return { at, partId, holding: { kind: 'early-access', row: { ...facts, book_part_image: image, expires_at } } };
}

function ownedRow(facts: Omit<UserBookPart, 'id' | 'last_location' | 'read_at'>): Holding {
  return { kind: 'owned', row: { ...facts, id: `held:${facts.book_part_id}`, last_location: null, read_at: null } };
}

const recallOf = ({ is_recalled: isRecalled }: Pick<UserPart, 'is_recalled'>) =>
  isRecalled ? { is_recalled: isRecalled } : {};

/**
 * Returns the newest right to a part; fields missing in the newest answer come from earlier ones about the same right.
 */
function lastWord(statements: readonly Statement[]): Holding | null {
  // Of two answers of the same moment, the one with the part takes precedence over the one without it.
  const [last, ...before] = statements.toSorted(
    (a, b) => b.at - a.at || Number(b.holding !== null) - Number(a.holding !== null),
  );
  if (!last?.holding) return null;
  const earlier = before.flatMap(({ holding }) => (holding?.kind === last.holding?.kind && holding ? [holding] : []));
  return earlier.reduce(filledFrom, last.holding);
}

/** Adds facts that an answer leaves out from an earlier answer. */
function filledFrom(holding: Holding, earlier: Holding): Holding {
  if (holding.kind === 'owned' && earlier.kind === 'owned') {
    const [row, old] = [holding.row, earlier.row];
    const isListed = !row.id.startsWith('held:');
    return {
      kind: 'owned',
      row: {
        ...row,
        id: isListed ? row.id : old.id,
        book_name: row.book_name || old.book_name,
        image: row.image ?? old.image,
        acquired_at: row.acquired_at || old.acquired_at,
        last_location: row.last_location ?? old.last_location,
        read_at: row.read_at ?? old.read_at,
        percentage: row.percentage || old.percentage,
        finish: row.finish ?? old.finish,
      },
    };
  }
  if (holding.kind === 'early-access' && earlier.kind === 'early-access') {
    return { kind: 'early-access', row: filledEarly(holding.row, earlier.row) };
  }
  return holding;
}

function filledEarly(row: EarlyAccessItem, old: EarlyAccessItem): EarlyAccessItem {
  return {
    ...row,
    book_name: row.book_name || old.book_name,
    book_part_image: row.book_part_image ?? old.book_part_image,
    percentage: row.percentage || old.percentage,
    finish: row.finish ?? old.finish,
  };
}

function notHeld(part: Omit<PublicPart, 'is_purchased' | 'is_downloaded'>): UserPart {
  return {
    ...part,
    is_purchased: false,
    acquired_at: null,
    is_downloaded: false,
    early_access: false,
    early_access_expires_at: null,
    edition_id: null,
    edition_size: null,
    percentage: null,
    unfinished_order: null,
  };
}

/** An owned part without a known price: the price of an owned part is not needed. */
function partOf(row: UserBookPart | EarlyAccessItem): UserPart {
  return notHeld({
    id: row.book_part_id,
    book_id: row.book_id,
    name: row.book_part_name,
    image: 'image' in row ? row.image : row.book_part_image,
    value: 0,
    release_date: 'release_date' in row ? row.release_date : new Date(0).toISOString(),
    is_presale: false,
    presale_end_date: null,
    presale_discount_percentage: 0,
    ebook: row.edition_id !== null,
    is_draft: false,
    download_count: 0,
    characters: null,
    accessibility: null,
    sample: 'none',
  });
}

function withHolding(part: UserPart, owned?: UserBookPart, early?: EarlyAccessItem): UserPart {
  const row = owned ?? early;
  const { is_recalled: _, ...shownPart } = part;
  return {
    ...shownPart,
    ...recallOf(row ?? {}),
    is_purchased: owned !== undefined,
    acquired_at: owned ? owned.acquired_at || null : null,
    early_access: !owned && early !== undefined,
    early_access_expires_at: early?.expires_at ?? null,
    edition_id: row?.edition_id ?? null,
    edition_size: row?.edition_size ?? null,
    percentage: row ? row.percentage : part.percentage,
    finish: owned?.finish ?? part.finish,
  };
}
