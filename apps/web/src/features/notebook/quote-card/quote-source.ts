import { getNotebook, type NotebookPart } from '@cuentos/contract/notebook';
import { request } from '../../../lib/api/api-client.ts';
import { session } from '../../../lib/api/session.ts';
import { libraryCache } from '../../library/library-cache.ts';
import { partOnDevice } from '../entries.ts';
import { readNotes } from '../notebook-copies.ts';

/** Facts of a part that a shared passage shows beside its words. */
export interface QuoteSource {
  readonly part: NotebookPart;
  readonly author: string;
  /** Most letters that the shop lets be shared. */
  readonly max: number;
}

/** Asks the server, else this device, how passages of a part are shared; null where the shop lets none be, or nothing is known. */
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
