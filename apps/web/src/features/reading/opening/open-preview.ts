import { adminDownloadPart, adminOpenPart } from '@cuentos/contract/editions';
import type { OpenPart } from '@cuentos/contract/reading';
import { openEdition } from '@cuentos/epub/container/zip-loader';
import { request } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { fetchFile } from '../../../device/fetch-file.ts';
import { isOnline } from '../../../device/network-status.ts';
import { storedPreviews } from '../../../device/stored-previews.ts';
import { beginCopy } from '../../../device/begin-copy.ts';
import {
  createEditionLoader,
  createSwitchingLoader,
  OpeningFailure,
  reasonFor,
  servedFacts,
  storedFacts,
} from './fetch-opening.ts';
import type { OpenedBook, PositionTracking } from './open-book.ts';

/** Stores no position: a preview is not a reader's reading. */
const noTracker: PositionTracking = {
  local: null,
  move() {},
  async follow() {},
  async stay() {},
  leave() {},
  close() {},
};

type CommonFields = Pick<
  OpenedBook,
  'preview' | 'localReader' | 'sample' | 'tracker' | 'start' | 'question' | 'remote' | 'lost' | 'onRefused'
>;
const common: CommonFields = {
  preview: true,
  localReader: null,
  sample: null,
  tracker: noTracker,
  start: null,
  question: null,
  remote: Promise.resolve(null),
  lost: null,
  onRefused() {},
};

const background = { handles: 'all', quiet: true } as const;

/**
 * Opens a part for its editors: the named edition, else the newest unpublished one, else the published one. It stores
 * no position, counts nothing, and keeps its file in a store of its own.
 * @throws {OpeningFailure}
 */
export async function openPreview(partId: string, editionId: string | null): Promise<OpenedBook> {
  if (!isOnline()) return fromDevice(partId, editionId);
  let open: OpenPart;
  try {
    const query = { edition_id: editionId };
    open = await request(adminOpenPart, { params: { id: partId }, query, ...background });
  } catch (error) {
    throw error instanceof ApiError ? new OpeningFailure(refusal(error), error) : error;
  }
  const facts = servedFacts(partId, open);
  const loader = createSwitchingLoader(createEditionLoader(open.edition_id));
  void savePreview(partId, open, loader).catch(() => {
    // Reading goes on file by file when storing fails.
  });
  return {
    ...common,
    ...facts,
    loader,
    fromDevice: false,
  };
}

/** The editor of another book is refused like any reader. */
function refusal(error: ApiError): OpeningFailure['reason'] {
  const reason = reasonFor(error);
  return reason === 'no-access' || reason === 'not-found' ? 'no-preview' : reason;
}

async function fromDevice(partId: string, editionId: string | null): Promise<OpenedBook> {
  const record = await storedPreviews.read(partId).catch(() => null);
  if (!record || (editionId !== null && record.edition_id !== editionId)) throw new OpeningFailure('not-here');
  const { publication, loader } = await openEdition(record.epub);
  return {
    ...common,
    ...storedFacts(record),
    publication,
    loader: createSwitchingLoader(loader),
    fromDevice: true,
  };
}

/** Stores the file, unless the same one is stored already, and reads from it. */
async function savePreview(partId: string, open: OpenPart, loader: OpenedBook['loader']): Promise<void> {
  const query = { edition_id: open.edition_id };
  const mayKeep = beginCopy();
  const link = await request(adminDownloadPart, { params: { id: partId }, query, ...background });
  const stored = await storedPreviews.read(partId).catch(() => null);
  if (stored && stored.edition_id === link.edition_id && stored.hash === link.hash) {
    if (link.edition_id === open.edition_id) loader.switchTo((await openEdition(stored.epub)).loader);
    return;
  }
  const epub = await fetchFile({
    // Its pieces are stored apart from those of the reader's own copy.
    partId: `preview:${partId}`,
    link,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  if (!(await mayKeep())) return;
  await storedPreviews.store({
    id: partId,
    epub,
    edition_id: link.edition_id,
    hash: link.hash,
    size: link.size,
    book_id: open.book.id,
    book_name: open.book.name,
    part_name: open.part.name,
  });
  if (link.edition_id === open.edition_id) loader.switchTo((await openEdition(epub)).loader);
}
