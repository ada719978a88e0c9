import type { AdminUser, AdminUserDetails } from '@cuentos/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { get, login, refresh, refusal } from '../../../testing/calls.ts';
import { addBook, addPart, addReader, addUser, give, type SignedIn, TEST_PASSWORD } from '../../../testing/fixtures.ts';
import { mailsTo, sendRecoveries, tokenIn } from '../../../testing/mails.ts';

let test: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  test = await buildTestApp();
  admin = await addReader(test, { role: 'admin', name: 'Zoila Jefa', email: 'jefa@ejemplo.cl' });
});
afterAll(async () => test.close());

const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, as = admin) =>
  test.app.inject({ method, url, headers: as.headers, ...(payload ? { payload } : {}) });
const form = (changes: object = {}) => ({
  role_id: 'reader',
  name: 'Ana Paz',
  email: 'ana@ejemplo.cl',
  password: 'clave-de-ana',
  confirmPassword: 'clave-de-ana',
  ...changes,
});
const audits = async (subject: string) =>
  test.ports.db.handle.selectFrom('audit_log').selectAll().where('subject', '=', subject).orderBy('id').execute();

describe('users', () => {
  it('roles (GET /user_role/)', async () => {
    expect((await get(test, '/api/user_role/', admin.headers)).json()).toEqual([
      { id: 'admin', name: 'admin' },
      { id: 'writter', name: 'writter' },
      { id: 'reader', name: 'reader' },
    ]);
  });

  it('creating answers the new user, who can sign in, and is audited', async () => {
    const response = await send('POST', '/api/admin/users', form({ email: ' ANA@ejemplo.cl ', role_id: 'writter' }));
    expect(response.statusCode).toBe(201);
    const user = response.json<AdminUser>();
    expect(user).toMatchObject({ name: 'Ana Paz', email: 'ana@ejemplo.cl', role_id: 'writter', role_name: 'writter' });
    expect(response.body).not.toContain('argon');
    expect((await login(test, { username: 'ana@ejemplo.cl', password: 'clave-de-ana' })).statusCode).toBe(200);
    expect(await audits(user.id)).toMatchObject([
      { actor_id: admin.user.id, action: 'user.created', detail: '{"role":"writter"}' },
    ]);
  });

  it('409 "Error: el correo ingresado ya existe.", also of a deleted account and on a change', async () => {
    const taken = { status: 409, code: 'email_taken', detail: 'Error: el correo ingresado ya existe.' };
    await addUser(test, { email: 'borrada@ejemplo.cl', deleted_at: 1 });
    const other = await addUser(test);
    expect(refusal(await send('POST', '/api/admin/users', form({ email: 'JEFA@ejemplo.cl' })))).toEqual(taken);
    expect(refusal(await send('POST', '/api/admin/users', form({ email: 'borrada@ejemplo.cl' })))).toEqual(taken);
    expect(refusal(await send('PUT', `/api/admin/users/${other.id}`, { email: 'jefa@ejemplo.cl' }))).toEqual(taken);
  });

  it.each([
    [{ role_id: 'jefa' }, 'role_id'],
    [{ role_id: undefined }, 'role_id'],
    [{ name: 'Al' }, 'name'],
    [{ email: 'no' }, 'email'],
    [{ password: 'corta', confirmPassword: 'corta' }, 'password'],
    [{ confirmPassword: 'otra-clave-larga' }, 'confirmPassword'],
    [{ password: 'password', confirmPassword: 'password' }, 'password'],
  ])('refuses %j', async (changes, field) => {
    const answer = refusal(await send('POST', '/api/admin/users', form({ email: 'otra@ejemplo.cl', ...changes })));
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.fields ?? {})).toEqual([field]);
  });

  it('a change of the name changes nothing else, and an empty password keeps the old one', async () => {
    const user = await addUser(test, { withPassword: true });
    const session = (await login(test, { username: user.email })).json<{ access_token: string }>();
    const change = { name: 'Ñusta  Díaz', password: '', confirmPassword: '' };
    expect((await send('PUT', `/api/admin/users/${user.id}`, change)).json()).toMatchObject({ name: 'Ñusta Díaz' });
    const bearer = { authorization: `Bearer ${session.access_token}` };
    expect((await get(test, '/api/users/me', bearer)).json()).toMatchObject({ name: 'Ñusta Díaz' });
    expect((await login(test, { username: user.email, password: TEST_PASSWORD })).statusCode).toBe(200);
    expect((await audits(user.id)).map(({ action }) => action)).toEqual(['user.changed']);
  });

  it('a new role ends the sessions and applies at once', async () => {
    const user = await addReader(test);
    const other = await addReader(test, { role: 'admin' });
    expect((await get(test, '/api/admin/users/0/5', other.headers)).statusCode).toBe(200);
    await test.ports.db.handle.updateTable('users').set({ role: 'reader' }).where('id', '=', other.user.id).execute();
    expect(refusal(await get(test, '/api/admin/users/0/5', other.headers)).code).toBe('forbidden');
    expect((await send('PUT', `/api/admin/users/${user.user.id}`, { role_id: 'writter' })).statusCode).toBe(200);
    expect(refusal(await get(test, '/api/users/me', user.headers)).code).toBe('invalid_user_session');
    expect((await audits(user.user.id)).at(-1)).toMatchObject({
      action: 'user.role_changed',
      detail: '{"from":"reader","to":"writter"}',
    });
  });

  it('a new password invalidates the recovery links of that user', async () => {
    const user = await addUser(test);
    await test.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: user.email } });
    await sendRecoveries(test);
    const token = tokenIn((await mailsTo(test, user.email)).at(-1), 'recover-password');
    const password = { password: 'una-nueva-clave', confirmPassword: 'una-nueva-clave' };
    expect((await send('PUT', `/api/admin/users/${user.id}`, password)).statusCode).toBe(200);
    const taken = await test.app.inject({
      method: 'POST',
      url: '/api/auth/reset-password',
      payload: { token, new_password: 'la-clave-de-otro' },
    });
    expect(refusal(taken)).toMatchObject({ status: 400, code: 'reset_token_invalid' });
    expect((await login(test, { username: user.email, password: 'una-nueva-clave' })).statusCode).toBe(200);
  });

  it("a new password ends every session of that user, except the admin's own session", async () => {
    const user = await addReader(test);
    const password = { password: 'una-nueva-clave', confirmPassword: 'una-nueva-clave' };
    expect((await send('PUT', `/api/admin/users/${user.user.id}`, password)).statusCode).toBe(200);
    expect(refusal(await refresh(test, user.tokens.refresh_token)).code).toBe('invalid_user_session');
    expect((await login(test, { username: user.user.email, password: 'una-nueva-clave' })).statusCode).toBe(200);
    const second = await addReader(test, { role: 'admin' });
    expect((await send('PUT', `/api/admin/users/${second.user.id}`, password, second)).statusCode).toBe(200);
    expect((await get(test, '/api/users/me', second.headers)).statusCode).toBe(200);
    await send('DELETE', `/api/admin/users/${second.user.id}`);
  });

  it('a new address must be proved again', async () => {
    const user = await addUser(test);
    await test.ports.db.handle.updateTable('users').set({ email_verified_at: 1 }).where('id', '=', user.id).execute();
    const changed = await send('PUT', `/api/admin/users/${user.id}`, { email: 'nueva-casa@ejemplo.cl' });
    expect(changed.json()).toMatchObject({ email: 'nueva-casa@ejemplo.cl', email_verified: false });
  });

  it('a new address is mailed to both, and the old one can undo the change for seven days, also after a second one', async () => {
    const user = await addReader(test, { isProved: true, withPassword: true });
    const [old, wrong, worse] = [user.user.email, 'otra-persona@ejemplo.cl', 'tercera@ejemplo.cl'];
    const to = async (email: string) => send('PUT', `/api/admin/users/${user.user.id}`, { email });
    expect((await to(wrong)).statusCode).toBe(200);
    const [told] = await mailsTo(test, old);
    expect(told).toMatchObject({ template: 'email-changed', subject: 'El correo de tu cuenta cambió' });
    const undo = tokenIn(told, 'undo-email');
    const [verificationMail] = await mailsTo(test, wrong);
    const proof = { token: tokenIn(verificationMail, 'verify-email'), takes: true };
    expect((await test.app.inject({ method: 'POST', url: '/api/auth/verify-email', payload: proof })).statusCode).toBe(
      204,
    );
    test.clock.time += 1;
    expect((await to(worse)).statusCode).toBe(200);
    const [second] = await mailsTo(test, wrong).then((mails) =>
      mails.filter(({ template }) => template === 'email-changed'),
    );
    expect(second?.text, 'who had it for a moment gets no way into it').not.toContain('undo-email');
    const today = test.clock.time;
    test.clock.time += 6 * 86_400_000;
    const back = { method: 'POST', url: '/api/auth/undo-email', payload: { token: undo } } as const;
    expect((await test.app.inject(back)).statusCode).toBe(204);
    const row = await test.ports.db.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', user.user.id)
      .executeTakeFirst();
    expect(row).toMatchObject({ email: old, password_hash: null });
    expect(refusal(await test.app.inject(back)).code).toBe('account_link_invalid');
    test.clock.time = today;
  });

  it('a new address is mailed to an unproved old one, which cannot undo the change', async () => {
    const user = await addUser(test);
    await send('PUT', `/api/admin/users/${user.id}`, { email: 'la-buena@ejemplo.cl' });
    const [told] = await mailsTo(test, user.email);
    expect(told?.template).toBe('email-changed');
    expect(told?.text).not.toContain('undo-email');
    expect((await mailsTo(test, 'la-buena@ejemplo.cl')).map(({ template }) => template)).toEqual(['email-given']);
  });

  it('deleting is soft: truthy, the sessions end, login answers 403, the parts are kept', async () => {
    const user = await addReader(test, { withPassword: true });
    const part = await addPart(test, (await addBook(test)).id);
    await give(test, user.user.id, part.id);
    expect((await send('DELETE', `/api/admin/users/${user.user.id}`)).json()).toEqual({ deleted: true });
    expect(refusal(await get(test, '/api/users/me', user.headers)).status).toBe(401);
    expect(refusal(await login(test, { username: user.user.email }))).toMatchObject({
      status: 403,
      detail: 'Ya existe cuenta con este usuario y fue eliminada, favor contactar a soporte',
    });
    expect(
      await test.ports.db.read.selectFrom('entitlements').selectAll().where('user_id', '=', user.user.id).execute(),
    ).toHaveLength(1);
    for (const method of ['PUT', 'DELETE'] as const)
      expect(refusal(await send(method, `/api/admin/users/${user.user.id}`, {})).code).toBe('user_not_found');
  });

  it('a stale edit of a field is rejected with the stored value', async () => {
    const user = await addUser(test, { name: 'Rosa Antes' });
    const openedFields = { name: 'Rosa Antes' };
    await send('PUT', `/api/admin/users/${user.id}`, { name: 'Rosa Primera', seen: openedFields });
    const second = await send('PUT', `/api/admin/users/${user.id}`, { name: 'Rosa Segunda', seen: openedFields });
    expect(refusal(second)).toMatchObject({ code: 'changed_meanwhile', fields: { name: 'Rosa Primera' } });
    expect((await send('PUT', `/api/admin/users/${user.id}`, { name: 'Rosa Segunda' })).statusCode).toBe(200);
  });

  it('a deleted user is listed as such, and can be restored with password and purchases', async () => {
    const user = await addUser(test, { withPassword: true });
    const part = await addPart(test, (await addBook(test)).id);
    await give(test, user.id, part.id);
    await send('DELETE', `/api/admin/users/${user.id}`);
    const deleted = async () =>
      (await get(test, '/api/admin/users/deleted', admin.headers)).json<{ id: string; email: string }[]>();
    expect(await deleted()).toContainEqual(expect.objectContaining({ id: user.id, email: user.email }));
    expect((await send('POST', `/api/admin/users/${user.id}/restore`)).json()).toMatchObject({ id: user.id });
    await send('POST', `/api/admin/users/${user.id}/restore`);
    expect((await login(test, { username: user.email })).statusCode).toBe(200);
    const details = await get(test, `/api/admin/users/${user.id}`, admin.headers);
    expect(details.json<AdminUserDetails>().purchases.map((row) => row.book_part_id)).toEqual([part.id]);
    expect((await deleted()).map(({ id }) => id)).not.toContain(user.id);
    // The paged list contains the restored user again.
    const all = await get(test, `/api/admin/users/0/100?q=${user.email}`, admin.headers);
    expect(all.json<AdminUser[]>().map(({ id }) => id)).toContain(user.id);
    expect((await audits(user.id)).map(({ action }) => action).toSorted()).toEqual(['user.deleted', 'user.restored']);
    expect(refusal(await send('POST', `/api/admin/users/${crypto.randomUUID()}/restore`)).code).toBe('user_not_found');
  });

  it('the last admin cannot be demoted or deleted, and two cannot demote each other at once', async () => {
    const last = { status: 409, code: 'last_admin', detail: 'Debe quedar al menos una cuenta de administración.' };
    await addUser(test, { role: 'admin', deleted_at: 1 });
    expect(refusal(await send('PUT', `/api/admin/users/${admin.user.id}`, { role_id: 'reader' }))).toEqual(last);
    expect(refusal(await send('DELETE', `/api/admin/users/${admin.user.id}`))).toEqual(last);
    const second = await addReader(test, { role: 'admin' });
    const both = await Promise.all([
      send('PUT', `/api/admin/users/${admin.user.id}`, { role_id: 'admin', name: 'Zoila Jefa' }),
      send('DELETE', `/api/admin/users/${second.user.id}`),
      send('DELETE', `/api/admin/users/${admin.user.id}`, undefined, second),
    ]);
    const left = await test.ports.db.read
      .selectFrom('users')
      .selectAll()
      .where('role', '=', 'admin')
      .where('deleted_at', 'is', null)
      .execute();
    expect(both.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    expect(left.length).toBe(1);
    await test.ports.db.handle.updateTable('users').set({ deleted_at: null }).where('id', '=', admin.user.id).execute();
    admin = { ...admin, ...(await (await import('../../../testing/fixtures.ts')).signIn(test, admin.user)) };
  });
});

