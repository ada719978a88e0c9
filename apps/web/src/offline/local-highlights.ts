import type { MadeChange } from './highlight-replica.ts';

/** Keys of local storage. The first is fixed: other code reads it. Entries of part_id and highlights. */
const HIGHLIGHTS = 'highlights';
/** Ours: changes that the database does not have yet. Writing here is finished when the call returns. */
const UNKEPT = 'unkeptHighlights';

/** A highlight as it is kept on the device. */
export interface LocalEntry {
  readonly id: string;
  readonly book_part_id: string;
  readonly cfi_range: string;
  readonly color: string;
  readonly note: string;
  readonly created_at: string;
  readonly text_from_cfi: string;
}

function readList(key: string): unknown[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function write(key: string, value: readonly unknown[]): void {
  try {
    if (value.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or refused: the database has the same.
  }
}

function isOfPart(entry: unknown, partId: string): boolean {
  return typeof entry === 'object' && entry !== null && 'part_id' in entry && entry.part_id === partId;
}

function isChange(value: unknown): value is MadeChange {
  return typeof value === 'object' && value !== null && 'uid' in value && 'partId' in value && 'change' in value;
}

/** Writes a part's highlights under their fixed key. */
export function writeLocalHighlights(partId: string, highlights: readonly LocalEntry[]): void {
  const others = readList(HIGHLIGHTS).filter((entry) => !isOfPart(entry, partId));
  write(HIGHLIGHTS, highlights.length === 0 ? others : [...others, { part_id: partId, highlights }]);
}

/** Notes a change at once, so that a tab killed in the next instant loses nothing. */
export function noteChange(change: MadeChange): void {
  write(UNKEPT, [...readList(UNKEPT), change]);
}

/** The database has the change. */
export function changeWasKept({ change }: MadeChange): void {
  write(
    UNKEPT,
    readList(UNKEPT).filter((each) => !isChange(each) || each.change.id !== change.id),
  );
}

/** Changes that an earlier page noted and did not live to keep, in order. */
export function unkeptChanges(): MadeChange[] {
  return readList(UNKEPT).filter(isChange);
}
