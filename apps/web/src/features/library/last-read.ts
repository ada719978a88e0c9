import { isOnline } from '../../device/network-status.ts';
import { type PositionMutation, syncDatabase } from '../../device/sync-database.ts';
import { session } from '../../lib/api/session.ts';

/** Keys of local storage. The first is fixed: other code reads it. Entries of part_id and location. */
const LOCATIONS = 'bookPartsLocations';
/** Ours: the last move, until the database has it. Writing here is finished when the call returns. */
const LAST_MOVE = 'lastMove';

/** A move of the reading position, as it happens. */
export interface Move {
  readonly uid: string;
  readonly partId: string;
  readonly cfi: string;
  /** 0 to 100. */
  readonly percentage: number;
  readonly editionId: string;
}

interface LocationEntry {
  readonly part_id: string;
  readonly location: string;
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or refused: the database has the same.
  }
}

function isEntry(value: unknown): value is LocationEntry {
  return typeof value === 'object' && value !== null && 'part_id' in value && 'location' in value;
}

function isMove(value: unknown): value is Move {
  return typeof value === 'object' && value !== null && 'uid' in value && 'partId' in value && 'cfi' in value;
}

let lastHere: (Move & { readonly at: number }) | null = null;

/** The last move of this page with its time by this device's clock; null before the first. */
export function lastMoveHere(): (Move & { readonly at: number }) | null {
  return lastHere;
}

/** Part of the last move that this device noted, of whatever page. */
export function lastPartRead(): string | null {
  const entries = read(LOCATIONS);
  return Array.isArray(entries) ? (entries.findLast(isEntry)?.part_id ?? null) : null;
}

/** Notes a move at once, so that a tab killed in the next instant loses nothing. */
export function noteMove(move: Move): void {
  const entries = read(LOCATIONS);
  const others = Array.isArray(entries) ? entries.filter(isEntry).filter((entry) => entry.part_id !== move.partId) : [];
  write(LOCATIONS, [...others, { part_id: move.partId, location: move.cfi } satisfies LocationEntry]);
  write(LAST_MOVE, move);
  lastHere = { ...move, at: Date.now() };
}

/** The database has the move. */
export function moveWasKept(move: Move): void {
  const last = read(LAST_MOVE);
  if (isMove(last) && last.partId === move.partId && last.cfi === move.cfi) localStorage.removeItem(LAST_MOVE);
}

/** A move that an earlier page noted and did not live to keep. */
export function unkeptMove(): Move | null {
  const last = read(LAST_MOVE);
  return isMove(last) ? last : null;
}

/** What this device was last read in. */
export interface LastRead {
  readonly partId: string;
  /** 0 to 100; null when the device only knows the part. */
  readonly percentage: number | null;
}

/**
 * The part that this device knows to be the last one read, where it knows better than the server's list: a move made
 * since the list was fetched, one not yet sent, or, without a connection, the device's last one. Null otherwise. Both
 * times are of this device's clock.
 * @param listedAt when the list was fetched, epoch milliseconds
 */
export async function lastReadHere(listedAt: number): Promise<LastRead | null> {
  const uid = session.claims()?.uid ?? '';
  const move = lastMoveHere();
  if (move && move.uid === uid && move.at > listedAt) return { partId: move.partId, percentage: move.percentage };
  const unsent = await lastUnsent(uid).catch(() => null);
  if (unsent) return { partId: unsent.part_id, percentage: unsent.percentage };
  const part = isOnline() ? null : lastPartRead();
  return part === null ? null : { partId: part, percentage: null };
}

async function lastUnsent(uid: string): Promise<PositionMutation | null> {
  const waiting = await (await syncDatabase()).getAllFromIndex('mutations', 'uid', uid);
  return waiting.findLast((mutation) => mutation.kind === 'position') ?? null;
}
