import type { TaxDocumentSheet } from '@cuentos/contract/accounting';
import type { OwnOrder } from '@cuentos/contract/orders';
import type { WaitingRow } from '@cuentos/contract/today';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { endAgain, readEndings } from '../../../platform/db/endings.ts';
import type { TaxDocument } from '../../../ports/tax-documents.ts';
import { get, refusal } from '../../../testing/calls.ts';
import { createAccountingService, documentsForCopy } from '../service.ts';
import { type AccountedShop, openAccountedShop, type Paid } from '../testing/accounting-fixture.ts';

/** Documents that are issued outside of the shop, and the folios that admins enter for them. */
let books: AccountedShop;
beforeAll(async () => {
  books = await openAccountedShop();
});
afterAll(async () => books.close());
beforeEach(async () => books.decide('issuer'));

const refund = async ({ bought }: Paid, partId: string | null = null) => {
  const request = { orderId: bought.order_id, partId, reason: 'lo pidió', actorId: books.admin.user.id };
  await books.shop.services.refunds.requestRefund(request);
  await books.shop.settled();
};
const documentsOf = async ({ bought }: Paid) =>
  (await books.documents()).filter(({ order_id: id }) => id === bought.order_id);
const issue = async () => books.shop.services.accounting.issueDocuments();
const ownOrder = async ({ reader, bought }: Paid) =>
  (await get(books.shop, '/api/orders', await reader.headers()))
    .json<OwnOrder[]>()
    .find(({ id }) => id === bought.order_id);
const sheetOf = async (id: string) =>
  (await get(books.shop, `/api/admin/tax_documents/${id}`, await books.adminHeaders())).json<TaxDocumentSheet>();
const type = async (id: string, body: object, headers?: Record<string, string>) =>
  books.shop.app.inject({
    method: 'PUT',
    url: `/api/admin/tax_documents/${id}/folio`,
    headers: headers ?? (await books.adminHeaders()),
    payload: body,
  });
const waiting = async (row: WaitingRow['kind'] = 'folio') =>
  (await get(books.shop, '/api/admin/today/waiting', await books.adminHeaders()))
    .json<{ waiting: WaitingRow[] }>()
    .waiting.find(({ kind }) => kind === row)?.count ?? 0;
const prepared = async (): Promise<{ paid: Paid; boleta: Awaited<ReturnType<typeof documentsOf>>[number] }> => {
  const paid = await books.pay(1490, 700);
  await issue();
  const [boleta] = await documentsOf(paid);
  return { paid, boleta: boleta! };
};

it('a document waits in Hoy until its folio is entered, and again when the folio is removed', async () => {
  const { boleta } = await prepared();
  const before = await waiting();
  expect(before).toBeGreaterThan(0);
  expect((await type(boleta.id, { folio: ' 5711 ' })).statusCode).toBe(200);
  expect(await waiting()).toBe(before - 1);
  expect((await type(boleta.id, { folio: null })).statusCode).toBe(200);
  expect(await waiting()).toBe(before);
});

it('a document counts in Hoy as failed only when the issuer refused it, not while it waits to be prepared', async () => {
  const paid = await books.pay(1490, 700);
  const [boleta] = await documentsOf(paid);
  expect([boleta?.state, await waiting('document')]).toEqual(['requested', 0]);
  await books.shop.ports.db.withTx(async (tx) => {
    await tx.updateTable('tax_documents').set({ state: 'failed' }).where('id', '=', boleta!.id).execute();
  });
  expect(await waiting('document')).toBe(1);
});

