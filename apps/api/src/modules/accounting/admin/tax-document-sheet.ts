import type { TaxDocumentSheet } from '@cuentos/contract/accounting';
import type { Connection, Db } from '../../../platform/db/db.ts';
import type { TaxDocumentRow } from '../../../platform/db/tables/accounting.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { refuseOverwriting } from '../../../platform/http/seen-fields.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { TaxDocument } from '../../../ports/tax-documents.ts';
import { recordAudit } from '../../audit/service.ts';
import { documentsOfPayment, findDocument, findFolio, updateDocument } from '../repository.ts';

/** Reads the contents of a prepared document. @throws {AppError} tax_document_not_found */
export async function readSheet(connection: Connection, id: string): Promise<TaxDocumentSheet> {
  return presentSheet(connection, await requirePrepared(connection, id));
}

async function requirePrepared(connection: Connection, id: string): Promise<TaxDocumentRow> {
  const row = await findDocument(connection, id);
  if (!row || row.state !== 'issued' || row.content === null) throw new AppError('tax_document_not_found');
  return row;
}

/** Whether an admin may note the folio: the issuer gave none. */
const isFolioOpen = (row: TaxDocumentRow): boolean => row.folio === null || row.folio_typed_at !== null;

async function presentSheet(connection: Connection, row: TaxDocumentRow): Promise<TaxDocumentSheet> {
  const { id, kind, code, number, date, seller, lines, order, payment, reference, ...sums } = JSON.parse(
    row.content ?? '',
  ) as TaxDocument;
  const documents = reference === null ? [] : await documentsOfPayment(connection, row.payment_id);
  const boleta = documents.find((document) => document.id === reference?.id);
  return {
    id,
    kind,
    code,
    number,
    folio: row.folio,
    is_folio_open: isFolioOpen(row),
    date,
    seller,
    lines: [...lines],
    net: sums.net,
    vat: sums.vat,
    total: sums.total,
    order_id: order,
    payment_number: payment,
    reference: reference && {
      number: reference.number,
      // The boleta may have got its folio after the note was written down.
      folio: boleta?.folio ?? reference.folio,
      date: reference.date,
      reason: reference.reason,
    },
  };
}

/** A folio as an admin typed it. */
export interface TypedFolio {
  readonly folio: string | null;
  /** The folio with which the form began; undefined when the edit replaces whatever is there. */
  readonly seen: { readonly folio: string | null } | undefined;
  readonly actorId: string;
}

/**
 * Notes the folio of a document that was issued outside of the shop.
 * @throws {AppError} tax_document_not_found, folio_not_open, folio_taken, changed_meanwhile
 */
export async function typeFolio(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  id: string,
  { folio, seen, actorId }: TypedFolio,
): Promise<TaxDocumentSheet> {
  const now = clock.now();
  return db.withTx(async (tx) => {
    const row = await requirePrepared(tx, id);
    if (!isFolioOpen(row)) throw new AppError('folio_not_open');
    refuseOverwriting(seen, { folio: row.folio }, { folio });
    if (folio === row.folio) return presentSheet(tx, row);
    if (folio !== null && (await findFolio(tx, row.kind, folio))) throw new AppError('folio_taken');
    // Stays on a folio that is taken away, too: a restored backup must not bring it back.
    const change = { folio, folio_typed_at: now };
    await updateDocument(tx, id, change);
    const detail = { kind: row.kind, order: row.order_id, from: row.folio, to: folio };
    await recordAudit(tx, { actorId, action: 'tax_document.folio_typed', subject: id, detail }, now);
    return presentSheet(tx, { ...row, ...change });
  });
}
