import { DAY_MS } from '@cuentos/domain/time/durations';
import type { AccountantLink, AccountantMonth } from '@cuentos/contract/accounting';
import { monthOf } from '@cuentos/domain/accounting/month';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endAgain, readEndings } from '../../../platform/db/endings.ts';
import { get, refusal } from '../../../testing/calls.ts';
import { type AccountedShop, openAccountedShop } from '../testing/accounting-fixture.ts';

/** Tests of accountant links: the pages that a link opens, and the events that end it. */
let books: AccountedShop;
beforeAll(async () => {
  books = await openAccountedShop();
  await books.decide('issuer');
});
afterAll(async () => books.close());

const LINKS = '/api/admin/accountant_links';

let lastNetwork = 0;
/** Makes a request with a token, from a new network unless one is named. */
const open = async (path: string, payload: object, remoteAddress = `203.0.113.${(lastNetwork += 1)}`) =>
  books.shop.app.inject({ method: 'POST', url: `/api/accountant/${path}`, payload, remoteAddress });
const list = async () =>
  (await get(books.shop, LINKS, await books.adminHeaders())).json<{ links: AccountantLink[] }>().links;
const withdraw = async (id: string) =>
  books.shop.app.inject({ method: 'DELETE', url: `${LINKS}/${id}`, headers: await books.adminHeaders() });

async function make(days = 30): Promise<{ token: string; link: AccountantLink }> {
  const name = `Estudio ${(lastNetwork += 1)}`;
  const headers = await books.adminHeaders();
  const answer = await books.shop.app.inject({ method: 'POST', url: LINKS, headers, payload: { name, days } });
  expect(answer.statusCode).toBe(201);
  const link = (await list()).find((each) => each.name === name);
  return { token: answer.json<{ token: string }>().token, link: link! };
}

const usesOf = async ({ id }: AccountantLink) =>
  (await books.shop.rows.audits('accountant_link.used')).filter(({ subject }) => subject === id).length;

it('opens a month with the sums of Contabilidad, its file and its documents, and names no buyer', async () => {
  const { reader } = await books.pay(1490, 700);
  await books.shop.services.accounting.issueDocuments();
  const { token } = await make();
  const answer = await open('month', { token });
  expect(answer.headers['cache-control']).toBe('no-store');
  const month = answer.json<AccountantMonth>();
  const { sums, rows, row_count: count } = await books.month();
  expect(month).toMatchObject({ sums, row_count: count, month: monthOf(books.shop.clock.now()) });
  expect(answer.body).not.toMatch(new RegExp(`${rows[0]!.buyer!.name}|${reader.id}|@`));
  const csv = await open('movements.csv', { token, month: month.month });
  const panel = await get(books.shop, `/api/admin/accounting/${month.month}/movements.csv`, await books.adminHeaders());
  expect([csv.body, csv.headers['cache-control']]).toEqual([panel.body, 'no-store']);
  const document = await open('document', { token, id: month.documents[0]!.id });
  expect(document.json()).toMatchObject({ kind: 'boleta' });
  expect(document.headers['cache-control']).toBe('no-store');
});

it('is stored as a hash, and its token is shown once', async () => {
  const { token, link } = await make();
  const row = await books.shop.ports.db.handle
    .selectFrom('accountant_links')
    .selectAll()
    .where('id', '=', link.id)
    .executeTakeFirstOrThrow();
  expect(Object.values(row)).not.toContain(token);
  expect(row.token_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(await list())).not.toContain(token);
  // The values stored in the database are no tokens.
  expect(refusal(await open('month', { token: row.token_hash }))).toMatchObject({ status: 404 });
});

it.each(['month', 'movements.csv', 'document'])(
  '%s is refused when the link is expired, withdrawn or unknown',
  async (path) => {
    const payload = { month: monthOf(books.shop.clock.now()), id: '00000000-0000-4000-8000-000000000000' };
    const bodyFor = (token: string) =>
      path === 'document' ? { token, id: payload.id } : { token, month: payload.month };
    const { token, link } = await make();
    expect((await withdraw(link.id)).statusCode).toBe(204);
    expect(refusal(await open(path, bodyFor(token)))).toMatchObject({ status: 410, code: 'accountant_link_over' });
    const unknown = await open(path, bodyFor(`${token}x`));
    expect(refusal(unknown)).toMatchObject({ status: 404, code: 'accountant_link_unknown' });
    const later = await make(30);
    const before = books.shop.clock.time;
    books.shop.clock.time += 30 * DAY_MS;
    expect(refusal(await open(path, bodyFor(later.token)))).toMatchObject({
      status: 410,
      code: 'accountant_link_over',
    });
    expect((await list()).find(({ id }) => id === later.link.id)?.is_over).toBe(true);
    books.shop.clock.time = before;
  },
);

it('opens nothing else: its token is no session', async () => {
  const { token } = await make();
  const headers = { authorization: `Bearer ${token}` };
  for (const url of [LINKS, `/api/admin/accounting/${monthOf(books.shop.clock.now())}`, '/api/users/me', '/api/orders'])
    expect((await get(books.shop, url, headers)).statusCode).toBe(401);
});

it('is logged when it is made, at its first use of a day, and when it is withdrawn', async () => {
  const before = books.shop.clock.time;
  const { token, link } = await make(90);
  await open('month', { token });
  await open('month', { token });
  expect(await usesOf(link)).toBe(1);
  books.shop.clock.time += DAY_MS;
  await open('month', { token });
  expect(await usesOf(link)).toBe(2);
  expect((await list()).find(({ id }) => id === link.id)?.last_used_at).toBe(
    new Date(books.shop.clock.time).toISOString(),
  );
  await withdraw(link.id);
  expect(refusal(await withdraw(link.id))).toMatchObject({ status: 404 });
  const made = (await books.shop.rows.audits('accountant_link.made')).find(({ subject }) => subject === link.id);
  expect(JSON.parse(made!.detail)).toEqual({ days: 90 });
  const ended = await books.shop.rows.audits('accountant_link.withdrawn');
  expect(ended.filter(({ subject }) => subject === link.id)).toHaveLength(1);
  expect((await list()).map(({ id }) => id)).not.toContain(link.id);
  books.shop.clock.time = before;
});

it('accepts only the durations that the form offers', async () => {
  const headers = await books.adminHeaders();
  for (const payload of [{ name: 'A', days: 31 }, { name: ' ', days: 30 }, { name: 'A' }])
    expect((await books.shop.app.inject({ method: 'POST', url: LINKS, headers, payload })).statusCode).toBe(422);
});

it('accepts 300 requests an hour from a network, with any tokens', async () => {
  const { token } = await make();
  const from = '198.51.100.7';
  for (let call = 0; call < 300; call += 1)
    expect((await open('month', { token: `guess ${call}` }, from)).statusCode).toBe(404);
  expect((await open('month', { token }, from)).statusCode).toBe(429);
  expect((await open('month', { token })).statusCode).toBe(200);
});

it('stays withdrawn when an older backup is restored', async () => {
  const { token, link } = await make();
  await withdraw(link.id);
  const { db, clock } = books.shop.ports;
  await db.withTx(async (tx) => {
    const endings = await readEndings(tx);
    // In the backup the link is not withdrawn.
    await tx.updateTable('accountant_links').set({ withdrawn_at: null }).where('id', '=', link.id).execute();
    await endAgain(tx, endings, clock.now());
  });
  expect(refusal(await open('month', { token }))).toMatchObject({ status: 410 });
});
