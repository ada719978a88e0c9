import { READ_PART, type Volume } from './seed-sql.ts';

/** One case to measure: its address in a shop of a volume, and the number of rows that it covers. */
export interface Case {
  readonly name: string;
  readonly kind: 'page' | 'search';
  readonly path: (volume: Volume) => string;
  readonly rows: (volume: Volume) => number;
}

const LIMIT = 10;

/** A paged list: the address of a page and the number of its rows. */
interface PagedList {
  readonly page: (offset: number) => string;
  readonly rows: (volume: Volume) => number;
}

const inPath = (path: string) => (offset: number) => `/api/admin/${path}/${offset}/${LIMIT}`;
const inQuery = (path: string) => (offset: number) => `/api/admin/${path}?offset=${offset}&limit=${LIMIT}`;
const ofUsers = ({ users }: Volume): number => users;
const ofPurchases = ({ purchases }: Volume): number => purchases;

const paged: Readonly<Record<string, PagedList>> = {
  users: { page: inPath('users'), rows: ofUsers },
  purchases: { page: inPath('user_book_parts'), rows: ofPurchases },
  active_sessions: { page: inPath('active_sessions'), rows: ofUsers },
  early_access: { page: inPath('early_access'), rows: ofUsers },
  audit: { page: inQuery('audit'), rows: ofPurchases },
  mails: { page: inQuery('mails'), rows: ofPurchases },
  notices: { page: inQuery('payment_notices'), rows: ofPurchases },
};

const searches: Readonly<Record<string, (volume: Volume) => string>> = {
  'one person': ({ users }) => `u${users - 1}`,
  'two words': ({ users }) => `u${users - 2}%20gmail`,
  'the middle of a word': () => 'mai',
  'a common word': () => 'gmail',
  nobody: () => 'zzz',
};

/** First, middle and last page of every paged list, and each search. */
export function listCases(): Case[] {
  const pages = Object.entries(paged).flatMap(([name, { page, rows }]) =>
    Object.entries({ first: 0, middle: 0.5, last: 1 }).map(([place, part]) => ({
      name: `${name}, ${place} page`,
      kind: 'page' as const,
      path: (volume: Volume) => page(Math.max(0, Math.floor((rows(volume) - LIMIT) * part))),
      rows,
    })),
  );
  const measuredLists = ['users', 'purchases', 'active_sessions', 'early_access'].flatMap((name) =>
    Object.entries(searches).map(([what, typed]) => ({
      name: `${name}, ?q= ${what}`,
      kind: 'search' as const,
      path: (volume: Volume) => `${paged[name]?.page(0)}?q=${typed(volume)}`,
      rows: paged[name]?.rows ?? ofPurchases,
    })),
  );
  const ofBooks: Case = {
    name: 'purchases, ?q= a word of every book',
    kind: 'search',
    path: () => `${paged['purchases']?.page(0)}?q=libro`,
    rows: ofPurchases,
  };
  const highlights: Case = {
    name: 'highlights of one part',
    kind: 'page',
    path: () => `/api/user_book_part_highlights/${READ_PART}`,
    rows: ofPurchases,
  };
  return [...pages, ...measuredLists, ofBooks, highlights];
}
