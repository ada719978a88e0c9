import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import type { OwnOrder, Receipt } from '@cuentos/contract/orders';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { get, refusal } from '../../testing/calls.ts';
import { IssuerRefused, IssuerUnavailable, type TaxDocument } from '../../ports/tax-documents.ts';
import { createAccountingService } from './service.ts';
import { type AccountedShop, openAccountedShop, type Paid } from './testing/accounting-fixture.ts';

let books: AccountedShop;
beforeAll(async () => {
  books = await openAccountedShop();
});
afterAll(async () => books.close());
beforeEach(async () => books.decide('issuer'));
afterEach(async () => {
  await books.shop.setSwitches({ api: 'normal' });
  await books.shop.services.accounting.issueDocuments();
});

const refund = async ({ bought }: Paid, partId: string | null = null) => {
  const request = { orderId: bought.order_id, partId, reason: 'lo pidió', actorId: books.admin.user.id };
  await books.shop.services.refunds.requestRefund(request);
  await books.shop.settled();
};
const documentsOf = async ({ bought }: Paid) =>
  (await books.documents()).filter(({ order_id: id }) => id === bought.order_id);
const issue = async () => books.shop.services.accounting.issueDocuments();
const ownOrder = async ({ reader, bought }: Paid): Promise<OwnOrder> => {
  const orders = (await get(books.shop, '/api/orders', await reader.headers())).json<OwnOrder[]>();
  return orders.find(({ id }) => id === bought.order_id)!;
};
const contentOf = async (id: string, headers: Record<string, string>) =>
  (await get(books.shop, `/api/tax_documents/${id}`, headers)).json<TaxDocument & { numbering: string }>();

/** A second issuer beside the shop's. */
function serviceWith(calls: (document: TaxDocument) => Promise<{ folio: string | null; file: string }>) {
  const { db, clock, storage } = books.shop.ports;
  const { seller } = books.shop.services.shop;
  return createAccountingService({
    db,
    clock,
    storage,
    seller,
    publicUrl: null,
    issuer: { name: 'test', issue: calls },
  });
}

