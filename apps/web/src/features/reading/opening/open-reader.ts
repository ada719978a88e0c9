import { openBook, type OpenedBook } from './open-book.ts';
import { redirectTo } from '../../../lib/redirect.ts';
import { withTimeout } from '../../../lib/with-timeout.ts';
import { session } from '../../../lib/api/session.ts';
import { setDeviceOwner } from '../../../device/owner.ts';
import { teamHomes } from '../../../lib/team-homes.ts';

/** Loader data of the reader: the book is opened while its screen loads. */
export interface ReaderData {
  readonly opening: Promise<OpenedBook>;
}

/** Longest wait for the database with the owner's name, ms. */
const PATIENCE_MS = 1000;

/**
 * Starts to open the part of a reader's address: for its reader, or for its editors with `from_admin` 'true', where
 * `?edition=` may name an unpublished edition. Others are sent to /not-authorized.
 */
export function openReader(params: Readonly<Record<string, string | undefined>>, url: string): ReaderData {
  const { part_uuid: partId = '', from_admin: fromAdmin } = params;
  const isPreview = fromAdmin === 'true';
  const role = session.claims()?.role;
  // oxlint-disable-next-line only-throw-error -- how one is sent elsewhere
  if (isPreview && (role === undefined || teamHomes[role] === null)) throw redirectTo('/not-authorized');
  const opening = ownerKnown().then(async () =>
    isPreview ? preview(partId, new URL(url).searchParams.get('edition')) : openBook(partId),
  );
  opening.catch(() => {}); // the screen shows the reason
  return { opening };
}

/** Waits until the owner of this device's copies is known; a failure of storage does not stop the opening. */
async function ownerKnown(): Promise<void> {
  await withTimeout(
    setDeviceOwner().catch(() => {}),
    PATIENCE_MS,
    () => {},
  );
}

/** Loaded for editors only, so that readers do not load it. */
async function preview(partId: string, editionId: string | null): Promise<OpenedBook> {
  const { openPreview } = await import('./open-preview.ts');
  return openPreview(partId, editionId);
}
