import type { DataRequest } from '@cuentos/contract/personal-data';
import { DAY_MS } from '@cuentos/domain/time/durations';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { get, refusal } from '../../../testing/calls.ts';
import { addReader, type SignedIn, signIn } from '../../../testing/fixtures.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { updateUser } from '../../auth/service.ts';

let test: TestApp;
let admin: SignedIn;
let reader: SignedIn;
beforeEach(async () => {
  test = await buildTestApp();
  admin = await addReader(test, { role: 'admin' });
  reader = await addReader(test, { name: 'Ana Paz', email: 'ana@ejemplo.cl', isProved: true });
});
afterEach(async () => test.close());

const URL = '/api/admin/data_requests';
const post = async (path: string, payload: object = {}, caller = admin) =>
  test.app.inject({ method: 'POST', url: path, headers: caller.headers, payload });
const letter = { kind: 'block', person: 'Ana@ejemplo.cl', asked_on: '2026-11-17', note: 'Llegó por carta.' };
const enter = async (change: object = {}) => (await post(URL, { ...letter, ...change })).json<DataRequest>();
const list = async () => (await get(test, URL, admin.headers)).json<DataRequest[]>();
const audited = async () =>
  (await test.ports.db.read.selectFrom('audit_log').select(['action', 'subject', 'detail']).orderBy('id').execute())
    .filter(({ action }) => action.startsWith('data_request') || action.startsWith('account'))
    .map(({ action }) => action)
    .toSorted();

it('an admin records a letter for the account that it names, with its due date', async () => {
  expect(await enter()).toMatchObject({
    kind: 'block',
    channel: 'letter',
    state: 'open',
    user_id: reader.user.id,
    person: 'Ana Paz, ana@ejemplo.cl',
    note: 'Llegó por carta.',
    asked_at: '2026-11-17T03:00:00.000Z',
    due_at: '2026-11-20T02:59:59.999Z',
    can_carry_out: true,
  });
  expect(await enter({ kind: 'access', person: 'Una señora de Osorno' })).toMatchObject({
    user_id: null,
    person: 'Una señora de Osorno',
    due_at: '2026-12-18T02:59:59.999Z',
    can_carry_out: false,
  });
  expect(refusal(await post(URL, { ...letter, asked_on: '2026-11-19' }))).toMatchObject({
    status: 422,
    fields: { asked_on: 'Ese día todavía no llega.' },
  });
  for (const wrong of [{ person: ' ' }, { asked_on: '2026-13-40' }, { kind: 'other' }])
    expect((await post(URL, { ...letter, ...wrong })).statusCode).toBe(422);
  // Requests are sorted by due date.
  expect((await list()).map(({ kind }) => kind)).toEqual(['block', 'access']);
  expect(await audited()).toEqual(['data_request.entered', 'data_request.entered']);
});

it("a letter blocks or erases the account, once, like the person's own request", async () => {
  const block = await enter();
  expect((await post(`${URL}/${block.id}/carry_out`)).json()).toMatchObject({ state: 'done', outcome: 'blocked' });
  expect(refusal(await post(`${URL}/${block.id}/carry_out`))).toMatchObject({
    status: 409,
    code: 'data_request_closed',
  });
  const erasure = await enter({ kind: 'erasure' });
  expect((await post(`${URL}/${erasure.id}/carry_out`)).json()).toMatchObject({
    state: 'running',
    erase_at: '2026-11-25T15:00:00.000Z',
  });
  expect((await mailsTo(test, 'ana@ejemplo.cl')).map(({ template }) => template).toSorted()).toEqual([
    'data-blocked',
    'erasure-asked',
  ]);
  expect((await get(test, '/api/users/me', reader.headers)).statusCode).toBe(401);
  expect(await audited()).toEqual([
    'account.blocked',
    'account.erasure_asked',
    'data_request.carried_out',
    'data_request.carried_out',
    'data_request.entered',
    'data_request.entered',
  ]);
  const unknown = await enter({ kind: 'erasure', person: 'Nadie conocido' });
  const other = await enter({ kind: 'access' });
  for (const { id } of [unknown, other])
    expect(refusal(await post(`${URL}/${id}/carry_out`))).toMatchObject({ code: 'data_request_without_account' });
});

