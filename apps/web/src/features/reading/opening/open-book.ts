import type { LostPosition } from '../../bookmarks/page-quote.ts';
import type { OpenPart, PositionRecord, PositionResult, SampleKind } from '@cuentos/contract/reading';
import { type LocalPosition, type Position, startPosition } from '@cuentos/domain/reading/position';
import type { Publication } from '@cuentos/epub/container/publication';
import type { openEdition } from '@cuentos/epub/container/zip-loader';
import type { ReaderTarget } from '@cuentos/epub/render/reader-types';
import type { StoredEpub } from '../../../device/device-database.ts';
import { isOnline } from '../../../device/network-status.ts';
import { openPositionTracker, type PositionTracker } from '../position/position-tracker.ts';
import { hasLocalReading, positionQuotes, type ReadingPlace } from '../position/position-store.ts';
import { storedEpubs } from '../../../device/stored-epubs.ts';
import { session } from '../../../lib/api/session.ts';
import { withTimeout } from '../../../lib/with-timeout.ts';
import {
  type BookFacts,
  createEditionLoader,
  createSwitchingLoader,
  fetchOpening,
  fetchPosition,
  OpeningFailure,
  servedFacts,
  storedFacts,
  type SwitchingLoader,
} from './fetch-opening.ts';

/** Longest wait for the server's position on a device without one, ms, before the part opens at its beginning. */
const PLACE_PATIENCE_MS = 1000;

/** Functions of the position tracker that the reading screen uses. */
export type PositionTracking = Pick<PositionTracker, 'local' | 'move' | 'follow' | 'stay' | 'leave' | 'close'>;

/** The sample of a part, or a fully open part. */
export interface Sample {
  readonly kind: SampleKind;
  /** Where the sample ends, percent of the whole part. */
  readonly end: number;
  /** Length of the part after the sample, characters. */
  readonly charactersLeft: number;
}

/** A part ready to be shown. */
export interface OpenedBook extends BookFacts {
  readonly publication: Publication;
  readonly loader: SwitchingLoader;
  readonly fromDevice: boolean;
  /** Whether it is a preview for editors: no position or note is stored. */
  readonly preview: boolean;
  /** Owner, on this device only, of position and marks in a sample. Null: they are the reader's, and sent. */
  readonly localReader: string | null;
  /** The sample, when only the sample is read. */
  readonly sample: Sample | null;
  readonly tracker: PositionTracking;
  readonly start: ReaderTarget | null;
  /** Words of the start position, when that is known in an earlier edition only. */
  readonly lost: LostPosition | null;
  /** Another device's position to ask about at once. */
  readonly question: PositionRecord | null;
  /** Another device's position, requested while the device's copy opens; rejects when access was revoked. */
  readonly remote: Promise<PositionRecord | null>;
  /** Called when the server refused a move: with another device's position, or null for none. */
  readonly onRefused: (listener: (remote: PositionResult | null) => void) => void;
}

/**
 * Opens a part for reading: from this device when it is stored, without waiting for the network; else from the server,
 * file by file.
 * @throws {OpeningFailure}
 */
export async function openBook(partId: string): Promise<OpenedBook> {
  let tell: (remote: PositionResult | null) => void = () => {};
  const uid = session.claims()?.uid ?? '';
  const wasSampled = hasLocalReading(uid, partId).catch(() => false);
  const source = (await openStored(partId)) ?? (await serve(partId));
  // Only now the part is known to be theirs, so the sample's marks are transferred to it. If the device fails to do so,
  // the part opens nevertheless, and the next opening tries again.
  if (await wasSampled) {
    await import('../sample/adopt-sample.ts').then((code) => code.adoptSample(uid, partId)).catch(() => {});
  }
  const tracker = await openPositionTracker({ partId, onRefused: (remote) => tell(remote) });
  const opened = 'record' in source ? await fromDevice(source, tracker) : await fromServer(partId, source, tracker);
  const { place, ...rest } = opened;
  return {
    ...rest,
    start: place && targetOf(place, opened.editionId),
    lost: await lostPlace(partId, place, opened.editionId),
    tracker,
    localReader: null,
    sample: null,
    onRefused(listener) {
      tell = listener;
    },
  };
}

type OpenedEdition = Omit<OpenedBook, 'tracker' | 'onRefused' | 'start' | 'lost' | 'localReader' | 'sample'> & {
  readonly place: ReadingPlace | null;
};
type StoredEdition = Awaited<ReturnType<typeof openEdition>> & { readonly record: StoredEpub };

