import { urlOf } from '@cuentos/contract/call';
import { getPosition, getSampleFile, type OpenSample, openSample as openSampleCall } from '@cuentos/contract/reading';
import type { Loader } from '@cuentos/epub/container/loader';
import type { Publication } from '@cuentos/epub/container/publication';
import { createUrlLoader } from '@cuentos/epub/container/url-loader';
import { isOnline } from '../../../device/network-status.ts';
import { areCopiesOurs, localReaderOf, syncDatabase } from '../../../device/sync-database.ts';
import { storedEpubs } from '../../../device/stored-epubs.ts';
import { request } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { startSession } from '../../../lib/api/refresh-session.ts';
import { session } from '../../../lib/api/session.ts';
import { redirectTo } from '../../../lib/redirect.ts';
import { withTimeout } from '../../../lib/with-timeout.ts';
import { createSerialQueue } from '../../../lib/serial-queue.ts';
import { type ReadingPlace, readPosition } from '../position/position-store.ts';
import { createSwitchingLoader, OpeningFailure, reasonFor, servedFacts } from '../opening/fetch-opening.ts';
import { type OpenedBook, type PositionTracking, targetOf } from '../opening/open-book.ts';
import type { ReaderData } from '../opening/open-reader.ts';

const background = { handles: 'all', quiet: true } as const;

/** Time after which a connection on which nothing arrives counts as lost, ms. */
const PATIENCE_MS = 4000;

/**
 * Starts to open the sample of a part's address; it needs no session. An owner of the part is redirected to the whole
 * part.
 */
export async function startSample(params: Readonly<Record<string, string | undefined>>): Promise<ReaderData> {
  const { book_uuid: bookId = '', part_uuid: partId = '' } = params;
  const isTheirs = withTimeout(mayReadWhole(partId), PATIENCE_MS, (): never => {
    throw new OpeningFailure('unreachable');
  });
  // The screen shows the failure.
  // oxlint-disable-next-line only-throw-error -- how one is sent elsewhere
  if (await isTheirs.catch(() => false)) throw redirectTo(`/reader/${bookId}/${partId}`);
  const opening = isTheirs.then(async () => openSample(partId));
  opening.catch(() => {});
  return { opening };
}

/**
 * Whether the signed-in user owns the part: by the copy on this device, else by the reading position, whose request,
 * unlike opening the part, does not count as opening a purchase.
 * @throws {OpeningFailure} when it cannot be found out now: an owner must not get the sample in place of the part
 */
async function mayReadWhole(partId: string): Promise<boolean> {
  if (!session.isRefreshTokenValid()) return false;
  if ((await areCopiesOurs()) && (await storedEpubs.read(partId).catch(() => null))) return true;
  if (!isOnline()) throw new OpeningFailure('unreachable');
  if ((await startSession()) === 'unreachable') throw new OpeningFailure('unreachable');
  if (!session.accessToken()) return false;
  try {
    await request(getPosition, { params: { part_id: partId }, ...background });
    return true;
  } catch (error) {
    const reason = error instanceof ApiError ? reasonFor(error) : 'server';
    if (reason === 'unreachable' || reason === 'server') throw new OpeningFailure(reason, error);
    return false;
  }
}

/**
 * Opens a part's sample. Position and marks stay on this device, with the edition of the whole part; no file is stored.
 * @throws {OpeningFailure}
 */
export async function openSample(partId: string): Promise<OpenedBook> {
  const open = await fetchSample(partId);
  const { edition_id: editionId, part_characters: whole } = open;
  const facts = servedFacts(partId, { ...open, edition_size: 0, position: null });
  const { characters } = facts.publication;
  const loader = createSampleLoader(open.sample_id);
  bringStyles(loader, facts.publication);
  const reader = localReaderOf(session.claims()?.uid ?? '');
  const place = await placeOf(reader, partId);
  return {
    ...facts,
    // With the length of the whole part, each percentage is one of the whole part.
    publication: { ...facts.publication, characters: Math.max(whole, characters) },
    loader: createSwitchingLoader(loader),
    fromDevice: false,
    preview: false,
    localReader: reader,
    sample: {
      kind: open.kind,
      end: whole > 0 ? (characters / whole) * 100 : 100,
      charactersLeft: Math.max(0, whole - characters),
    },
    tracker: localTracker(reader, partId),
    start: place && targetOf(place, editionId),
    lost: null,
    question: null,
    remote: Promise.resolve(null),
    onRefused() {},
  };
}

async function fetchSample(partId: string): Promise<OpenSample & { readonly publication: Publication }> {
  if (!isOnline()) throw new OpeningFailure('unreachable');
  try {
    const open = await request(openSampleCall, { params: { part_id: partId }, ...background });
    return { ...open, publication: open.publication as Publication };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = reasonFor(error);
    throw new OpeningFailure(reason === 'not-found' || reason === 'no-access' ? 'no-sample' : reason, error);
  }
}

/**
 * The position in the sample. A reader who has signed in meanwhile continues at the position without an account; the
 * marks made then wait until the reader owns the part.
 */
async function placeOf(reader: string, partId: string) {
  const own = await readPosition(reader, partId).catch(() => null);
  return own ?? (await readPosition(localReaderOf(''), partId).catch(() => null));
}

/**
 * Number of stylesheets fetched together with the first section, which would request them later; a book has few.
 */
const STYLES_AT_ONCE = 2;

function bringStyles(loader: Loader, { resources }: Publication): void {
  const styles = resources.filter(({ mediaType }) => mediaType === 'text/css');
  // The loader keeps the files that arrive; the section requests the others again.
  for (const { path } of styles.slice(0, STYLES_AT_ONCE)) void loader.text(path).catch(() => {});
}

/** Fetches single files of a sample without a session, since they are public. */
function createSampleLoader(sampleId: string): Loader {
  return createUrlLoader({
    urlOf: (path) =>
      urlOf(getSampleFile, {
        sample_id: sampleId,
        '*': path.split('/').map(encodeURIComponent).join('/'),
      }),
  });
}

/** Stores the position on this device and does not send it. */
function localTracker(reader: string, partId: string): PositionTracking {
  const writing = createSerialQueue();
  return {
    local: null,
    move(place) {
      // Without storage the position lasts as long as the page.
      void writing.run(async () => savePlace(reader, partId, place)).catch(() => {});
    },
    async follow() {},
    async stay() {},
    leave() {},
    close() {},
  };
}

async function savePlace(reader: string, partId: string, place: ReadingPlace): Promise<void> {
  const row = { uid: reader, part_id: partId, ...place, baseRevision: 0, pending: true };
  await syncDatabase((database) => database.put('positions', row));
}