describe('the list', () => {
  it('is paged by name, with the total in a header', async () => {
    const pages: string[] = [];
    const total = Number((await get(test, '/api/admin/users/0/1', admin.headers)).headers['x-total-count']);
    for (let offset = 0; offset < total; offset += 3) {
      const rows = (await get(test, `/api/admin/users/${offset}/3`, admin.headers)).json<AdminUser[]>();
      expect(rows.length).toBe(Math.min(3, total - offset));
      pages.push(...rows.map(({ id }) => id));
    }
    expect(new Set(pages).size).toBe(total);
    expect((await get(test, `/api/admin/users/${total}/10`, admin.headers)).json()).toEqual([]);
  });

  it.each(['0/0', '0/101', '-1/5', 'a/5', '0/1e1', '0.5/5'])('refuses the page %s', async (page) => {
    expect((await get(test, `/api/admin/users/${page}`, admin.headers)).statusCode).toBe(404);
  });

  it.each([
    ['PÁZ', 'Ana Paz'],
    ['jefa@ejemplo', 'Zoila Jefa'],
    ['ñusta', 'Ñusta Díaz'],
  ])('?q=%s finds %s, whatever the accents', async (q, name) => {
    const response = await get(test, `/api/admin/users/0/10?q=${encodeURIComponent(q)}`, admin.headers);
    expect(response.json<AdminUser[]>().map((user) => user.name)).toContain(name);
    expect(Number(response.headers['x-total-count'])).toBe(response.json<AdminUser[]>().length);
  });

  it('?q= finds the current name, whichever admin changed it', async () => {
    const reader = await addReader(test, { name: 'Nombre Antiguo' });
    const find = async (q: string) =>
      (await get(test, `/api/admin/users/0/10?q=${q}`, admin.headers)).json<AdminUser[]>();
    expect(await find('antiguo')).toHaveLength(1);
    await send('PUT', `/api/admin/users/${reader.user.id}`, { name: 'Nombre Intermedio' });
    expect(await find('antiguo')).toEqual([]);
    expect(await find('intermedio')).toHaveLength(1);
    await test.app.inject({
      method: 'PATCH',
      url: '/api/users/me',
      headers: reader.headers,
      payload: { name: 'Nombre Propio' },
    });
    expect(await find('intermedio')).toEqual([]);
    expect(await find('propio')).toHaveLength(1);
  });

  it.each(['%', '_', String.raw`\\`, "zzz' or 1=1--"])('treats %s as plain text, not as a pattern', async (q) => {
    expect((await get(test, `/api/admin/users/0/10?q=${encodeURIComponent(q)}`, admin.headers)).json()).toEqual([]);
  });
});

it('refuses a search with a repeated parameter', async () => {
  expect((await get(test, '/api/admin/users/0/5?q=ana&q=eva', admin.headers)).statusCode).toBe(422);
});

describe('details', () => {
  it('show profile, role, creation, purchases and sessions; never notes or positions', async () => {
    const reader = await addReader(test, { name: 'Lectora Detallada' });
    const part = await addPart(test, (await addBook(test, { name: 'Libro detallado' })).id, { name: 'Única' });
    await give(test, reader.user.id, part.id, { grantedBy: admin.user.id });
    const response = await get(test, `/api/admin/users/${reader.user.id}`, admin.headers);
    const details = response.json<AdminUserDetails>();
    expect(details).toMatchObject({
      name: 'Lectora Detallada',
      role_name: 'reader',
      purchases: [
        { book_name: 'Libro detallado', book_part_name: 'Única', purchase_info: { created_by: 'Zoila Jefa' } },
      ],
      sessions: [{ user_id: reader.user.id }],
    });
    expect(response.body).not.toMatch(/location|percentage|note|password|token/);
    expect(refusal(await get(test, `/api/admin/users/${crypto.randomUUID()}`, admin.headers)).code).toBe(
      'user_not_found',
    );
  });
});
