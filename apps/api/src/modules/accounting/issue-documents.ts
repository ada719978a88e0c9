import { roundTogether } from '@cuentos/domain/orders/apportion';
import { splitVat, VAT_OF_TOTAL } from '@cuentos/domain/orders/price';
import { type Backoff, nextTryAt } from '@cuentos/domain/time/backoff';
import { formatCivilDate } from '@cuentos/domain/time/civil-date';
import { DAY_MS } from '@cuentos/domain/time/durations';
import { santiagoDate } from '@cuentos/domain/time/santiago';
import { type Connection, type Db, isUniqueViolation, type Tx } from '../../platform/db/db.ts';
import type { TaxDocumentRow } from '../../platform/db/tables/accounting.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  IssuerRefused,
  type IssuedDocument,
  type TaxDocument,
  type TaxDocumentIssuer,
  type TaxDocumentLine,
} from '../../ports/tax-documents.ts';
import { workThroughPages } from '../../platform/jobs/work-through.ts';
import { recordAudit } from '../audit/service.ts';
import { listAdmins } from '../auth/service.ts';
import { lateDocumentsMail, type MailSeller, queueMail, mailSenderOf } from '../mail/service.ts';
import * as repository from './repository.ts';

export interface IssueContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly issuer: TaxDocumentIssuer;
  readonly seller: MailSeller;
  /** `PUBLIC_URL`; null lets links in mails out. */
  readonly publicUrl: string | null;
}

const BATCH = 50;
/** Waits between tries; never given up, because the law demands the document. */
const BACKOFF: Backoff = { waitsMin: [1, 5, 15, 60, 240], after: 'repeat' };
/** Wait after a refusal, which an admin has to resolve. */
const REFUSED_AGAIN_MS = DAY_MS;
/** Admins are mailed once about a document that is missing for this long. */
const PATIENCE_MS = DAY_MS;

/** Makes the due documents. Safe at any time and in several processes: each document is made once. */
export async function issueDocuments(context: IssueContext, signal?: AbortSignal): Promise<void> {
  const { db, clock, seller } = context;
  const now = clock.now();
  // Once the seller's data are entered, waiting documents become due at once, before their next try.
  if (isSellerKnown(seller)) await db.withTx(async (tx) => repository.wakeForSeller(tx, now));
  await workThroughPages(
    async (last: TaxDocumentRow | null) => repository.dueDocuments(db.read, { now, after: last }, BATCH),
    signal,
    async ({ id }) => issueDocument(context, id),
  );
}

const isSellerKnown = ({ seller_tax_id: rut, seller_name: name }: MailSeller): boolean => rut !== null && name !== null;

async function issueDocument(context: IssueContext, id: string): Promise<void> {
  const ready = await numbered(context, id);
  if (ready === null) return;
  let issuedDocument: IssuedDocument;
  try {
    issuedDocument = await context.issuer.issue(ready);
  } catch (error) {
    await postpone(context, id, error instanceof IssuerRefused ? 'refused' : 'unavailable');
    return;
  }
  await finish(context, id, issuedDocument);
}

/** Number of tries to take a document number while other processes take numbers, too. */
const TRIES = 5;

async function numbered(context: IssueContext, id: string, tries = TRIES): Promise<TaxDocument | null> {
  try {
    return await context.db.withTx(async (tx) => prepare(tx, context, id));
  } catch (error) {
    if (tries <= 1 || !isUniqueViolation(error)) throw error;
    return numbered(context, id, tries - 1);
  }
}

/**
 * Gives a document its number and writes down what it says, once: whatever changes meanwhile, and however often the
 * process is stopped, every try is about the same document.
 * @returns null when there is nothing to make now.
 */
async function prepare(tx: Tx, { clock, seller }: IssueContext, id: string): Promise<TaxDocument | null> {
  const row = await repository.findDocument(tx, id);
  if (!row || row.state === 'issued') return null;
  if (row.content !== null) return JSON.parse(row.content) as TaxDocument;
  const { seller_tax_id: rut, seller_name: name, seller_address: address } = seller;
  const boleta = row.kind === 'boleta' ? null : await boletaOf(tx, row);
  const now = clock.now();
  if (row.kind === 'credit_note' && boleta?.state !== 'issued') {
    // A credit note names its boleta, which is made first.
    await repository.updateDocument(tx, id, { next_attempt_at: nextTryAt(BACKOFF, 0, now) });
    return null;
  }
  if (rut === null || name === null) {
    await repository.updateDocument(tx, id, failure(row, 'seller', now));
    return null;
  }
  const number = (await repository.lastNumber(tx, row.kind)) + 1;
  const document = await compose(tx, { row, number, seller: { rut, name, address }, boleta: boleta ?? null });
  await repository.updateDocument(tx, id, { number, content: JSON.stringify(document) });
  return document;
}

async function boletaOf(tx: Tx, { payment_id: paymentId }: TaxDocumentRow): Promise<TaxDocumentRow | undefined> {
  return (await repository.documentsOfPayment(tx, paymentId)).find(({ kind }) => kind === 'boleta');
}

interface Content {
  readonly row: TaxDocumentRow;
  readonly number: number;
  readonly seller: TaxDocument['seller'];
  readonly boleta: TaxDocumentRow | null;
}

const dayOf = (instant: number): string => formatCivilDate(santiagoDate(instant));