it('a letter of a person whose account the shop closed can be recorded', async () => {
  const url = `/api/admin/users/${reader.user.id}`;
  await test.app.inject({ method: 'DELETE', url, headers: admin.headers });
  const erasure = await enter({ kind: 'erasure' });
  expect(erasure).toMatchObject({ can_carry_out: true, user_id: null, person: 'Ana Paz, ana@ejemplo.cl' });
  expect((await post(`${URL}/${erasure.id}/carry_out`)).json()).toMatchObject({ state: 'running' });
  test.clock.time += 7 * DAY_MS;
  await test.services.rights.eraseDue(new AbortController().signal);
  admin = await signIn(test, admin.user);
  expect((await list())[0]).toMatchObject({ state: 'done', outcome: 'erased', person: null, can_carry_out: false });
  const late = await enter({ kind: 'block', asked_on: '2026-11-20' });
  expect(late).toMatchObject({ person: 'Ana@ejemplo.cl', can_carry_out: false });
});

it('letters that name an erased address without belonging to its account lose the name', async () => {
  await test.ports.db.withTx(async (tx) => updateUser(tx, reader.user.id, { email_verified_at: 1 }));
  const early = await enter({ kind: 'access', person: 'Ana Paz <ANA@ejemplo.cl>, de Osorno' });
  const others = [
    await enter({ kind: 'access', person: 'Juana, juana@ejemplo.cl' }),
    await enter({ kind: 'access', person: 'Ana Paz' }),
  ];
  expect(early.user_id).toBeNull();
  await test.app.inject({ method: 'POST', url: '/api/users/me/data/erase', headers: reader.headers, payload: {} });
  test.clock.time += 7 * DAY_MS;
  await test.services.rights.eraseDue(new AbortController().signal);
  const rows = await test.ports.db.read.selectFrom('data_requests').select(['id', 'person', 'note']).execute();
  expect(rows.find(({ id }) => id === early.id)).toMatchObject({ person: '', note: '' });
  for (const { id, person } of others)
    expect(rows.find((row) => row.id === id)).toMatchObject({ person, note: letter.note });
});

it('a letter is closed once, with what was done or why not', async () => {
  const request = await enter({ kind: 'objection' });
  const close = async (payload: object) => post(`${URL}/${request.id}/close`, payload);
  expect((await close({ state: 'refused', outcome: ' ' })).statusCode).toBe(422);
  expect((await close({ state: 'refused', outcome: 'La ley pide guardarlo.' })).json()).toMatchObject({
    state: 'refused',
    outcome: 'La ley pide guardarlo.',
    done_at: '2026-11-18T15:00:00.000Z',
  });
  expect(refusal(await close({ state: 'done', outcome: 'Otra cosa' }))).toMatchObject({ code: 'data_request_closed' });
  const nobody = await post(`${URL}/${crypto.randomUUID()}/close`, { state: 'done', outcome: 'x' });
  expect(refusal(nobody)).toMatchObject({ status: 404, code: 'data_request_not_found' });
});

it('an erasure is shown as withdrawn, in whichever way it was withdrawn', async () => {
  await test.app.inject({ method: 'POST', url: '/api/users/me/data/erase', headers: reader.headers, payload: {} });
  expect((await list()).map(({ state }) => state)).toEqual(['running']);
  await test.ports.db.withTx(async (tx) =>
    tx.updateTable('users').set({ erase_at: null }).where('id', '=', reader.user.id).execute(),
  );
  await test.services.rights.eraseDue(new AbortController().signal);
  expect(await list()).toMatchObject([{ state: 'withdrawn', outcome: 'kept' }]);
});
