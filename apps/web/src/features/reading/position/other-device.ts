import type { Change } from '@cuentos/contract/changes';
import type { PositionRecord } from '@cuentos/contract/reading';
import type { LocalPosition } from '@cuentos/domain/reading/position';
import { onChange } from '../../../device/changes.ts';
import { flushOutbox } from '../../../device/outbox.ts';
import { session } from '../../../lib/api/session.ts';
import { removeCopy } from '../opening/device-copy.ts';
import { confirmRefusal, type FailureReason, fetchPosition, isTaken, reasonOf } from '../opening/fetch-opening.ts';
import { choosePosition, type OpenedBook } from '../opening/open-book.ts';
import { type ReadingPlace, readPosition } from './position-store.ts';

/** A part that is open, as far as other devices have to do with it. */
interface OpenPart {
  readonly book: Pick<OpenedBook, 'partId' | 'editionId' | 'tracker' | 'remote'>;
  /** The engine; null once the part is closed. */
  readonly reader: object | null;
  readonly hasMoved: boolean;
  readonly snapshot: () => { readonly place: Pick<ReadingPlace, 'cfi' | 'percentage'> | null };
  ask(question: PositionRecord): void;
  goAlong(place: ReadingPlace): Promise<void>;
  fail(reason: FailureReason): void;
}

/**
 * The device's copy opened without waiting: takes in the server's place when it comes, or the news that access is gone.
 */
export async function meetOtherDevice(part: OpenPart): Promise<void> {
  await orClose(part, async () => {
    const { tracker, remote } = part.book;
    const answer = await remote;
    const moved = part.hasMoved ? placeNow(part, tracker.local?.baseRevision ?? 0) : null;
    await meet(part, answer, moved ?? tracker.local);
  });
}

/**
 * Follows what other devices do with the part while it is open: where it is read there, and whether it may still be read
 * here. @returns ends it
 */
export function followOtherDevices(part: OpenPart): () => void {
  const { partId } = part.book;
  const see = ({ topic, version }: Change): Promise<void> =>
    orClose(part, () => (topic === 'position' ? lookAgain(part, version) : confirmRefusal(partId)));
  return onChange(['position', 'library'], (change) => {
    if (change.part_id === partId) void see(change);
  });
}

/** @param version revision of the place that the server has */
async function lookAgain(part: OpenPart, version: number): Promise<void> {
  const { partId, editionId } = part.book;
  // The position written here goes first: the server's answer says whether the other place is only this one.
  await flushOutbox();
  const local = await readPosition(session.claims()?.uid ?? '', partId).catch(() => null);
  if (!local || version <= local.baseRevision) return;
  const remote = await fetchPosition(partId, editionId);
  const here = placeNow(part, local.baseRevision);
  if (here) await meet(part, remote, here);
}

/** The page that is shown, as a place; null before there is one. */
function placeNow({ book, hasMoved, snapshot }: OpenPart, baseRevision: number): LocalPosition | null {
  const { place } = snapshot();
  if (!place) return null;
  const { cfi, percentage } = place;
  return { cfi, percentage, editionId: book.editionId, baseRevision, pending: hasMoved };
}

/** Goes to another device's place, or asks; by the rule that holds when a part is opened. */
async function meet(part: OpenPart, remote: PositionRecord | null, here: LocalPosition | null): Promise<void> {
  if (!remote || !part.reader) return;
  const { start, question, follow } = await choosePosition(part.book.tracker, here, remote);
  if (question) part.ask(question);
  else if (follow && start) await part.goAlong(start);
}

/** Closes the part when it turns out that it may no longer be read. */
async function orClose(part: OpenPart, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = reasonOf(error);
    if (!isTaken(reason)) return;
    await removeCopy(part.book.partId);
    part.fail(reason);
  }
}
