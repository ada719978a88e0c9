import type { Change } from '@cuentos/contract/changes';
import type { PositionRecord } from '@cuentos/contract/reading';
import { JUMP_THRESHOLD, type LocalPosition } from '@cuentos/domain/reading/position';
import type { Reader } from '@cuentos/epub/render/reader';
import { onChange } from '../../../device/changes.ts';
import { flushOutbox } from '../../../device/outbox.ts';
import { session } from '../../../lib/api/session.ts';
import type { Layers } from '../../../ui/overlays/layers.ts';
import { removeCopy } from '../opening/device-copy.ts';
import { confirmRefusal, type FailureReason, fetchPosition, isTaken, reasonOf } from '../opening/fetch-opening.ts';
import { choosePosition, type OpenedBook } from '../opening/open-book.ts';
import { HeldQuestion } from './held-question.ts';
import { type ReadingPlace, readPosition } from './position-store.ts';

/** A part that is open, as far as other devices have to do with it. */
interface OpenPart {
  readonly book: Pick<OpenedBook, 'partId' | 'editionId' | 'tracker' | 'remote' | 'question'>;
  /** The engine; null once the part is closed. */
  readonly reader: Pick<Reader, 'selection'> | null;
  readonly layers: Pick<Layers, 'isEmpty'>;
  readonly hasMoved: boolean;
  heldQuestion: HeldQuestion | null;
  ask(question: PositionRecord): void;
  readonly snapshot: () => {
    readonly place: Pick<ReadingPlace, 'cfi' | 'percentage'> | null;
    readonly panelOpen: boolean;
  };
  goAlong(place: ReadingPlace): Promise<void>;
  fail(reason: FailureReason): void;
}

/**
 * The device's copy opened without waiting: takes in the server's place when it comes, or the news that access is gone.
 */
export async function meetOtherDevice(part: OpenPart): Promise<void> {
  await orClose(part, async () => {
    const { tracker, remote, question } = part.book;
    if (question) heldQuestionOf(part).learn(question, !part.hasMoved);
    const answer = await remote;
    const moved = part.hasMoved ? placeNow(part, tracker.local?.baseRevision ?? 0) : null;
    await meet(part, answer, moved ?? tracker.local, !part.hasMoved);
  });
}

/**
 * Follows what other devices do with the part while it is open: where it is read there, and whether it may still be read
 * here. @returns ends it
 */
export function followOtherDevices(part: OpenPart): () => void {
  const { partId } = part.book;
  heldQuestionOf(part);
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

/** The server keeps another device's place, which is farther on than a move of this one: the reader is asked in time. */
export function learnPlace(part: OpenPart, remote: PositionRecord): void {
  const { place } = part.snapshot();
  if (place && isFar(remote, place)) heldQuestionOf(part).learn(remote);
}

/** Whether something is selected, or lies over the page. */
const isBusy = ({ reader, layers, snapshot }: OpenPart): boolean =>
  !layers.isEmpty || snapshot().panelOpen || Boolean(reader?.selection());

const heldQuestionOf = (part: OpenPart): HeldQuestion =>
  (part.heldQuestion ??= new HeldQuestion({
    percentage: () => part.snapshot().place?.percentage ?? null,
    isBusy: () => isBusy(part),
    ask: (question) => part.ask(question),
  }));

const isFar = (remote: PositionRecord, here: Pick<ReadingPlace, 'percentage'>): boolean =>
  Math.abs(remote.percentage - here.percentage) > JUMP_THRESHOLD;

/** Goes to another device's place, or has it asked about; by the rule that holds when a part is opened. */
async function meet(
  part: OpenPart,
  remote: PositionRecord | null,
  here: LocalPosition | null,
  isOpening = false,
): Promise<void> {
  if (!remote || !part.reader) return;
  // No page goes away under a selection or a dialog.
  if (isBusy(part) && here && remote.last_location !== here.cfi && !isFar(remote, here)) return;
  const { start, question, follow } = await choosePosition(part.book.tracker, here, remote);
  if (question) heldQuestionOf(part).learn(question, isOpening);
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
