import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { OrderDocument } from '@cuentos/contract/accounting';
import { MINUTE_MS, SECOND_MS } from '@cuentos/domain/time/durations';
import type { Connection } from '../../platform/db/db.ts';
import type { TaxDocumentRow } from '../../platform/db/tables/accounting.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import { toIso } from '../../platform/to-iso.ts';
import { FileMissing, type StoragePort } from '../../ports/storage.ts';
import type { TaxDocument } from '../../ports/tax-documents.ts';
import { recordAudit } from '../audit/service.ts';
import { alertAdmins, type IssueContext, issueDocuments } from './issue-documents.ts';
import { catchUp } from './movements.ts';
import * as repository from './repository.ts';

export type AccountingService = ReturnType<typeof createAccountingService>;

export interface DocumentFile {
  readonly name: string;
  readonly content: Awaited<ReturnType<StoragePort['read']>>;
}

type Deps = IssueContext & { readonly storage: StoragePort };

/** Movements of money, and their tax documents. */
export function createAccountingService(deps: Deps) {
  const { db, clock } = deps;
  return {
    issueDocuments: async (signal?: AbortSignal) => issueDocuments(deps, signal),
    alertAdmins: async () => alertAdmins(deps),
    catchUp: async (signal?: AbortSignal) => catchUp(db, signal),
    /** The file of a document, for its buyer and for admins. @throws {AppError} tax_document_not_found */
    async documentFile(caller: Pick<Caller, 'userId' | 'role'>, id: string): Promise<DocumentFile> {
      const row = await repository.findDocument(db.read, id);
      const isTheirs = row && (caller.role === 'admin' || (await repository.ownerOf(db.read, row)) === caller.userId);
      if (!row || !isTheirs) throw new AppError('tax_document_not_found');
      return fileOf(deps, row);
    },
    /** The file of any document, for the holder of an accountant's link. @throws {AppError} tax_document_not_found */
    async fileForAccountant(id: string): Promise<DocumentFile> {
      const row = await repository.findDocument(db.read, id);
      if (!row) throw new AppError('tax_document_not_found');
      return fileOf(deps, row);
    },
    /** Makes a document due now. @throws {AppError} tax_document_not_found, nothing_to_retry */
    async retry(id: string, actorId: string): Promise<void> {
      const now = clock.now();
      await db.withTx(async (tx) => {
        const row = await repository.findDocument(tx, id);
        if (!row) throw new AppError('tax_document_not_found');
        if (row.state === 'issued') throw new AppError('nothing_to_retry');
        await repository.updateDocument(tx, id, { next_attempt_at: now });
        await recordAudit(tx, { actorId, action: 'tax_document.retried', subject: id }, now);
      });
      await issueDocuments(deps);
    },
  };
}

async function fileOf(context: Deps, row: TaxDocumentRow): Promise<DocumentFile> {
  if (row.file_key === null) throw new AppError('tax_document_not_found');
  const content = await openFile(context, row, row.file_key);
  const folios = row.file_key.endsWith('.json') ? await typedFolios(context.db.read, row) : {};
  return { name: fileName(row), content: Object.keys(folios).length > 0 ? await withFolios(content, folios) : content };
}

/** Folios that an admin typed since a file was written: of its document, and of the boleta that a credit note names. */
interface TypedFolios {
  readonly own?: string;
  /** Number of the boleta; null once it was deleted. */
  readonly boleta?: string | null;
}

async function typedFolios(connection: Connection, row: TaxDocumentRow): Promise<TypedFolios> {
  const documents = row.kind === 'credit_note' ? await repository.documentsOfPayment(connection, row.payment_id) : [];
  const boleta = documents.find(({ kind }) => kind === 'boleta');
  return {
    ...(row.folio !== null && row.folio_typed_at !== null ? { own: row.folio } : {}),
    ...(boleta !== undefined && boleta.folio_typed_at !== null ? { boleta: boleta.folio } : {}),
  };
}

/** Puts the typed folios into what is handed out; the file is kept as it was written. */
async function withFolios({ stream }: DocumentFile['content'], folios: TypedFolios): Promise<DocumentFile['content']> {
  const document = (await json(stream)) as TaxDocument;
  const { own, boleta } = folios;
  const handedOut = {
    ...document,
    ...(own === undefined ? {} : { folio: own }),
    ...(boleta === undefined || document.reference === null
      ? {}
      : { reference: { ...document.reference, folio: boleta } }),
  };
  const bytes = Buffer.from(`${JSON.stringify(handedOut, null, 2)}\n`);
  return { stream: Readable.from([bytes]), size: bytes.length };
}

/** Makes the file anew from its row where a restored backup has no file. */
async function openFile(context: Deps, row: TaxDocumentRow, key: string): Promise<DocumentFile['content']> {
  try {
    return await context.storage.read(key);
  } catch (error) {
    if (!(error instanceof FileMissing) || row.content === null) throw error;
    // Refuses another issuer's document: the present issuer would make a second one of the same sale.
    if (row.issuer !== context.issuer.name) throw new AppError('tax_document_not_found');
    const { file } = await context.issuer.issue(JSON.parse(row.content) as never);
    return context.storage.read(file);
  }
}

function fileName({ kind, number, folio, file_key: key }: TaxDocumentRow): string {
  const word = kind === 'boleta' ? 'boleta' : 'nota-de-credito';
  return `${word}-${folio ?? `interna-${number ?? 0}`}.${key?.split('.').at(-1) ?? 'json'}`;
}

/** Tax documents of several orders, by order. */
export async function documentsOfOrders(
  connection: Connection,
  orderIds: readonly string[],
): Promise<Map<string, OrderDocument[]>> {
  const { documents, vouchers } = await repository.documentsOfOrders(connection, orderIds);
  const voucher = { kind: 'voucher', id: null, folio: null, number: null, total: null, at: null, has_file: false };
  return new Map(
    orderIds.map((orderId) => [
      orderId,
      [
        ...(vouchers.includes(orderId) ? [voucher as OrderDocument] : []),
        ...documents
          .filter((row) => row.order_id === orderId)
          .map(({ id, kind, folio, number, total, at, state, file_key: key }) => ({
            kind,
            id,
            folio,
            number: state === 'issued' ? number : null,
            total,
            at: toIso(at),
            has_file: state === 'issued' && key !== null,
          })),
      ],
    ]),
  );
}

/** Each is safe to run at any time and in several processes. */
export function accountingJobs(accounting: AccountingService): Job[] {
  return [
    { name: 'tax-documents', everyMs: 30 * SECOND_MS, run: accounting.issueDocuments },
    { name: 'late-documents', everyMs: 10 * MINUTE_MS, run: accounting.alertAdmins },
    { name: 'money-movements', everyMs: 10 * MINUTE_MS, run: accounting.catchUp },
  ];
}

export { isBehind, noteEarlier, noteMovements, paymentNow } from './movements.ts';
export { documentsForCopy } from './repository.ts';
