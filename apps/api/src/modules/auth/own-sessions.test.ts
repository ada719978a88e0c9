import type { OwnSession } from '@cuentos/contract/sessions';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { get, refresh, refusal } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addReader, signIn, type SignedIn } from '../../testing/fixtures.ts';

let test: TestApp;
let reader: SignedIn;
beforeEach(async () => {
  test = await buildTestApp();
  reader = await addReader(test);
});
afterEach(async () => test.close());

const URL = '/api/users/me/sessions';
const list = async (as = reader) => (await get(test, URL, as.headers)).json<OwnSession[]>();
const close = async (id: string, as = reader) =>
  test.app.inject({ method: 'DELETE', url: `${URL}/${id}`, headers: as.headers });
const alive = async (user: SignedIn) => (await get(test, '/api/users/me', user.headers)).statusCode === 200;

describe('own sessions', () => {
  it('are listed while they live: the current one first, then by last use', async () => {
    await addReader(test);
    test.clock.time += 1000;
    const phone = await signIn(test, reader.user);
    test.clock.time += 1000;
    const tablet = await signIn(test, reader.user);
    const gone = await signIn(test, reader.user);
    await get(test, '/api/auth/logout', gone.headers);
    const sessions = await list(phone);
    expect(sessions.map(({ current }) => current)).toEqual([true, false, false]);
    const times = sessions.map(({ last_used_at }) => Date.parse(last_used_at) - test.clock.now());
    expect(times).toEqual([-1000, 0, -2000]);
    expect(Object.keys(sessions[0]!).toSorted()).toEqual([
      'created_at',
      'current',
      'expires_at',
      'id',
      'last_used_at',
      'user_agent',
    ]);
    expect((await list(tablet))[0]!.id).toBe(sessions[1]!.id);
    test.clock.time += 100 * 86_400_000;
    expect(await list(await signIn(test, reader.user))).toHaveLength(1);
  });

  it('can be ended, with both tokens, also twice', async () => {
    const phone = await signIn(test, reader.user);
    const [, other] = await list();
    for (let call = 0; call < 2; call += 1) expect((await close(other!.id)).statusCode).toBe(204);
    expect(await alive(phone)).toBe(false);
    expect(refusal(await refresh(test, phone.tokens.refresh_token))).toMatchObject({ code: 'invalid_user_session' });
    expect(await alive(reader)).toBe(true);
  });

  it('can be ended from within, like a logout', async () => {
    const [own] = await list();
    expect((await close(own!.id)).statusCode).toBe(204);
    expect(await alive(reader)).toBe(false);
  });

  it("do not include another reader's, which answers 404 and continues", async () => {
    const stranger = await addReader(test);
    const [theirs] = await list(stranger);
    for (const id of [theirs!.id, crypto.randomUUID(), 'nada']) {
      expect(refusal(await close(id))).toEqual({ status: 404, code: 'not_found', detail: 'Error: No encontrado' });
    }
    expect(await alive(stranger)).toBe(true);
  });

  it("can all be ended except the current one, and no other reader's", async () => {
    const others = [await signIn(test, reader.user), await signIn(test, reader.user)];
    const stranger = await addReader(test);
    const answer = await test.app.inject({ method: 'POST', url: `${URL}/close_others`, headers: reader.headers });
    expect(answer.statusCode).toBe(204);
    expect(await Promise.all([reader, ...others, stranger].map(alive))).toEqual([true, false, false, true]);
    expect(await list()).toHaveLength(1);
  });
});
