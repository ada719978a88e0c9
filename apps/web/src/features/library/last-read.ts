import { createJournal, entriesUnder, hasKeys } from '../../device/journal.ts';

/** Keys of local storage. The first is fixed: other code reads it. Entries of part_id and location. */
const LOCATIONS = 'bookPartsLocations';
/** Ours: the last move in each part, until the database has it. */
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

const isLocation = (value: unknown): value is LocationEntry => hasKeys(value, 'part_id', 'location');
const isMove = (value: unknown): value is Move => hasKeys(value, 'uid', 'partId', 'cfi');

const locations = createJournal(LOCATIONS, isLocation);
/** Two tabs may read two parts: each has a key of its own (device/keyed-journal.ts, without the order). */
const lastMove = ({ uid, partId }: Pick<Move, 'uid' | 'partId'>) =>
  createJournal(`${LAST_MOVE}:${uid}:${partId}`, isMove, 'last');

let lastHere: (Move & { readonly at: number }) | null = null;

/** The last move of this page with its time by this device's clock; null before the first. */
export function lastMoveHere(): (Move & { readonly at: number }) | null {
  return lastHere;
}

/** Part of the last move that this device noted, of whatever page. */
export function lastPartRead(): string | null {
  return locations.entries().at(-1)?.part_id ?? null;
}

/** Notes a move at once; {@link moveWasSaved} says that the database has it. */
export function noteMove(move: Move): void {
  const others = locations.entries().filter((entry) => entry.part_id !== move.partId);
  locations.write([...others, { part_id: move.partId, location: move.cfi }]);
  lastMove(move).write([move]);
  lastHere = { ...move, at: Date.now() };
}

/** The database has the move, or the server. */
export function moveWasSaved(move: Move): void {
  lastMove(move).remove(({ cfi }) => cfi === move.cfi);
}

/** The last move of each part that an earlier page, or another tab, noted and has not saved. */
export const unsavedMoves = (): Move[] => entriesUnder(`${LAST_MOVE}:`, isMove);
