import type { auditEntries, Stats } from '@cuentos/contract/reports';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_NOW } from '../../testing/build-test-app.ts';
import { get, refusal } from '../../testing/calls.ts';
import { addReader, addUser, type SignedIn } from '../../testing/fixtures.ts';
import { openShop, type TestShop } from '../orders/testing/open-shop.ts';
import { recordAudit } from '../audit/service.ts';
import { queueMail } from '../mail/service.ts';

type AuditLine = z.infer<typeof auditEntries>[number];

let shop: TestShop;
let admin: SignedIn;
beforeAll(async () => {
  shop = await openShop();
  admin = await addReader(shop, { role: 'admin' });
});
afterAll(async () => shop.close());

const post = async (url: string, payload?: object) =>
  shop.app.inject({ method: 'POST', url, headers: admin.headers, ...(payload ? { payload } : {}) });
const read = async <T>(url: string): Promise<T> => (await get(shop, url, admin.headers)).json<T>();
// TEST_NOW is noon of 18 November 2026 in Santiago.
const DAY = 'from=2026-11-18&to=2026-11-18';
const stats = async (query = DAY) => read<Stats>(`/api/admin/stats?${query}`);
const values = ({ figures }: Stats) => Object.fromEntries(figures.map(({ key, value }) => [key, value]));
const deliver = async (partId: string, readers: number, at = TEST_NOW) => {
  for (let n = 0; n < readers; n += 1)
    await shop.ports.db.handle
      .insertInto('deliveries')
      .values({ user_id: `${partId}-${n}`, part_id: partId, first_at: at })
      .execute();
};
const buy = async () => {
  const [reader, part] = [await shop.reader(), await shop.part()];
  const order = await shop.buy(reader, part.id);
  await shop.click(order, 'approved');
  await shop.settled();
  return { reader, part, order };
};

describe('figures: sales, refunds, net, readers; no cell of fewer than 5 readers', () => {
  it('are zero for a new shop, each with a name and a definition, and count no visit of the team', async () => {
    for (const route of ['/admin/books', '/writter/books', '/book/:id/{from_admin}']) {
      const view = { day: '2026-11-18', route, visitor: 'v', referrer_host: '', device: 'phone', views: 3 } as const;
      await shop.ports.db.handle.insertInto('page_views').values(view).execute();
    }
    const { figures, days, most_read } = await stats();
    for (const { name, definition } of [...figures, { name: 'x', definition: most_read.definition }]) {
      expect(name).not.toBe('');
      expect(definition).toMatch(/\.$/);
    }
    expect(values({ figures } as Stats)).toMatchObject({
      sales: 0,
      amount: 0,
      refunds: 0,
      net: 0,
      vat: 0,
      readers: 0,
      visits: 0,
    });
    expect(days).toEqual([{ day: '2026-11-18', sales: 0, amount: 0, refunds: 0, visits: 0 }]);
    expect(most_read.parts).toEqual([]);
  });

  it('count sales, refunds, fee and IVA of the day; grants and free parts are no sales', async () => {
    await buy();
    const back = await buy();
    await post(`/api/admin/orders/${back.order.order_id}/refund`, { reason: 'Un motivo.' });
    await shop.settled();
    await shop.buy(back.reader, (await shop.part({ value: 0 })).id);
    await post(`/api/admin/users/${back.reader.id}/books_parts/${(await shop.part()).id}`);
    const figures = values(await stats());
    const fees = (await shop.rows.payments()).reduce((sum, { fee }) => sum + fee, 0);
    const vat = 1490 - Math.round(1490 / 1.19);
    expect(figures).toMatchObject({ sales: 2, amount: 2980, refunds: -1490, chargebacks: 0, fees, vat, free: 1 });
    expect(figures['net']).toBe(2980 - 1490 - fees - vat);
    expect((await stats()).days).toEqual([{ day: '2026-11-18', sales: 2, amount: 2980, refunds: -1490, visits: 0 }]);
    expect(values(await stats('from=2026-11-19&to=2026-11-20'))).toMatchObject({
      sales: 0,
      amount: 0,
      refunds: 0,
      free: 0,
    });
  });

  it("show the only reader's own number to a new author, and list no part with fewer than five readers", async () => {
    const [few, many] = [await shop.part(), await shop.part()];
    await deliver(few.id, 4);
    expect(values(await stats())['readers']).toBe(4);
    expect((await stats()).most_read.parts).toEqual([]);
    await deliver(many.id, 5);
    const report = await stats();
    expect(values(report)['readers']).toBe(9);
    expect(report.most_read.parts).toMatchObject([{ book_part_id: many.id, readers: 5 }]);
  });

  it.each([
    'from=2026-11-19&to=2026-11-18',
    'from=2020-01-01&to=2026-01-01',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-01-01',
    'from=0000-01-01&to=0000-01-02',
  ])('refuse %s', async (query) =>
    expect(refusal(await get(shop, `/api/admin/stats?${query}`, admin.headers)).status).toBe(422),
  );

  it('follow the days of Santiago, also over a clock change', async () => {
    const { days } = await stats('from=2026-09-04&to=2026-09-08');
    expect(days.map(({ day }) => day)).toEqual(['2026-09-04', '2026-09-05', '2026-09-06', '2026-09-07', '2026-09-08']);
  });

  it('are the same in the CSV, which has no cell that a spreadsheet would execute', async () => {
    const names = ['=HYPERLINK("http://x")', '+1', '-1', '@x', '\t=1', ' =1'];
    for (const name of names) {
      const part = await shop.part({ name });
      await deliver(part.id, 6, TEST_NOW - 86_400_000);
    }
    const response = await get(shop, '/api/admin/stats.csv?from=2026-11-17&to=2026-11-17', admin.headers);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toContain('cifras-2026-11-17-2026-11-17.csv');
    // In Chile the comma is the decimal separator, so spreadsheets expect semicolons.
    expect(response.body.split('\r\n')[0]).toBe('\uFEFF"Cifra";"Valor";"Definición"');
    expect(response.body).toContain(`"'=HYPERLINK(""http://x"")"`);
    for (const cell of response.body.matchAll(/"((?:[^"]|"")*)"/g)) expect(cell[1]).not.toMatch(/^\s*[=+\-@]/);
  });
});