/** The device's copy; a damaged one is deleted, to be fetched again. */
async function openStored(partId: string): Promise<StoredEdition | null> {
  const record = await storedEpubs.read(partId).catch(() => null);
  if (!record) return null;
  // The service worker stores this code once a file is stored; if the code fails to load, the file is not damaged.
  const zip = await import('@cuentos/epub/container/zip-loader').catch(() => null);
  if (!zip) return null;
  try {
    return { ...(await zip.openEdition(record.epub)), record };
  } catch {
    await storedEpubs.remove(partId).catch(() => {});
    return null;
  }
}

async function fromDevice(
  { record, publication, loader }: StoredEdition,
  tracker: PositionTracking,
): Promise<OpenedEdition> {
  const { local } = tracker;
  const remote = isOnline() ? fetchPosition(record.id, record.edition_id) : Promise.resolve(null);
  // The screen awaits it later; until then a failure must not count as unhandled.
  remote.catch(() => {});
  const answer = local?.editionId === record.edition_id ? null : await soon(remote);
  const serverPosition = !local || sameInEdition(local, answer, record.edition_id) ? answer : null;
  if (serverPosition) await tracker.follow(serverPosition);
  return {
    ...storedFacts(record),
    publication,
    loader: createSwitchingLoader(loader),
    fromDevice: true,
    preview: false,
    place: serverPosition ? asPosition(serverPosition) : local,
    question: null,
    remote: serverPosition ? Promise.resolve(null) : remote,
  };
}

async function soon<T>(work: Promise<T | null>): Promise<T | null> {
  return withTimeout(
    work.catch(() => null),
    PLACE_PATIENCE_MS,
    () => null,
  );
}

async function serve(partId: string): Promise<OpenPart> {
  if (!isOnline()) throw new OpeningFailure('not-here');
  return fetchOpening(partId);
}

async function fromServer(partId: string, open: OpenPart, tracker: PositionTracking): Promise<OpenedEdition> {
  const facts = servedFacts(partId, open);
  const localPosition = sameInEdition(tracker.local, open.position, open.edition_id) ? null : tracker.local;
  const { start, question } = await choosePosition(tracker, localPosition, open.position);
  return {
    ...facts,
    loader: createSwitchingLoader(createEditionLoader(open.edition_id)),
    fromDevice: false,
    preview: false,
    place: start,
    question,
    remote: Promise.resolve(null),
  };
}

/** Whether the server has the same position in the new edition that this device has in an earlier one. */
function sameInEdition(local: LocalPosition | null, remote: PositionRecord | null, editionId: string): boolean {
  if (!local || local.pending || local.editionId === editionId || !remote) return false;
  return remote.edition_id === editionId && remote.revision === local.baseRevision;
}

/** This device's words at a position that is unknown in this edition. */
async function lostPlace(partId: string, place: ReadingPlace | null, editionId: string): Promise<LostPosition | null> {
  if (!place || place.editionId === editionId) return null;
  const positionQuote = await positionQuotes.of(session.claims()?.uid ?? '', partId).catch(() => null);
  return positionQuote?.cfi === place.cfi ? { quote: positionQuote.quote, percentage: place.percentage } : null;
}

/** Decides where to open or go, and which question to ask: "later of local and server". */
export async function choosePosition(
  tracker: PositionTracking,
  local: LocalPosition | null,
  remote: PositionRecord | null,
): Promise<{
  readonly start: ReadingPlace | null;
  readonly question: PositionRecord | null;
  readonly follow: boolean;
}> {
  if (local && remote && remote.last_location === local.cfi) {
    // This device's own move, whose answer got lost, or the same page reached twice.
    await tracker.stay(remote, null);
    return { start: local, question: null, follow: false };
  }
  const choice = startPosition(local, remote && asPosition(remote));
  if (choice.kind === 'ask') return { start: choice.local, question: remote, follow: false };
  if (choice.kind === 'remote' && remote) {
    await tracker.follow(remote);
    return { start: choice.position, question: null, follow: true };
  }
  return { start: choice.kind === 'local' ? choice.position : null, question: null, follow: false };
}

export function asPosition(remote: PositionRecord): Position {
  return {
    cfi: remote.last_location,
    percentage: remote.percentage,
    editionId: remote.edition_id,
    revision: remote.revision,
  };
}

/** A CFI belongs to an edition; in another one the percentage is used. */
export function targetOf(place: ReadingPlace, editionId: string): ReaderTarget {
  return place.editionId === editionId ? place.cfi : { fraction: place.percentage / 100 };
}
