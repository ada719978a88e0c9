import type { StoragePort } from '../../ports/storage.ts';
import { IssuerUnavailable, type TaxDocument, type TaxDocumentIssuer } from '../../ports/tax-documents.ts';

/** Version of the file's form; docs/operations/tax-documents.md describes it. */
const FORMAT = 'tax-document/1';

/**
 * Writes each document down as a file, to be issued elsewhere by hand. Its numbers are the shop's own; it gives no
 * folios, and what it writes is no document of the tax office's.
 */
export function createFileIssuer(storage: StoragePort): TaxDocumentIssuer {
  return {
    name: 'files',
    async issue(document: TaxDocument) {
      const file = `tax-documents/${document.id}.json`;
      const content = `${JSON.stringify({ format: FORMAT, numbering: 'internal', ...document }, null, 2)}\n`;
      try {
        // Writes the same bytes each time, so that writing twice changes nothing.
        await storage.putBytes(file, Buffer.from(content), 'application/json');
      } catch (error) {
        throw new IssuerUnavailable('the document could not be stored', { cause: error });
      }
      return { folio: null, file };
    },
  };
}
