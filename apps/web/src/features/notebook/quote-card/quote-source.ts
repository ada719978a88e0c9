import { getNotebook, type NotebookPart } from '@cuentos/contract/notebook';
import { request } from '../../../lib/api/api-client.ts';
import { session } from '../../../lib/api/session.ts';
import { libraryCache } from '../../library/library-cache.ts';
import { partOnDevice } from '../entries.ts';
import { readNotes } from '../notebook-copies.ts';

/** Facts of a part beside a shared passage. */
export interface QuoteSource {
  readonly part: NotebookPart;
  readonly author: string;
  /** Longest passage that the shop allows to share, letters. */
  readonly max: number;
}

/**
 * Asks the server, else this device, how passages of a part are shared; null where the shop forbids it, or nothing is
 * known.
 */
export async function readQuoteSource(partId: string): Promise<QuoteSource | null> {
  const ofDevice = async () => (await readNotes(session.claims()?.uid ?? '', partId)).notebook;
  const notebook = await request(getNotebook, { handles: 'all', quiet: true }).catch(async () =>
    ofDevice().catch(() => null),
  );
  if (!notebook || notebook.shared_quote_max === 0) return null;
  const part = notebook.parts.find(({ part_id: id }) => id === partId);
  const library = part ? null : await libraryCache.readLibrary().catch(() => null);
  return {
    part: part ?? partOnDevice(partId, library),
    author: notebook.author,
    max: notebook.shared_quote_max,
  };
}
