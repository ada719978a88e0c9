import { DAY_MS } from '@cuentos/domain/time/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { monthAfter, monthOf, monthSpan } from '@cuentos/domain/accounting/month';
import type { Stats } from '@cuentos/contract/reports';
import { get, refusal } from '../../testing/calls.ts';
import { addReader } from '../../testing/fixtures.ts';
import { type AccountedShop, openAccountedShop, type Paid } from './testing/accounting-fixture.ts';

let books: AccountedShop;
beforeAll(async () => {
  books = await openAccountedShop();
});
afterAll(async () => books.close());

let month = '2027-01';
/** Each test uses a month of its own. */
beforeEach(async () => {
  await books.decide('issuer');
  month = monthAfter(month, 2);
  books.shop.clock.time = Date.parse(`${month}-10T15:00:00Z`);
});

const refund = async ({ bought }: Paid, partId: string | null = null) => {
  const request = { orderId: bought.order_id, partId, reason: 'lo pidió', actorId: books.admin.user.id };
  await books.shop.services.refunds.requestRefund(request);
  await books.shop.settled();
};

describe('a month', () => {
  it('adds up to the peso: sales, returns, tax, fees and the rest', async () => {
    const [first, second] = [await books.pay(1490), await books.pay(990, 490)];
    await refund(second, second.partIds[1]);
    const { sums, rows, differences } = await books.month();
    expect(sums).toEqual({
      sales: 2970,
      returns: -490,
      net: 1252 + 1244 - 412,
      vat: 238 + 236 - 78,
      owed: 0,
      fees: 57 + 56,
      total: 2480,
      left: 1252 + 1244 - 412 - 113,
    });
    expect(differences).toEqual([]);
    expect(rows.map(({ kind, total }) => [kind, total])).toEqual(
      expect.arrayContaining([
        ['payment', 1490],
        ['payment', 1480],
        ['refund', -490],
      ]),
    );
    for (const row of rows) expect(row.net + row.vat + row.owed).toBe(row.total);
    const row = rows.find(({ order_id: id }) => id === first.bought.order_id);
    expect(row).toMatchObject({ buyer: { name: 'Lucía Reyes' }, document: { kind: 'boleta', state: 'requested' } });
    expect(row?.titles).toHaveLength(1);
  });

  it('has a bridge to the sales figures for the fee of a double payment', async () => {
    const { bought } = await books.pay(1490);
    await books.payAgain(bought);
    await books.shop.services.refunds.processRefunds();
    expect((await books.month()).bridges).toEqual([
      { figure: 'fees', sales: 57, accounting: 114, lines: [{ reason: 'not_a_sale', amount: 57 }] },
      { figure: 'left', sales: 1195, accounting: 1138, lines: [{ reason: 'fees', amount: -57 }] },
    ]);
  });

  it('counts a sale of its first instant, as the sales figures do', async () => {
    const before = books.shop.clock.now();
    const { to = 0 } = monthSpan(monthOf(before)) ?? {};
    books.shop.clock.time = to;
    await books.pay(1490);
    expect([(await books.month(before)).bridges, (await books.month()).bridges]).toEqual([[], []]);
    expect([(await books.month(before)).sums.sales, (await books.month()).sums.sales]).toEqual([0, 1490]);
    books.shop.clock.time = before;
  });

  it('equals the sales figures', async () => {
    await books.pay(1490);
    await refund(await books.pay(990));
    const { sums } = await books.month();
    const url = `/api/admin/stats?from=${month}-01&to=${month}-28`;
    const { figures } = (await get(books.shop, url, await books.adminHeaders())).json<Stats>();
    const figure = (key: string) => figures.find((each) => each.key === key)?.value;
    expect([figure('amount'), figure('refunds'), figure('fees')]).toEqual([sums.sales, sums.returns, sums.fees]);
    expect((await books.month()).bridges).toEqual([]);
  });

  it('counts a refund of a sale of an earlier month, whose sums do not change', async () => {
    const paid = await books.pay();
    const before = await books.month();
    const then = books.shop.clock.time;
    books.shop.clock.time += 31 * DAY_MS;
    await refund(paid);
    expect((await books.month(then)).sums).toEqual(before.sums);
    expect((await books.month()).sums).toMatchObject({ sales: 0, returns: -1490, net: -1252, vat: -238 });
  });

  it('contains every change recorded in it, also one whose transaction began in the month before', async () => {
    const { clock } = books.shop;
    const { db, payments } = books.shop.ports;
    const noted = new Set<number>();
    const withTx = db.withTx.bind(db);
    const slow = vi.spyOn(db, 'withTx').mockImplementation(async (work) => {
      // Waiting for the writer takes a second of the test's clock, and half a second passes before the next call.
      clock.time += 1000;
      noted.add(clock.time);
      try {
        return await withTx(work);
      } finally {
        clock.time += 500;
      }
    });
    try {
      const [first, second] = [await books.pay(), await books.pay(990)];
      await refund(first);
      await books.shop.setSwitches({ api: 'refuse_refunds' });
      await refund(second);
      const { id } = (await books.shop.rows.payments()).find((row) => row.order_id === second.bought.order_id)!;
      await books.shop.services.payments.settleOutside({ paymentId: id, reason: '', actorId: books.admin.user.id });
      expect(await payments.getPayment(String(first.paymentId))).toMatchObject({ refundedAmount: 1490 });
      const from = Date.parse(`${month}-01T12:00:00Z`);
      const rows = await db.handle
        .selectFrom('money_movements')
        .select(['kind', 'at'])
        .where('at', '>=', from)
        .execute();
      expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['payment', 'payment', 'refund', 'settled']);
      for (const { kind, at } of rows) expect(noted.has(at), kind).toBe(true);
    } finally {
      slow.mockRestore();
      await books.shop.setSwitches({ api: 'normal' });
    }
  });

  it('counts payments that bought nothing on both sides, without tax', async () => {
    const paid = await books.pay();
    await books.payAgain(paid.bought);
    await books.shop.services.refunds.processRefunds();
    await books.shop.settled();
    const { sums, rows } = await books.month();
    expect(sums).toMatchObject({ sales: 1490, returns: 0, net: 1252, vat: 238, owed: 0 });
    const others = rows.filter((row) => !row.is_sale);
    expect(others.map(({ total, net, vat, document }) => [total, net, vat, document.kind])).toEqual(
      expect.arrayContaining([
        [1490, 0, 0, 'none'],
        [-1490, 0, 0, 'none'],
      ]),
    );
  });

  it('counts a chargeback in its own month, and its return in another', async () => {
    const paid = await books.pay();
    await books.move(paid.paymentId, { status: 'charged_back' });
    expect((await books.month()).sums).toMatchObject({ sales: 1490, returns: -1490, vat: 0 });
    books.shop.clock.time += 31 * DAY_MS;
    await books.move(paid.paymentId, { status: 'charged_back', status_detail: 'reimbursed' });
    expect((await books.month()).sums).toMatchObject({ sales: 0, returns: 1490 });
    expect((await books.month()).differences).toEqual([]);
  });

  it('has no boleta for a sale first seen as charged back; the month in which the bank returns it has', async () => {
    const reader = await books.shop.reader();
    const parts = [
      await books.shop.part(),
      await books.shop.part({ value: 700 }),
      await books.shop.part({ value: 490 }),
    ];
    const bought = await books.shop.buy(reader, ...parts.map(({ id }) => id));
    const report = { status: 'charged_back', transaction_amount_refunded: 700 };
    const paymentId = await books.payAgain(bought, report);
    const mine = async () => (await books.documents()).filter(({ order_id: id }) => id === bought.order_id);
    expect(await mine()).toEqual([]);
    books.shop.clock.time += 31 * DAY_MS;
    await books.move(paymentId, { status: 'approved' });
    const won = books.shop.clock.now();
    await refund({ bought, reader, partIds: [], paymentId }, parts[2]!.id);
    expect((await mine()).map(({ kind, total, at }) => [kind, total, monthOf(at)])).toEqual([
      ['boleta', 1980, monthOf(won)],
      ['credit_note', 490, monthOf(won)],
    ]);
    expect((await books.month()).differences).toEqual([]);
  });

  it('names the payment when its movements do not add up to the ledger', async () => {
    const paid = await books.pay();
    await books.shop.ports.db.handle
      .updateTable('payments')
      .set({ refunded_amount: 1 })
      .where('provider_payment_id', '=', String(paid.paymentId))
      .execute();
    expect((await books.month()).differences).toEqual([
      { payment_number: String(paid.paymentId), order_id: paid.bought.order_id, held: 1489, noted: 1490 },
    ]);
    await books.move(paid.paymentId, { transaction_amount_refunded: 1 });
    expect((await books.month()).differences).toEqual([]);
  });

  it('gets the movements that an earlier version did not record, on their days, without documents', async () => {
    const paid = await books.pay();
    const before = await books.month();
    const { handle } = books.shop.ports.db;
    await handle.deleteFrom('money_movements').execute();
    await handle.deleteFrom('tax_documents').execute();
    books.shop.clock.time += 31 * DAY_MS;
    const after = await books.month(books.shop.clock.time - 31 * DAY_MS);
    expect(after.sums).toEqual(before.sums);
    expect(after.differences).toEqual([]);
    expect(after.rows[0]).toMatchObject({ order_id: paid.bought.order_id, document: { kind: 'undecided' } });
    expect(await books.documents()).toEqual([]);
  });

  const reports = {
    'the provider tells that a part went back': async ({ paymentId }: Paid) =>
      books.move(paymentId, { transaction_amount_refunded: 490 }),
    'a refund of ours is made': async (paid: Paid) => {
      // Only the answer to the refund arrives, as if the provider's notice were late.
      await books.shop.setSwitches({ notice: 'drop' });
      await refund(paid);
      await books.shop.setSwitches({ notice: 'send' });
    },
    'it is settled by other means': async (paid: Paid) => {
      await books.shop.setSwitches({ api: 'refuse_refunds', notice: 'drop' });
      await books.shop.services.refunds.requestRefund({
        orderId: paid.bought.order_id,
        partId: null,
        reason: '',
        actorId: books.admin.user.id,
      });
      await books.shop.settled();
      await forgetNotes();
      const { id } = (await books.shop.rows.payments()).find((row) => row.order_id === paid.bought.order_id)!;
      await books.shop.services.payments.settleOutside({ paymentId: id, reason: '', actorId: books.admin.user.id });
      await books.shop.setSwitches({ api: 'normal', notice: 'send' });
    },
  } as const;
  const forgetNotes = async () => {
    const { handle } = books.shop.ports.db;
    await handle.deleteFrom('money_movements').execute();
    await handle.deleteFrom('tax_documents').execute();
  };

  it.each(Object.entries(reports))(
    'of the past does not change and gets no document when %s first',
    async (_, change) => {
      const paid = await books.pay();
      const then = books.shop.clock.time;
      await forgetNotes();
      books.shop.clock.time += 31 * DAY_MS;
      await change(paid);
      await books.shop.services.accounting.issueDocuments();
      expect(await books.documents()).toEqual([]);
      const [before, after] = [await books.month(then), await books.month()];
      expect(before.sums).toMatchObject({ sales: 1490, returns: 0 });
      expect(before.rows).toMatchObject([{ document: { kind: 'undecided' } }]);
      expect(after.sums).toMatchObject({ sales: 0 });
      expect(after.sums.returns).toBeLessThan(0);
      expect([...before.differences, ...after.differences]).toEqual([]);
    },
  );

  it('has a spreadsheet file with every row and the sums, in which no cell is a formula', async () => {
    const reader = await books.shop.reader();
    const part = await books.shop.part({ name: '=HYPERLINK("https://malo.example")' });
    await books.payAgain(await books.shop.buy(reader, part.id));
    await books.shop.services.accounting.issueDocuments();
    const [head, ...rows] = await books.csv();
    const [row, sums] = rows;
    const cell = (of: string[] | undefined, name: string) => of?.[head!.indexOf(name)];
    expect(cell(row, 'Detalle')).toMatch(/=HYPERLINK/);
    expect(cell(row, 'Detalle')).not.toMatch(/^=/);
    expect([cell(row, 'Neto'), cell(row, 'IVA'), cell(row, 'Total')]).toEqual(['1252', '238', '1490']);
    expect([cell(row, 'Documento'), cell(row, 'Estado')]).toEqual(['Boleta (39)', 'Preparada, falta emitirla']);
    const { rows: told } = await books.month();
    expect(told[0]?.document).toMatchObject({ state: 'prepared', folio: null, has_file: true });
    // Only a document with a folio counts as issued.
    const { handle } = books.shop.ports.db;
    await handle.updateTable('tax_documents').set({ folio: '4711' }).where('id', '=', told[0]!.document.id).execute();
    expect((await books.month()).rows[0]?.document).toMatchObject({ state: 'issued', folio: '4711' });
    expect([cell(sums, 'Fecha'), cell(sums, 'Neto'), cell(sums, 'Total'), cell(sums, 'Comisión')]).toEqual([
      'Totales del mes',
      '1252',
      '1490',
      '57',
    ]);
  });

  it('is for admins only, and must be a valid month', async () => {
    const others = [(await addReader(books.shop, { role: 'writter' })).headers, (await addReader(books.shop)).headers];
    const now = monthOf(books.shop.clock.now());
    for (const headers of others) {
      for (const path of [now, `${now}/movements.csv`]) {
        expect(refusal(await get(books.shop, `/api/admin/accounting/${path}`, headers)).status).toBe(403);
      }
    }
    const headers = await books.adminHeaders();
    expect(refusal(await get(books.shop, '/api/admin/accounting/hoy', headers)).status).toBe(404);
    for (const wrong of ['2026-13', '0000-00', '1999-12']) {
      expect(refusal(await get(books.shop, `/api/admin/accounting/${wrong}`, headers)).status, wrong).toBe(422);
    }
  });
});