async function compose(tx: Tx, { row, number, seller, boleta }: Content): Promise<TaxDocument> {
  const payment = await repository.findPayment(tx, row.payment_id);
  return {
    id: row.id,
    kind: row.kind,
    code: row.kind === 'boleta' ? 39 : 61,
    number,
    date: dayOf(row.at),
    seller,
    currency: 'CLP',
    lines: documentLines(await linesOf(tx, row), row),
    net: row.net,
    vat: row.vat,
    total: row.total,
    order: row.order_id ?? '',
    payment: payment?.provider_payment_id ?? '',
    reference:
      boleta === null
        ? null
        : {
            code: 39,
            id: boleta.id,
            number: boleta.number ?? 0,
            folio: boleta.folio,
            date: dayOf(boleta.at),
            reason: row.total === boleta.total ? 'Anula la boleta: devolución total' : 'Devolución parcial',
          },
  };
}

interface Line {
  readonly name: string;
  readonly total: number;
}

/** Makes the lines of a document: the parts of its order, or the returned ones. */
async function linesOf(connection: Connection, row: TaxDocumentRow): Promise<Line[]> {
  const items = row.order_id === null ? [] : await repository.itemsOf(connection, row.order_id);
  const named = items.map(({ part_id: id, book, part, amount }) => ({ id, name: `${book}: ${part}`, total: amount }));
  if (row.kind === 'boleta') return named;
  const part = row.refund_id === null ? null : await repository.partOfRefund(connection, row.refund_id);
  const title = named.find(({ id }) => id === part)?.name ?? named.map(({ name }) => name).join(', ');
  return [{ name: `Devolución: ${title}`, total: row.total }];
}

/** Splits lines so that their net and tax add up to those of the document. */
function documentLines(lines: readonly Line[], { total, net }: Pick<TaxDocumentRow, 'total' | 'net'>) {
  const chargedLines = lines.filter((line) => line.total > 0);
  const sum = chargedLines.reduce((all, line) => all + line.total, 0);
  const documentLines: readonly Line[] = sum === total ? chargedLines : [{ name: lines[0]?.name ?? 'Venta', total }];
  const shares = roundTogether(
    documentLines.map((line) => line.total * (VAT_OF_TOTAL.of - VAT_OF_TOTAL.share)),
    VAT_OF_TOTAL.of,
    net,
  );
  return documentLines.map((line, index): TaxDocumentLine => {
    const ofLine = shares[index] ?? splitVat(line.total).net;
    return { name: line.name, quantity: 1, net: ofLine, vat: line.total - ofLine, total: line.total };
  });
}

function failure(row: TaxDocumentRow, last_error: TaxDocumentRow['last_error'], now: number): Partial<TaxDocumentRow> {
  const attempts = row.attempts + 1;
  if (last_error === 'unavailable') {
    return { state: 'requested', attempts, last_error, next_attempt_at: nextTryAt(BACKOFF, row.attempts, now) };
  }
  return { state: 'failed', attempts, last_error, next_attempt_at: now + REFUSED_AGAIN_MS };
}

async function postpone(
  { db, clock }: IssueContext,
  id: string,
  error: NonNullable<TaxDocumentRow['last_error']>,
): Promise<void> {
  await db.withTx(async (tx) => {
    const row = await repository.findDocument(tx, id);
    if (!row || row.state === 'issued') return;
    await repository.updateDocument(tx, id, failure(row, error, clock.now()));
    if (error !== 'refused' || row.last_error === 'refused') return;
    const entry = { actorId: null, action: 'tax_document.refused', subject: id } as const;
    await recordAudit(tx, { ...entry, detail: { kind: row.kind, order: row.order_id } }, clock.now());
  });
}

async function finish({ db, clock, issuer }: IssueContext, id: string, issuedDocument: IssuedDocument): Promise<void> {
  const now = clock.now();
  await db.withTx(async (tx) => {
    const row = await repository.findDocument(tx, id);
    if (!row || row.state === 'issued') return;
    await repository.updateDocument(tx, id, {
      state: 'issued',
      // Keeps a folio that was entered by hand: after a restore the document is made again and would overwrite it.
      folio: issuedDocument.folio ?? row.folio,
      file_key: issuedDocument.file,
      issuer: issuer.name,
      issued_at: now,
      next_attempt_at: null,
      last_error: null,
    });
    const detail = {
      kind: row.kind,
      number: row.number,
      folio: issuedDocument.folio,
      total: row.total,
      order: row.order_id,
    };
    const action = issuedDocument.folio === null ? 'tax_document.prepared' : 'tax_document.issued';
    await recordAudit(tx, { actorId: null, action, subject: id, detail }, now);
  });
}

/** Mails every admin, once for each document that is not there a day after it was asked for; several go into one mail. */
export async function alertAdmins({ db, clock, seller, publicUrl }: IssueContext): Promise<void> {
  const now = clock.now();
  const late = await repository.lateDocuments(db.read, now - PATIENCE_MS);
  if (late.length === 0) return;
  const admins = await listAdmins(db.read);
  await db.withTx(async (tx) => {
    const lines: Parameters<typeof lateDocumentsMail>[0]['lines'][number][] = [];
    for (const { id } of late) {
      // Another process may have mailed the admins, or made the document, since the list was read.
      const row = await repository.findDocument(tx, id);
      if (!row || row.alerted_at !== null || row.state === 'issued') continue;
      await repository.updateDocument(tx, id, { alerted_at: now });
      const { kind, total, at, last_error: reason, order_id: order } = row;
      lines.push({ kind, total, since: at, reason: reason ?? 'unavailable', order });
    }
    if (lines.length === 0) return;
    for (const { id, name, email } of admins) {
      const content = lateDocumentsMail({ from: mailSenderOf(seller, publicUrl), adminName: name, lines });
      await queueMail(tx, email, `late-documents:${now}:${late[0]?.id}:${id}`, content, now);
    }
  });
}
