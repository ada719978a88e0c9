import type { DiscountCode, DiscountCodeBody } from '@cuentos/contract/discount-codes';
import { TOTAL_COUNT_HEADER } from '@cuentos/contract/paging';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import { refusal } from '../../testing/calls.ts';
import { addReader, type SignedIn } from '../../testing/fixtures.ts';
import { openShop, type TestShop } from '../orders/testing/open-shop.ts';

let shop: TestShop;
let admin: SignedIn;
beforeAll(async () => {
  shop = await openShop();
  admin = await addReader(shop, { role: 'admin' });
});
afterAll(async () => shop.close());

const body: DiscountCodeBody = {
  code: 'LLAVES20',
  kind: 'percentage',
  amount: 20,
  book_id: null,
  part_id: null,
  from: null,
  until: null,
  max_uses: null,
  max_uses_per_person: null,
};
let codeCount = 0;
const fresh = (change: Partial<DiscountCodeBody> = {}): DiscountCodeBody => {
  codeCount += 1;
  return { ...body, code: `NUEVO-${codeCount}`, ...change };
};
const PATH = '/api/admin/discount_codes';

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  payload?: object,
  as: SignedIn | null = admin,
) {
  return shop.app.inject({
    method,
    url: `${PATH}${path}`,
    ...(as ? { headers: as.headers } : {}),
    ...(payload ? { payload } : {}),
  });
}
async function create(change: Partial<DiscountCodeBody> = {}): Promise<DiscountCode> {
  const answer = await call('POST', '', fresh(change));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const changed = async (id: string, next: DiscountCodeBody) => {
  const answer = await call('PUT', `/${id}`, next);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<DiscountCode>();
};
const audits = async (id: string) => {
  const rows = await shop.ports.db.read
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ action, actor_id: by }) => [action, by]);
};
/** Makes an order with a code, which is not paid. */
async function use({ code }: DiscountCode): Promise<void> {
  const [part, reader] = [await shop.part(), await shop.reader()];
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/user_book_parts/get_preference_id/${part.id}`,
    headers: await reader.headers(),
    payload: { code },
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

it('the list is for admins alone', async () => {
  const { id } = await create();
  const others = [await addReader(shop), await addReader(shop, { role: 'writter' })];
  for (const [method, path, payload] of [
    ['GET', '', undefined],
    ['POST', '', fresh()],
    ['PUT', `/${id}`, fresh()],
    ['POST', `/${id}/active`, { is_active: false }],
    ['DELETE', `/${id}`, undefined],
  ] as const) {
    for (const as of others) expect((await call(method, path, payload, as)).statusCode, `${method} ${path}`).toBe(403);
    expect((await call(method, path, payload, null)).statusCode).toBe(401);
  }
  expect((await call('GET')).json<DiscountCode[]>().find((row) => row.id === id)).toMatchObject({ is_active: true });
});

it('a code lists its last users, each once, without erased accounts', async () => {
  const made = await create({ code: 'GENTE', max_uses: null, max_uses_per_person: null });
  const other = await create({ code: 'NADIE', max_uses: null });
  const readers = [await shop.reader(), await shop.reader(), await shop.reader(), await shop.reader()];
  const buyers = [...readers, readers[1]!];
  for (const reader of buyers) {
    shop.clock.time += 1000;
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api/user_book_parts/get_preference_id/${(await shop.part()).id}`,
      headers: await reader.headers(),
      payload: { code: made.code },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  await shop.ports.db.handle.updateTable('users').set({ deleted_at: 1 }).where('id', '=', readers[3]!.id).execute();
  const rows = (await call('GET')).json<DiscountCode[]>();
  expect(rows.find(({ id }) => id === other.id)).toMatchObject({ people: [], people_count: 0 });
  const { people, people_count: count } = rows.find(({ id }) => id === made.id)!;
  expect(people.map(({ id }) => id)).toEqual([readers[1]!.id, null, readers[2]!.id]);
  expect(count).toBe(4);
});

it('a code is stored in the form in which codes are compared, with its days in Santiago', async () => {
  const part = await shop.part();
  const response = await create({
    code: ' otoño 26 ',
    kind: 'pesos',
    amount: 1500,
    part_id: part.id,
    from: '2026-12-01',
    until: '2026-12-24',
    max_uses: 50,
    max_uses_per_person: 1,
  });
  expect(response).toMatchObject({
    code: 'OTONO26',
    kind: 'pesos',
    amount: 1500,
    book_id: null,
    part_id: part.id,
    scope: { book_id: part.book_id, part_name: part.name },
    from: '2026-12-01',
    until: '2026-12-24',
    max_uses: 50,
    max_uses_per_person: 1,
    is_active: true,
    uses: 0,
    sold: 0,
    is_fixed: false,
  });
  const [row] = await shop.ports.db.read
    .selectFrom('discount_codes')
    .selectAll()
    .where('id', '=', response.id)
    .execute();
  expect([row!.starts_at, row!.ends_at]).toEqual([
    Date.parse('2026-12-01T03:00:00Z'),
    Date.parse('2026-12-25T02:59:59.999Z'),
  ]);
  expect(await audits(response.id)).toEqual([['discount_code.created', admin.user.id]]);
});

it.each([
  [{ code: 'AB' }, 'code'],
  [{ code: 'ABC!' }, 'code'],
  [{ amount: 0 }, 'amount'],
  [{ amount: 101 }, 'amount'],
  [{ kind: 'pesos', amount: 0 }, 'amount'],
  [{ from: '2026-02-30' }, 'from'],
  [{ from: '2026-12-02', until: '2026-12-01' }, 'until'],
  [{ max_uses: 0 }, 'max_uses'],
  [{ max_uses_per_person: 0 }, 'max_uses_per_person'],
  [{ book_id: newId(1), part_id: newId(2) }, 'part_id'],
] as const)('refuses %j beside its field', async (change, field) => {
  const answer = await call('POST', '', fresh(change));
  expect(answer.statusCode).toBe(422);
  expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
});