describe('a sale while the issuer makes boletas', () => {
  it('gets one boleta with its lines, its tax and the next number, in a file', async () => {
    const paid = await books.pay(1490, 700);
    await issue();
    const [boleta, ...others] = await documentsOf(paid);
    expect(others).toEqual([]);
    expect(boleta).toMatchObject({ kind: 'boleta', state: 'issued', total: 2190, net: 1840, vat: 350, folio: null });
    const content = await contentOf(boleta!.id, await paid.reader.headers());
    expect(content).toMatchObject({
      format: 'tax-document/1',
      numbering: 'internal',
      code: 39,
      number: boleta!.number,
      date: '2026-11-18',
      seller: { rut: '12.345.678-5', name: 'Ana Rojas' },
      total: 2190,
      order: paid.bought.order_id,
      payment: String(paid.paymentId),
      reference: null,
    });
    expect(content.lines.map(({ total }) => total)).toEqual([1490, 700]);
    expect(content.lines.reduce((sum, { net }) => sum + net, 0)).toBe(content.net);
    expect(content.lines.reduce((sum, { vat }) => sum + vat, 0)).toBe(content.vat);
    expect(JSON.stringify(content), 'names no buyer').not.toMatch(/Lucía|@/);
  });

  it('gets one boleta, however often and by however many processes its payment is reported', async () => {
    const paid = await books.pay();
    const other = books.shop.startProcess();
    for (let copy = 0; copy < 3; copy += 1) await books.shop.notify(paid.paymentId);
    const providerPayment = await books.shop.ports.payments.getPayment(String(paid.paymentId));
    await Promise.all([
      other.payments.settlePayment(providerPayment),
      books.shop.services.payments.settlePayment(providerPayment),
    ]);
    await books.shop.settled();
    await Promise.all([issue(), issue(), issue()]);
    expect((await documentsOf(paid)).map(({ kind, state }) => [kind, state])).toEqual([['boleta', 'issued']]);
  });

  it('gets one boleta from two processes that see the approval at the same moment', async () => {
    const reader = await books.shop.reader();
    const part = await books.shop.part();
    const bought = await books.shop.buy(reader, part.id);
    await books.shop.setPayment(9901, { preference_id: bought.id, status: 'approved' });
    const providerPayment = await books.shop.ports.payments.getPayment('9901');
    const others = [books.shop.startProcess(), books.shop.startProcess()];
    await Promise.all(others.map(async (process) => process.payments.settlePayment(providerPayment)));
    const rows = (await books.documents()).filter(({ order_id: id }) => id === bought.order_id);
    expect(rows.map(({ kind }) => kind)).toEqual(['boleta']);
  });

  it('gets a credit note for each refund, which names the boleta and in total never exceeds it', async () => {
    const paid = await books.pay(1490, 700);
    await refund(paid, paid.partIds[1]);
    await issue();
    books.shop.clock.time += HOUR_MS;
    await refund(paid);
    await issue();
    const [boleta, first, second, ...others] = await documentsOf(paid);
    expect(others).toEqual([]);
    expect([first, second].map((note) => [note?.kind, note?.total])).toEqual([
      ['credit_note', 700],
      ['credit_note', 1490],
    ]);
    expect([first?.number, second?.number]).toEqual([expect.any(Number), (first?.number ?? 0) + 1]);
    const content = await contentOf(first!.id, await paid.reader.headers());
    expect(content).toMatchObject({ code: 61, total: 700, reference: { code: 39, id: boleta!.id } });
    expect(content.reference?.number).toBe(boleta!.number);
  });

  it('gets one credit note for a refund that the provider reports before ours is done', async () => {
    const paid = await books.pay(1490, 700);
    await books.shop.setSwitches({ api: 'refuse_refunds' });
    await refund(paid, paid.partIds[1]);
    await books.shop.setSwitches({ api: 'normal' });
    // An admin refunds at the provider's site while our refund is pending.
    await books.move(paid.paymentId, { transaction_amount_refunded: 700 });
    books.shop.clock.time += HOUR_MS;
    await books.shop.services.refunds.processRefunds();
    await books.shop.settled();
    await issue();
    expect((await documentsOf(paid)).map(({ kind, total }) => [kind, total])).toEqual([
      ['boleta', 2190],
      ['credit_note', 700],
    ]);
    const { rows, differences } = await books.month();
    const mine = rows.filter(({ order_id: id }) => id === paid.bought.order_id);
    expect(mine.map(({ kind, total }) => `${kind} ${total}`).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'payment 2190',
      'refund -700',
    ]);
    expect(differences).toEqual([]);
  });

  it('gets no document if its payment is refunded automatically', async () => {
    const paid = await books.pay();
    const before = await books.documents();
    await books.payAgain(paid.bought);
    await books.payAgain(paid.bought, { transaction_amount: 9000 });
    await issue();
    expect(await books.documents()).toHaveLength(before.length);
  });

  it('gets no credit note for a chargeback', async () => {
    const paid = await books.pay();
    await books.move(paid.paymentId, { status: 'charged_back' });
    expect((await documentsOf(paid)).map(({ kind }) => kind)).toEqual(['boleta']);
  });

  it('gets a credit note for the refund if a bank returns a chargeback after the buyer paid again', async () => {
    const paid = await books.pay();
    await books.move(paid.paymentId, { status: 'charged_back' });
    await books.payAgain(paid.bought);
    await books.move(paid.paymentId, { status: 'charged_back', status_detail: 'reimbursed' });
    await books.shop.services.refunds.processRefunds();
    await books.shop.settled();
    expect((await documentsOf(paid)).map(({ kind, total }) => [kind, total])).toEqual([
      ['boleta', 1490],
      ['boleta', 1490],
      ['credit_note', 1490],
    ]);
    expect((await books.month()).differences).toEqual([]);
  });

  it('gets one credit note if it was settled by other means, and no second one when the provider reports it too', async () => {
    const paid = await books.pay();
    await books.shop.setSwitches({ api: 'refuse_refunds' });
    await refund(paid);
    const payment = (await books.shop.rows.payments()).find(({ order_id: id }) => id === paid.bought.order_id)!;
    const action = { paymentId: payment.id, reason: 'transferencia', actorId: books.admin.user.id };
    await books.shop.services.payments.settleOutside(action);
    expect((await documentsOf(paid)).map(({ kind, total }) => [kind, total])).toEqual([
      ['boleta', 1490],
      ['credit_note', 1490],
    ]);
    await books.shop.setSwitches({ api: 'normal' });
    await books.move(paid.paymentId, { status: 'refunded' });
    expect(await documentsOf(paid)).toHaveLength(2);
  });
});