describe('logs: actions, mails and notices with retry', () => {
  it('the audit log names actor and action, newest first, in pages', async () => {
    const page = await get(shop, '/api/admin/audit?offset=0&limit=2', admin.headers);
    expect(page.json<unknown[]>()).toHaveLength(2);
    expect(Number(page.headers['x-total-count'])).toBeGreaterThan(2);
    const all = await read<{ action: string; actor_name: string | null }[]>('/api/admin/audit?limit=100');
    expect(all.find(({ action }) => action === 'part.granted')?.actor_name).toBe(admin.user.name);
    for (const limit of ['0', '101', 'x'])
      expect((await get(shop, `/api/admin/audit?limit=${limit}`, admin.headers)).statusCode).toBe(422);
  });

  it('the audit log shows names, and ids of things without a name', async () => {
    const { reader, part, order } = await buy();
    const book = await shop.ports.db.read
      .selectFrom('books')
      .select('name')
      .where('id', '=', part.book_id)
      .executeTakeFirstOrThrow();
    const gift = await shop.part({ name: 'Regalada' });
    const other = await addReader(shop);
    await post(`/api/admin/users/${reader.id}/books_parts/${gift.id}`);
    await post(`/api/admin/orders/${order.order_id}/refund`, { reason: 'Un motivo.' });
    await shop.settled();
    const { id: sid } = await shop.ports.db.read
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', other.user.id)
      .executeTakeFirstOrThrow();
    await shop.app.inject({ method: 'DELETE', url: `/api/admin/sessions/${sid}`, headers: admin.headers });
    await shop.ports.db.withTx(async (tx) =>
      recordAudit(tx, { actorId: admin.user.id, action: 'notice.retried', subject: 'nameless' }, TEST_NOW + 10),
    );
    const log = await read<AuditLine[]>('/api/admin/audit?limit=100');
    const { email } = await shop.ports.db.read
      .selectFrom('users')
      .select('email')
      .where('id', '=', reader.id)
      .executeTakeFirstOrThrow();
    // Earlier tests wrote at the same time; this finds the lines about this reader, the other one or no user.
    const line = (action: string, person: string | null = email) => {
      const entry = log.find((entry) => entry.action === action && (entry.person?.email ?? null) === person);
      return entry && [entry.subject_name, entry.person?.email ?? null];
    };
    expect(line('part.granted')).toEqual([expect.stringMatching(/ · Regalada$/), email]);
    const bought = `${book.name} · Primera parte`;
    expect(line('order.granted')).toEqual([bought, email]);
    expect(line('refund.requested')).toEqual([bought, email]);
    expect(line('entitlement.revoked')).toEqual([bought, email]);
    expect(line('session.revoked', other.user.email)).toEqual([null, other.user.email]);
    expect(line('notice.retried', null)).toEqual([null, null]);
  });

  it('the audit log has ids of actors, persons and books that can still be opened', async () => {
    const { reader, part, order } = await buy();
    const deputy = await addReader(shop, { role: 'admin' });
    const at = TEST_NOW + 20;
    await shop.ports.db.withTx(async (tx) => {
      const entry = { actorId: deputy.user.id, action: 'part.granted', detail: { user: reader.id } } as const;
      await recordAudit(tx, { ...entry, subject: part.id }, at);
      await recordAudit(tx, { actorId: deputy.user.id, action: 'gift.changed', subject: order.order_id }, at);
    });
    const idsOf = async () => {
      const log = await read<AuditLine[]>('/api/admin/audit?limit=100');
      return log
        .filter((entry) => entry.at === new Date(at).toISOString() && entry.actor_name === deputy.user.name)
        .map(({ actor_id: actor, book_id: book, person }) => [actor, book, person?.id]);
    };
    const all = [deputy.user.id, part.book_id, reader.id];
    expect(await idsOf()).toEqual([all, all]);
    const { handle } = shop.ports.db;
    const gone = { deleted_at: TEST_NOW };
    await handle.updateTable('users').set(gone).where('id', 'in', [deputy.user.id, reader.id]).execute();
    await handle.updateTable('books').set({ is_active: 0 }).where('id', '=', part.book_id).execute();
    expect(await idsOf()).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
  });

  it('mails are shown without text, and a failed one can be sent again', async () => {
    const { db } = shop.ports;
    await db.withTx(async (tx) =>
      queueMail(
        tx,
        'a@ejemplo.cl',
        'k',
        { template: 't', subject: 's', text: 'https://x/recover-password/SECRETO', html: '<b>SECRETO</b>' },
        TEST_NOW,
      ),
    );
    await db.handle
      .updateTable('mails')
      .set({ next_attempt_at: null, attempts: 7 })
      .where('dedupe_key', '=', 'k')
      .execute();
    const response = await get(shop, '/api/admin/mails', admin.headers);
    expect(response.body).not.toContain('SECRETO');
    const mail = response
      .json<{ id: string; recipient: string; state: string }[]>()
      .find(({ recipient }) => recipient === 'a@ejemplo.cl')!;
    expect(mail).toMatchObject({ state: 'failed', person: null });
    const person = await addUser(shop, { email: 'a@ejemplo.cl', name: 'Ana' });
    const personOf = async () =>
      (await read<{ id: string; person: unknown }[]>('/api/admin/mails')).find(({ id }) => id === mail.id)?.person;
    expect(await personOf()).toEqual({ id: person.id, name: 'Ana' });
    await db.handle.updateTable('users').set({ deleted_at: 1 }).where('id', '=', person.id).execute();
    expect(await personOf()).toBeNull();
    expect((await post(`/api/admin/mails/${mail.id}/retry`)).json()).toEqual({ retried: true });
    const due = await db.read
      .selectFrom('mails')
      .select(['next_attempt_at', 'attempts'])
      .where('id', '=', mail.id)
      .executeTakeFirst();
    expect(due).toEqual({ next_attempt_at: shop.clock.now(), attempts: 0 });
    // The mail's text was deleted together with the link in it.
    await db.handle.updateTable('mails').set({ text: '', html: '' }).where('id', '=', mail.id).execute();
    expect(refusal(await post(`/api/admin/mails/${mail.id}/retry`))).toMatchObject({
      status: 409,
      code: 'mail_not_kept',
    });
    await db.handle.updateTable('mails').set({ sent_at: 1, next_attempt_at: null }).where('id', '=', mail.id).execute();
    expect(refusal(await post(`/api/admin/mails/${mail.id}/retry`)).code).toBe('nothing_to_retry');
    expect(refusal(await post(`/api/admin/mails/${crypto.randomUUID()}/retry`)).status).toBe(404);
  });

  it('a failed notice can be processed again, a processed one cannot', async () => {
    const { db } = shop.ports;
    const row = {
      provider: 'mp',
      deliveries: 1,
      received_at: 1,
      processed_at: null,
      attempts: 9,
      next_attempt_at: null,
      last_error: 'E',
    };
    const id = crypto.randomUUID();
    await db.handle
      .insertInto('payment_notices')
      .values({ ...row, id, provider_payment_id: 'pago-77' })
      .execute();
    const newest = { ...row, received_at: 2, id: crypto.randomUUID(), provider_payment_id: 'pago-78' };
    await db.handle.insertInto('payment_notices').values(newest).execute();
    const listed = await read<{ id: string; state: string }[]>('/api/admin/payment_notices?limit=100');
    const paged = await read<{ id: string }[]>(`/api/admin/payment_notices?limit=1&offset=${listed.length - 1}`);
    expect(paged.map((notice) => notice.id)).toEqual([listed.at(-1)?.id]);
    expect(listed.find((notice) => notice.id === id)?.state).toBe('failed');
    expect((await post(`/api/admin/payment_notices/${id}/retry`)).statusCode).toBe(200);
    const log = await read<AuditLine[]>('/api/admin/audit?limit=100');
    expect(log.map(({ subject_name: name }) => name)).toContain('pago-77');
    await db.handle.updateTable('payment_notices').set({ processed_at: 5 }).where('id', '=', id).execute();
    expect(refusal(await post(`/api/admin/payment_notices/${id}/retry`)).code).toBe('nothing_to_retry');
  });

  it('settings name adapters and no secret', async () => {
    const response = await get(shop, '/api/admin/settings', admin.headers);
    expect(response.json<{ adapters: unknown[] }>().adapters).toContainEqual({
      name: 'Pagos',
      value: 'Simulador, sin dinero real',
      real: false,
    });
    expect(response.body).not.toContain(shop.config.AUTH_SECRET);
    expect(response.body).not.toMatch(/secret|token|password|postgres:/i);
  });
});
