import type { NotebookEntry } from './entries.ts';

/** Kinds of entries to filter by; a note is a highlight with a text of the reader's. */
export const kinds = ['all', 'highlights', 'notes', 'bookmarks'] as const;
export type Kind = (typeof kinds)[number];

/** Filters and grouping of the notebook, all of which are in the address. */
export interface Filters {
  /** Searched words, as typed. */
  readonly query: string;
  /** Colours; empty: all entries, bookmarks too. */
  readonly colors: readonly string[];
  readonly kind: Kind;
  /** Null: all books. */
  readonly bookId: string | null;
  readonly by: 'book' | 'day';
  /** Shows the deleted entries instead of the others. */
  readonly trash: boolean;
}

/** The filters of an address. */
export function readFilters(params: URLSearchParams): Filters {
  return {
    query: params.get('q') ?? '',
    colors: (params.get('color') ?? '').split(' ').filter((color) => color !== ''),
    kind: kinds.find((kind) => kind === params.get('kind')) ?? 'all',
    bookId: params.get('book'),
    by: params.get('by') === 'day' ? 'day' : 'book',
    trash: params.get('view') === 'trash',
  };
}

/** The address of filters, without those that have no effect. */
export function writeFilters({ query, colors, kind, bookId, by, trash }: Filters): URLSearchParams {
  const params = new URLSearchParams();
  if (query !== '') params.set('q', query);
  if (colors.length > 0) params.set('color', colors.join(' '));
  if (kind !== 'all') params.set('kind', kind);
  if (bookId !== null) params.set('book', bookId);
  if (by === 'day') params.set('by', by);
  if (trash) params.set('view', 'trash');
  return params;
}

/** Whether the filters exclude any entry. */
export const isNarrowed = ({ query, colors, kind, bookId }: Filters): boolean =>
  query.trim() !== '' || colors.length > 0 || kind !== 'all' || bookId !== null;

/** Whether an entry passes the filters, apart from the search. */
export function passes({ colors, kind, bookId }: Filters, entry: NotebookEntry): boolean {
  if (bookId !== null && entry.part.book_id !== bookId) return false;
  if (colors.length > 0 && (entry.color === null || !colors.includes(entry.color))) return false;
  if (kind === 'all') return true;
  if (kind === 'bookmarks') return entry.kind === 'bookmark';
  return entry.kind === 'highlight' && (kind === 'highlights' || entry.note.trim() !== '');
}