describe('the decision about tax documents', () => {
  it('applies to later payments: a sale with a voucher never gets a boleta or a credit note', async () => {
    await books.decide('voucher');
    const before = await books.pay();
    await books.decide('issuer');
    for (let copy = 0; copy < 2; copy += 1) await books.shop.notify(before.paymentId);
    await books.shop.settled();
    await refund(before);
    await issue();
    expect(await documentsOf(before)).toEqual([]);
    expect((await ownOrder(before)).documents).toMatchObject([{ kind: 'voucher', id: null }]);
  });

  it('does not change a sale that has a boleta, which still gets its credit notes', async () => {
    const paid = await books.pay();
    await books.decide('voucher');
    await refund(paid);
    await issue();
    expect((await documentsOf(paid)).map(({ kind }) => kind)).toEqual(['boleta', 'credit_note']);
    expect((await ownOrder(paid)).documents.map(({ kind }) => kind)).toEqual(['boleta', 'credit_note']);
  });

  it('is counted as missing for sales made before it', async () => {
    await books.decide('undecided');
    const { undecided } = await books.month();
    const paid = await books.pay();
    await books.decide('issuer');
    await refund(paid);
    expect(await documentsOf(paid)).toEqual([]);
    expect((await books.month()).undecided).toBe(undecided + 1);
    expect((await ownOrder(paid)).documents).toEqual([]);
  });
});