describe("the provider's report", () => {
  it('agrees with the ledger to the peso', async () => {
    await books.pay(1490);
    const second = await books.pay(990, 490);
    await refund(second, second.partIds[1]);
    await books.payAgain(second.bought);
    await books.shop.services.refunds.processRefunds();
    const { status, body } = await books.compare(await books.report());
    expect([status, body.differences, body.agreeing]).toEqual([200, [], 3]);
    const { sums } = await books.month();
    expect(body.provider).toEqual(body.ours);
    expect(body.ours.came + body.ours.back).toBe(sums.total);
    expect(body.ours.fee).toBe(sums.fees);
    expect(await books.shop.rows.audits('accounting.compared')).not.toEqual([]);
  });

  it('lists payments that are missing on either side or differ, with their orders', async () => {
    const [known, other, changed] = [await books.pay(), await books.pay(), await books.pay()];
    const lines = (await books.report()).split('\r\n');
    const report = lines
      .filter((line) => !line.includes(`;${known.paymentId};`))
      .map((line) => (line.includes(`;${changed.paymentId};`) ? line.replace('1490.00', '1400.00') : line))
      .map((line) => (line.includes(`;${other.paymentId};`) ? line.replace(/-5\d\.\d\d/, '-60.00') : line));
    const [first] = lines.slice(1);
    report.splice(1, 0, first!.replace(/;\d+;/, ';123456;').replace(/^[^;]*/, 'de-otra-tienda'));
    const { body } = await books.compare(report.join('\r\n'));
    const differences = body.differences.map(({ kind, payment_number: id, order_id: order, titles }) => [
      kind,
      id,
      order,
      titles.length,
    ]);
    expect(differences).toHaveLength(4);
    expect(differences).toEqual(
      expect.arrayContaining([
        ['only_provider', '123456', null, 0],
        ['only_ours', String(known.paymentId), known.bought.order_id, 1],
        ['amount', String(changed.paymentId), changed.bought.order_id, 1],
        ['fee', String(other.paymentId), other.bought.order_id, 1],
      ]),
    );
  });

  it('is refused with a sentence if it is unusable, and not stored', async () => {
    const paid = await books.pay();
    const good = await books.report();
    const compareFile = async (file: string | Uint8Array) => {
      const { status, body } = await books.compare(file);
      expect(status, String(file).slice(0, 40)).toBe(422);
      return body.detail;
    };
    expect(await compareFile('')).toMatch(/no es el reporte/);
    expect(await compareFile('hola')).toMatch(/no es el reporte/);
    expect(await compareFile('a;b;c\r\n1;2;3')).toMatch(/no es el reporte/);
    expect(await compareFile(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).toMatch(/planilla/);
    expect(await compareFile('DATE;SOURCE_ID;RECORD_TYPE;NET_CREDIT_AMOUNT;GROSS_AMOUNT\r\n')).toMatch(/Liberaciones/);
    expect(await compareFile(good.replace('FEE_AMOUNT', 'OTRA'))).toMatch(/FEE_AMOUNT/);
    expect(await compareFile(good.replace('1490.00', '1.490'))).toMatch(/línea 2/);
    expect(await compareFile(good.replace('1490.00', '=1490'))).toMatch(/línea 2/);
    // An ambiguous date is refused, not guessed.
    for (const day of [
      'ayer',
      '03/04/2027',
      '4 Mar 2027 10:00',
      '2027-03-04T10:00:00',
      '2027-03-04',
      '2027-02-31T10:00Z',
    ]) {
      expect(await compareFile(good.replace(/2\d{3}-\d\d-\d\dT[^;]*/, day)), day).toMatch(/fecha/);
    }
    expect(await compareFile(`${good}"sin cerrar`)).toMatch(/dañado/);
    const reader = await books.shop.reader();
    const url = `/api/admin/accounting/${month}/report`;
    const refused = await books.shop.app.inject({ method: 'POST', url, headers: await reader.headers(), payload: {} });
    expect(refused.statusCode).toBe(403);
    expect(paid.paymentId).toBeGreaterThan(0);
  });

  it('is accepted as the panel writes it: Spanish headings and words, JSON in any quotes', async () => {
    await books.pay();
    const [head = '', ...rest] = (await books.report()).split('\r\n');
    const spanish = head
      .replace('SOURCE_ID', 'ID DE OPERACIÓN EN MERCADO PAGO')
      .replace('TRANSACTION_TYPE', 'TIPO DE OPERACIÓN')
      .replace('TRANSACTION_AMOUNT', 'VALOR DE LA COMPRA')
      .replace('TRANSACTION_DATE', 'FECHA DE ORIGEN')
      .replace('FEE_AMOUNT', 'COMISIONES + IVA');
    const panel = [spanish, ...rest.map((line) => line.replace('SETTLEMENT', 'Pago aprobado'))].join('\r\n');
    const json = '{"a":"x;y","b":{"c":[1,"},;"]},"d":"di \\"hola\\""}';
    const withJson = (cell: string) =>
      [`METADATA;${head}`, ...rest.map((line) => (line === '' ? line : `${cell};${line}`))].join('\r\n');
    for (const file of [
      panel,
      withJson(json),
      withJson(`"${json}"`),
      withJson(`"${json.replaceAll('"', '""')}"`),
      withJson('[]'),
      withJson('{sin cerrar'),
    ]) {
      const { status, body } = await books.compare(file);
      expect([status, body.differences, body.agreeing, body.unknown], file.slice(0, 300)).toEqual([200, [], 1, []]);
    }
  });

  it('counts a won dispute, and lists every kind of line that it does not know', async () => {
    const { paymentId } = await books.pay();
    const report = await books.report();
    const [head = '', line = ''] = report.split('\r\n');
    const names = head.split(';');
    const as = (type: string, amount: string) => {
      const cells = line.split(';');
      cells[names.indexOf('TRANSACTION_TYPE')] = type;
      cells[names.indexOf('TRANSACTION_AMOUNT')] = amount;
      cells[names.indexOf('FEE_AMOUNT')] = '0.00';
      return cells.join(';');
    };
    const file = [
      report.trimEnd(),
      as('DISPUTE', '-1490.00'),
      as('DISPUTE', '1490.00'),
      as('CHARGEBACK', '-1490.00'),
      as('CHARGEBACK_CANCEL', '1490.00'),
      as('WITHDRAWAL', '-5000.00'),
      as('SETTLEMENT_SHIPPING', '10.00'),
      as('LOAN_PAYMENT', '-200.00'),
      as('LOAN_PAYMENT', '-300.00'),
    ].join('\r\n');
    const { body } = await books.compare(file);
    expect([body.differences, body.agreeing, body.ignored], String(paymentId)).toEqual([[], 1, 2]);
    expect(body.unknown).toEqual([{ kind: 'LOAN_PAYMENT', lines: 2, amount: -500 }]);
  });

  it('may use commas, another encoding or Spanish headings', async () => {
    await books.pay();
    const good = await books.report();
    const variants = [
      good.replaceAll(';', ','),
      `\uFEFF${good}`,
      good.replaceAll(/(\d)\.(\d\d)(?=;)/g, '$1,$2'),
      good.replace('SOURCE_ID', 'ID de operación (SOURCE_ID)').replace('FEE_AMOUNT', 'Comisión (FEE_AMOUNT)'),
    ];
    for (const file of variants) {
      const { status, body } = await books.compare(file);
      expect([status, body.differences, body.agreeing]).toEqual([200, [], 1]);
    }
  });
});