it('a document is called prepared in the month and its file, and issued once its folio is entered', async () => {
  const { paid, boleta } = await prepared();
  const rowOf = async () => (await books.month()).rows.find(({ order_id: id }) => id === paid.bought.order_id);
  const copyOf = async () => documentsForCopy(books.shop.ports.db.read, paid.reader.id);
  const lineOf = async () => (await books.csv()).find((cells) => cells.includes(paid.bought.order_id));
  expect((await rowOf())?.document).toMatchObject({ state: 'prepared', folio: null });
  expect((await lineOf())?.slice(-2)).toEqual(['', 'Preparada, falta emitirla']);
  expect(await copyOf()).toMatchObject([{ state: 'prepared' }]);
  await type(boleta.id, { folio: '4712' });
  expect((await rowOf())?.document).toMatchObject({ state: 'issued', folio: '4712' });
  expect((await lineOf())?.slice(-2)).toEqual(['4712', 'Emitida']);
  expect(await copyOf()).toMatchObject([{ state: 'issued', folio: '4712' }]);
  expect((await ownOrder(paid))?.documents).toMatchObject([{ folio: '4712' }]);
  const entries = await books.shop.rows.audits('tax_document.folio_typed');
  const entry = entries.find(({ subject }) => subject === boleta.id);
  expect(JSON.parse(entry!.detail)).toMatchObject({ kind: 'boleta', from: null, to: '4712' });
});

it('the downloaded file has the entered folio, and the stored file stays as it was written', async () => {
  const { boleta } = await prepared();
  const fileOf = async () => {
    const answer = await get(books.shop, `/api/tax_documents/${boleta.id}`, await books.adminHeaders());
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)));
    return answer.json<Record<string, unknown>>();
  };
  const written = await fileOf();
  expect(written).toMatchObject({ numbering: 'internal', number: boleta.number });
  expect(written).not.toHaveProperty('folio');
  await type(boleta.id, { folio: '4713' });
  expect(await fileOf()).toEqual({ ...written, folio: '4713' });
  await type(boleta.id, { folio: null });
  expect(await fileOf()).toEqual(written);
});

it('the file of a credit note has the current folio of its boleta', async () => {
  const { paid, boleta } = await prepared();
  await type(boleta.id, { folio: '4713' });
  await refund(paid, paid.partIds[1]);
  await issue();
  const [, note] = await documentsOf(paid);
  const fileOf = async () =>
    (await get(books.shop, `/api/tax_documents/${note!.id}`, await books.adminHeaders())).json<TaxDocument>();
  const written = await fileOf();
  expect(written.reference).toMatchObject({ folio: '4713', number: boleta.number });
  await type(boleta.id, { folio: '4714' });
  expect(await fileOf()).toEqual({ ...written, reference: { ...written.reference, folio: '4714' } });
  await type(boleta.id, { folio: null });
  expect(await fileOf()).toEqual({ ...written, reference: { ...written.reference, folio: null } });
  await type(note!.id, { folio: '9' });
  expect(await fileOf()).toMatchObject({ folio: '9', reference: { folio: null } });
});

it('the sheet shows the fields to enter at the tax office, and a credit note the current folio of its boleta', async () => {
  const { paid, boleta } = await prepared();
  await refund(paid, paid.partIds[1]);
  await issue();
  const [, note] = await documentsOf(paid);
  expect(await sheetOf(boleta.id)).toMatchObject({
    code: 39,
    number: boleta.number,
    folio: null,
    is_folio_open: true,
    date: boleta.content === null ? '' : JSON.parse(boleta.content).date,
    seller: { rut: '12.345.678-5', name: 'Ana Rojas' },
    lines: [{ total: 1490 }, { total: 700 }],
    net: 1840,
    vat: 350,
    total: 2190,
    reference: null,
  });
  await type(boleta.id, { folio: '4713' });
  expect(await sheetOf(note!.id)).toMatchObject({
    code: 61,
    total: 700,
    reference: { folio: '4713', number: boleta.number, reason: 'Devolución parcial' },
  });
});

it.each(['0', '04', '12.345', 'A1', '12345678901', '', '-3'])('%s is refused as a folio', async (folio) => {
  const { boleta } = await prepared();
  expect(refusal(await type(boleta.id, { folio }))).toMatchObject({ status: 422, code: 'invalid_request' });
});

