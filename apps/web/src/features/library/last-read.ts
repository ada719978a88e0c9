import { createJournal, entriesUnder, hasKeys } from '../../device/journal.ts';

/** Fixed key of local storage, which other code reads. Entries of part_id and location. */
const LOCATIONS = 'bookPartsLocations';
/** Our own key: the last move in each part, until the database has it. */
const LAST_MOVE = 'lastMove';

/** A move of the reading position. */
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
/** Two tabs may read two parts, so each has a key of its own (device/keyed-journal.ts, without the order). */
const lastMove = ({ uid, partId }: Pick<Move, 'uid' | 'partId'>) =>
  createJournal(`${LAST_MOVE}:${uid}:${partId}`, isMove, 'last');

let lastHere: (Move & { readonly at: number }) | null = null;

/** The last move of this page with its time by this device's clock; null before the first. */
export function lastMoveHere(): (Move & { readonly at: number }) | null {
  return lastHere;
}

/** Part of the last move on this device, by any page. */
export function lastPartRead(): string | null {
  return locations.entries().at(-1)?.part_id ?? null;
}

/** Stores a move in local storage at once; {@link moveWasSaved} removes it when the database has it. */
export function noteMove(move: Move): void {
  const others = locations.entries().filter((entry) => entry.part_id !== move.partId);
  locations.write([...others, { part_id: move.partId, location: move.cfi }]);
  lastMove(move).write([move]);
  lastHere = { ...move, at: Date.now() };
}

/** Removes a move that the database or the server has. */
export function moveWasSaved(move: Move): void {
  lastMove(move).remove(({ cfi }) => cfi === move.cfi);
}

/** The last unsaved move of each part, by earlier pages and other tabs. */
export const unsavedMoves = (): Move[] => entriesUnder(`${LAST_MOVE}:`, isMove);
