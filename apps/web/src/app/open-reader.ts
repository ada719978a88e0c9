import { redirect } from 'react-router';
import { openBook } from '../features/reader/open-book.ts';
import { openPreview } from '../features/reader/preview/open-preview.ts';
import { session } from '../lib/session.ts';
import { panels } from './panels.ts';
import type { WithOpening } from './route-data.ts';

/**
 * Begins to open what an address of the reader names (spec §2): a part for its reader, or for its editors with
 * `from_admin` 'true', where `?edition=` may name an edition that still waits. Others go to /not-authorized.
 */
export function openReader(params: Readonly<Record<string, string | undefined>>, url: string): WithOpening {
  const { part_uuid: partId = '', from_admin: fromAdmin } = params;
  const isPreview = fromAdmin === 'true';
  const role = session.claims()?.role;
  // oxlint-disable-next-line only-throw-error -- the router's way to redirect
  if (isPreview && (role === undefined || panels[role] === null)) throw redirect('/not-authorized');
  const opening = isPreview ? openPreview(partId, new URL(url).searchParams.get('edition')) : openBook(partId);
  opening.catch(() => {}); // the screen says why
  return { opening };
}