describe('the issuer', () => {
  it('gets the same request again as long as it does not answer', async () => {
    const paid = await books.pay();
    const issuedDocuments: TaxDocument[] = [];
    const silent = serviceWith(async (document) => {
      issuedDocuments.push(document);
      throw new IssuerUnavailable('down');
    });
    for (let day = 0; day < 30; day += 1) {
      await silent.issueDocuments();
      books.shop.clock.time += 5 * HOUR_MS;
    }
    const mine = issuedDocuments.filter(({ order }) => order === paid.bought.order_id);
    expect(mine.length).toBe(30);
    expect(new Set(mine.map((document) => JSON.stringify(document))).size).toBe(1);
    await issue();
    const [boleta] = await documentsOf(paid);
    expect(boleta).toMatchObject({ state: 'issued', number: mine[0]!.number });
  });

  it('gets a request a day after a refusal, and at once when an admin asks', async () => {
    const paid = await books.pay();
    let calls = 0;
    const refusing = serviceWith(async () => {
      calls += 1;
      throw new IssuerRefused('no');
    });
    await refusing.issueDocuments();
    books.shop.clock.time += HOUR_MS;
    await refusing.issueDocuments();
    expect(calls).toBe(1);
    const [boleta] = await documentsOf(paid);
    expect(boleta).toMatchObject({ state: 'failed', last_error: 'refused' });
    const url = `/api/admin/tax_documents/${boleta!.id}/retry`;
    const retried = await books.shop.app.inject({ method: 'POST', url, headers: await books.adminHeaders() });
    expect(retried.statusCode).toBe(200);
    expect((await documentsOf(paid))[0]?.state).toBe('issued');
    const again = await books.shop.app.inject({ method: 'POST', url, headers: await books.adminHeaders() });
    expect(refusal(again)).toMatchObject({ status: 409, code: 'nothing_to_retry' });
  });

  it('gets no request for a credit note before its boleta is made, and one request from two processes', async () => {
    const paid = await books.pay(1490, 700);
    await refund(paid, paid.partIds[1]);
    const requests: string[] = [];
    const refusing = serviceWith(async ({ kind, id }) => {
      requests.push(kind);
      if (kind === 'boleta') throw new IssuerRefused('no');
      return { folio: null, file: `tax-documents/${id}.json` };
    });
    await refusing.issueDocuments();
    expect(requests).toEqual(['boleta']);
    books.shop.clock.time += DAY_MS + 1;
    const calls: string[] = [];
    const file = ({ id }: TaxDocument) => ({ folio: null, file: `tax-documents/${id}.json` });
    const other = serviceWith(async (document) => {
      calls.push(document.kind);
      return file(document);
    });
    // While one process waits for its first answer, the other makes all the documents.
    const slow = serviceWith(async (document) => {
      calls.push(document.kind);
      await other.issueDocuments();
      return file(document);
    });
    await slow.issueDocuments();
    expect(calls.filter((kind) => kind === 'credit_note')).toHaveLength(1);
    expect((await documentsOf(paid)).map(({ state }) => state)).toEqual(['issued', 'issued']);
  });

  it('makes one document though the process is killed right after the request', async () => {
    const paid = await books.pay();
    const documentsById = new Map<string, TaxDocument>();
    const dying = serviceWith(async (document) => {
      documentsById.set(document.id, document);
      throw new Error('killed');
    });
    await dying.issueDocuments();
    books.shop.clock.time += HOUR_MS;
    const other = serviceWith(async (document) => {
      expect(documentsById.get(document.id), 'another document').toEqual(document);
      return { folio: '4711', file: `tax-documents/${document.id}.json` };
    });
    await other.issueDocuments();
    expect(await documentsOf(paid)).toMatchObject([{ state: 'issued', folio: '4711' }]);
  });

  it('numbers documents without gaps, whatever fails in between', async () => {
    for (let index = 0; index < 3; index += 1) await refund(await books.pay(990));
    await serviceWith(async () => {
      throw new IssuerUnavailable('down');
    }).issueDocuments();
    books.shop.clock.time += HOUR_MS;
    await issue();
    // Credit notes wait until their boletas have been made.
    books.shop.clock.time += HOUR_MS;
    await issue();
    for (const kind of ['boleta', 'credit_note']) {
      const numbers = (await books.documents()).filter((row) => row.kind === kind).map(({ number }) => number);
      expect(numbers.toSorted((a, b) => a! - b!)).toEqual(numbers.map((_, index) => index + 1));
    }
  });

  it('gives each document a number of its own though several processes request at once', async () => {
    const paid: Paid[] = [];
    for (let index = 0; index < 4; index += 1) paid.push(await books.pay(700));
    const waiting = (await Promise.all(paid.map(documentsOf))).flat();
    const { accounting } = books.shop.services;
    await Promise.all(waiting.map(async ({ id }) => accounting.retry(id, books.admin.user.id).catch(() => undefined)));
    await issue();
    const numbers = (await books.documents()).filter(({ kind }) => kind === 'boleta').map(({ number }) => number);
    expect(numbers.toSorted((a, b) => a! - b!)).toEqual(numbers.map((_, index) => index + 1));
  });

  it('makes a document though another one fails', async () => {
    const paid = [await books.pay(), await books.pay()];
    const { db } = books.shop.ports;
    const { withTx } = db;
    let transactions = 0;
    // The first transaction wakes documents that wait for the seller's data, the second numbers the first document.
    vi.spyOn(db, 'withTx').mockImplementation(async (work) => {
      transactions += 1;
      if (transactions === 2) throw new Error('the first document fails');
      return withTx(work);
    });
    await expect(issue()).rejects.toThrow('the first document fails');
    vi.restoreAllMocks();
    const states = (await Promise.all(paid.map(documentsOf))).flat().map(({ state }) => state);
    expect(states.toSorted()).toEqual(['issued', 'requested']);
    await issue();
  });

  it("makes documents as soon as the seller's RUT is entered, not a day later", async () => {
    const { shop } = books.shop.services;
    const legal = await shop.section('legal');
    const publish = async (facts: object) =>
      shop.publish(
        { section: 'legal', revision: (await shop.section('legal')).revision, actorId: null },
        facts as never,
      );
    await publish({ ...(legal.published as object), seller_tax_id: null });
    const paid = await books.pay();
    await issue();
    expect(await documentsOf(paid)).toMatchObject([{ state: 'failed', last_error: 'seller' }]);
    await publish(legal.published as object);
    await issue();
    expect(await documentsOf(paid)).toMatchObject([{ state: 'issued' }]);
  });

  it("gets no request without the seller's RUT, and admins are told once about documents open for a day", async () => {
    const { shop } = books.shop.services;
    const legal = await shop.section('legal');
    const without = { ...(legal.published as object), seller_tax_id: null } as never;
    await shop.publish({ section: 'legal', revision: legal.revision, actorId: null }, without);
    const paid = await books.pay();
    await issue();
    expect(await documentsOf(paid)).toMatchObject([{ state: 'failed', last_error: 'seller', number: null }]);
    const mails = async () => books.shop.rows.mails('late-documents');
    await books.shop.services.accounting.alertAdmins();
    expect(await mails()).toEqual([]);
    books.shop.clock.time += DAY_MS + 1;
    await books.shop.services.accounting.alertAdmins();
    await books.shop.services.accounting.alertAdmins();
    expect(await mails()).toHaveLength(1);
    expect((await mails())[0]?.text).toContain('faltan el RUT o el nombre de quien vende');
    await shop.publish(
      { section: 'legal', revision: (await shop.section('legal')).revision, actorId: null },
      legal.published as never,
    );
    await issue();
    expect(await documentsOf(paid)).toMatchObject([{ state: 'issued' }]);
  });
});

