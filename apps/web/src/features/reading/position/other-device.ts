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

/** An open part, as far as other devices affect it. */
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
 * Handles the server's answer after the device's copy has opened: another position, or the news that access was
 * revoked.
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
 * Follows other devices' changes of the open part: its position, and whether it may still be read here.
 * @returns ends it
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

/** @param version revision of the server's position */
async function lookAgain(part: OpenPart, version: number): Promise<void> {
  const { partId, editionId } = part.book;
  // Sends this device's position first: the server's answer shows whether the other position is the same.
  await flushOutbox();
  const local = await readPosition(session.claims()?.uid ?? '', partId).catch(() => null);
  if (!local || version <= local.baseRevision) return;
  const remote = await fetchPosition(partId, editionId);
  const here = placeNow(part, local.baseRevision);
  if (here) await meet(part, remote, here);
}

/** The position of the page shown; null before there is one. */
function placeNow({ book, hasMoved, snapshot }: OpenPart, baseRevision: number): LocalPosition | null {
  const { place } = snapshot();
  if (!place) return null;
  const { cfi, percentage } = place;
  return { cfi, percentage, editionId: book.editionId, baseRevision, pending: hasMoved };
}

/**
 * The server has another device's position, farther on than a refused move of this one: the reader is asked at the
 * right moment.
 */
export function learnPlace(part: OpenPart, remote: PositionRecord): void {
  const { place } = part.snapshot();
  if (place && isFar(remote, place)) heldQuestionOf(part).learn(remote);
}

/** Whether there is a selection on the page, or a layer over it. */
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

/** Goes to another device's position, or asks about it, by the same rule as at an opening. */
async function meet(
  part: OpenPart,
  remote: PositionRecord | null,
  here: LocalPosition | null,
  isOpening = false,
): Promise<void> {
  if (!remote || !part.reader) return;
  // The page stays under a selection or a dialog.
  if (isBusy(part) && here && remote.last_location !== here.cfi && !isFar(remote, here)) return;
  const { start, question, follow } = await choosePosition(part.book.tracker, here, remote);
  if (question) heldQuestionOf(part).learn(question, isOpening);
  else if (follow && start) await part.goAlong(start);
}

/** Closes the part when it may no longer be read. */
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