it('an existing code in any letters is refused, as are unknown books and parts', async () => {
  const { code, id } = await create();
  const again = { ...body, code: ` ${code.toLowerCase()}` };
  expect(refusal(await call('POST', '', again)).code).toBe('discount_code_taken');
  const other = await create();
  expect(refusal(await call('PUT', `/${other.id}`, again)).code).toBe('discount_code_taken');
  expect((await changed(id, again)).code, 'its own').toBe(code);
  const twins = await Promise.all([
    call('POST', '', { ...body, code: 'DOS-A-LA-VEZ' }),
    call('POST', '', { ...body, code: 'DOS-A-LA-VEZ' }),
  ]);
  expect(twins.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(refusal(await call('POST', '', fresh({ book_id: newId(1) }))).code).toBe('book_not_found');
  expect(refusal(await call('POST', '', fresh({ part_id: newId(1) }))).code).toBe('part_not_found');
  for (const [method, path] of [
    ['PUT', ''],
    ['POST', '/active'],
    ['DELETE', ''],
  ] as const) {
    const payload = path === '' ? fresh() : { is_active: true };
    expect(refusal(await call(method, `/${newId(1)}${path}`, payload)).code).toBe('discount_code_not_found');
  }
});

it('a code can be changed freely until an order was made with it, and then only its days and uses', async () => {
  const first = await create();
  const next = fresh({ kind: 'pesos', amount: 700 });
  const renamed = await changed(first.id, next);
  expect(renamed).toMatchObject({ code: next.code, kind: 'pesos', amount: 700 });
  await use(renamed);
  const part = await shop.part();
  for (const change of [
    { code: 'OTRO-NOMBRE' },
    { kind: 'percentage' as const, amount: 70 },
    { amount: 701 },
    { part_id: part.id },
    { book_id: part.book_id },
  ])
    expect(refusal(await call('PUT', `/${first.id}`, { ...next, ...change })).code).toBe('discount_code_used');
  expect(refusal(await call('DELETE', `/${first.id}`)).code).toBe('discount_code_used');
  const limited = await changed(first.id, { ...next, until: '2031-12-24', max_uses: 1 });
  expect(limited).toMatchObject({ is_fixed: true, uses: 1, state: 'used_up', until: '2031-12-24' });
  shop.clock.time += 31 * 60_000;
  admin = await addReader(shop, { role: 'admin' });
  expect(refusal(await call('DELETE', `/${first.id}`)).code, 'an order that expired names it too').toBe(
    'discount_code_used',
  );
});

it('a stale edit is rejected: another admin saved the code since the form was opened', async () => {
  const { id, code } = await create({ from: '2026-11-01', max_uses: 5 });
  const begun = { ...body, code, from: '2026-11-01', max_uses: 5 };
  await changed(id, { ...begun, max_uses: 9, until: '2026-12-01' });
  const mine = { ...begun, until: '2026-12-24' };
  const answer = await call('PUT', `/${id}`, { ...mine, seen: begun });
  expect(refusal(answer)).toMatchObject({ status: 409, code: 'changed_meanwhile' });
  expect(answer.json()).toMatchObject({ fields: { max_uses: '9', until: '2026-12-01' } });
  expect((await call('GET')).json<DiscountCode[]>().find((each) => each.id === id)).toMatchObject({
    max_uses: 9,
    until: '2026-12-01',
  });
  // Both admins saved the same values, so no change is lost.
  const same = { ...begun, max_uses: 9, until: '2026-12-01' };
  expect((await call('PUT', `/${id}`, { ...same, seen: begun })).statusCode).toBe(200);
  expect(await changed(id, mine)).toMatchObject({ max_uses: 5, until: '2026-12-24' });
});

it('a code is switched off and on, once for a double click, and deleted while it is unused', async () => {
  const { id } = await create();
  for (const is_active of [false, false, true]) {
    shop.clock.time += 1000;
    const answer = await call('POST', `/${id}/active`, { is_active });
    expect(answer.json<DiscountCode>()).toMatchObject({ is_active, state: is_active ? 'running' : 'off' });
  }
  shop.clock.time += 1000;
  expect((await call('DELETE', `/${id}`)).json()).toEqual({ deleted: true });
  expect((await audits(id)).map(([action]) => action)).toEqual([
    'discount_code.created',
    'discount_code.switched_off',
    'discount_code.switched_on',
    'discount_code.deleted',
  ]);
});

it('a code is found by a piece of it, and codes are listed newest first by pages', async () => {
  for (const code of ['FERIA-UNO', 'FERIA-DOS', 'LIBRERIA']) {
    shop.clock.time += 1000;
    await create({ code });
  }
  const list = async (query: string) => {
    const answer = await call('GET', `?${query}`);
    return [answer.json<DiscountCode[]>().map(({ code }) => code), Number(answer.headers[TOTAL_COUNT_HEADER])];
  };
  expect(await list('q=feria')).toEqual([['FERIA-DOS', 'FERIA-UNO'], 2]);
  expect(await list('q=féria&offset=1&limit=1')).toEqual([['FERIA-UNO'], 2]);
  expect(await list('q=%25')).toEqual([[], 0]);
  expect(await list('q=_')).toEqual([[], 0]);
  expect((await list('limit=1'))[0]).toEqual(['LIBRERIA']);
});