describe('a tax document', () => {
  it('is visible to its buyer and to admins, and does not exist for others', async () => {
    const paid = await books.pay();
    await issue();
    const [boleta] = await documentsOf(paid);
    const url = `/api/tax_documents/${boleta!.id}`;
    const ask = async (headers: Record<string, string>) => get(books.shop, url, headers);
    expect((await ask(await paid.reader.headers())).statusCode).toBe(200);
    expect((await ask(await books.adminHeaders())).statusCode).toBe(200);
    const other = await books.shop.reader();
    expect(refusal(await ask(await other.headers()))).toMatchObject({ status: 404, code: 'tax_document_not_found' });
    expect((await ask({})).statusCode).toBe(401);
  });

  it('is listed in the order and on the receipt, with its file as soon as that exists', async () => {
    const paid = await books.pay();
    expect((await ownOrder(paid)).documents).toMatchObject([{ kind: 'boleta', number: null, has_file: false }]);
    await issue();
    const { documents } = await ownOrder(paid);
    expect(documents).toMatchObject([{ kind: 'boleta', number: expect.any(Number) as number, has_file: true }]);
    const url = `/api/orders/${paid.bought.order_id}/receipt`;
    const receipt = (await get(books.shop, url, await paid.reader.headers())).json<Receipt>();
    expect(receipt.documents).toEqual(documents);
  });

  it('is restored when only its file was lost', async () => {
    const paid = await books.pay();
    await issue();
    const [boleta] = await documentsOf(paid);
    const before = await contentOf(boleta!.id, await paid.reader.headers());
    await books.shop.ports.storage.delete(boleta!.file_key!);
    expect(await contentOf(boleta!.id, await paid.reader.headers())).toEqual(before);
  });

  it('is not made again by another issuer', async () => {
    const paid = await books.pay();
    await issue();
    const [boleta] = await documentsOf(paid);
    await books.shop.ports.storage.delete(boleta!.file_key!);
    const requests: string[] = [];
    const other = serviceWith(async ({ id }) => {
      requests.push(id);
      return { folio: '1', file: boleta!.file_key! };
    });
    const caller = { userId: books.admin.user.id, role: 'admin' } as const;
    await expect(other.documentFile(caller, boleta!.id)).rejects.toMatchObject({ code: 'tax_document_not_found' });
    expect(requests).toEqual([]);
  });
});