it('a folio of another document of the same kind is refused, of another kind accepted', async () => {
  const [first, second] = [await prepared(), await prepared()];
  await refund(second.paid);
  await issue();
  const [, note] = await documentsOf(second.paid);
  await type(first.boleta.id, { folio: '4720' });
  expect(refusal(await type(second.boleta.id, { folio: '4720' }))).toMatchObject({
    status: 409,
    code: 'folio_taken',
  });
  expect((await type(note!.id, { folio: '4720' })).statusCode).toBe(200);
});

it('a stale edit is rejected: another admin entered the folio since the form was opened', async () => {
  const { boleta } = await prepared();
  await type(boleta.id, { folio: '4731' });
  const stale = await type(boleta.id, { folio: '4732', seen: { folio: null } });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({ code: 'changed_meanwhile', fields: { folio: '4731' } });
  expect((await type(boleta.id, { folio: '4732', seen: { folio: '4731' } })).statusCode).toBe(200);
});

it('a folio of the issuer is kept, and readers cannot enter one', async () => {
  const paid = await books.pay(1490);
  const { db, clock, storage } = books.shop.ports;
  const { seller } = books.shop.services.shop;
  const issuer = { name: 'test', issue: async () => ({ folio: '990', file: 'tax-documents/990.json' }) };
  await createAccountingService({ db, clock, storage, seller, publicUrl: null, issuer }).issueDocuments();
  const [boleta] = await documentsOf(paid);
  expect(await sheetOf(boleta!.id)).toMatchObject({ folio: '990', is_folio_open: false });
  expect(refusal(await type(boleta!.id, { folio: '991' }))).toMatchObject({ status: 409, code: 'folio_not_open' });
  expect((await type(boleta!.id, { folio: '991' }, await paid.reader.headers())).statusCode).toBe(403);
});

it('a folio survives the restore of an older backup, after which the document is made again', async () => {
  const { boleta } = await prepared();
  const older = (await books.documents()).find(({ id }) => id === boleta.id)!;
  await type(boleta.id, { folio: '4741' });
  const { db, clock } = books.shop.ports;
  await db.withTx(async (tx) => {
    const endings = await readEndings(tx);
    // In the backup the document is requested, without number and folio.
    const asked = { ...older, state: 'requested', number: null, content: null, next_attempt_at: 0 } as const;
    await tx
      .updateTable('tax_documents')
      .set({ ...asked, folio_typed_at: null })
      .where('id', '=', boleta.id)
      .execute();
    await endAgain(tx, endings, clock.now());
  });
  await issue();
  const after = (await books.documents()).find(({ id }) => id === boleta.id);
  expect(after).toMatchObject({ state: 'issued', number: boleta.number, folio: '4741' });
});

it.each(['4742', null])('the folio is %s after an older backup with another folio is restored', async (folio) => {
  const { boleta } = await prepared();
  await type(boleta.id, { folio: '4740' });
  const older = (await books.documents()).find(({ id }) => id === boleta.id)!;
  await type(boleta.id, { folio, seen: { folio: '4740' } });
  const { db, clock } = books.shop.ports;
  await db.withTx(async (tx) => {
    const endings = await readEndings(tx);
    await tx.updateTable('tax_documents').set(older).where('id', '=', boleta.id).execute();
    await endAgain(tx, endings, clock.now());
  });
  expect((await books.documents()).find(({ id }) => id === boleta.id)?.folio).toBe(folio);
});

it('a document has no sheet before it is prepared', async () => {
  const paid = await books.pay(1490);
  const [boleta] = await documentsOf(paid);
  const answer = await get(books.shop, `/api/admin/tax_documents/${boleta!.id}`, await books.adminHeaders());
  expect(refusal(answer)).toMatchObject({ status: 404, code: 'tax_document_not_found' });
});
