import { createJournal, hasKeys } from '../../device/journal.ts';

/** Keys of local storage. The first is fixed: other code reads it. Entries of part_id and location. */
const LOCATIONS = 'bookPartsLocations';
/** Ours: the last move, until the database has it. */
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
const lastMove = createJournal(LAST_MOVE, isMove, 'last');

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
  lastMove.write([move]);
  lastHere = { ...move, at: Date.now() };
}

/** The database has the move, or the server. */
export function moveWasSaved(move: Move): void {
  lastMove.remove(({ partId, cfi }) => partId === move.partId && cfi === move.cfi);
}

/** A move that an earlier page noted and did not live to save. */
export function unsavedMove(): Move | null {
  return lastMove.entries()[0] ?? null;
}
