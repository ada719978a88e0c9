import type { EarlyAccessOutcome } from '@cuentos/contract/entitlements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, login, refusal } from '../../../testing/calls.ts';
import { addReader, addUser, type SignedIn } from '../../../testing/fixtures.ts';
import { saveToken } from '../../auth/service.ts';
import { openShop, type TestShop } from '../../orders/testing/open-shop.ts';

let shop: TestShop;
let admin: SignedIn;
beforeAll(async () => {
  shop = await openShop({ PUBLIC_URL: 'https://tienda.cl' });
  admin = await addReader(shop, { role: 'admin', name: 'Zoila Jefa' });
});
afterAll(async () => shop.close());

const post = async (url: string, payload?: object) =>
  shop.app.inject({ method: 'POST', url, headers: admin.headers, ...(payload ? { payload } : {}) });
const choose = async (token: string) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/auth/reset-password',
    payload: { token, new_password: 'una-clave-propia' },
  });
const mailsTo = async (address: string) =>
  shop.ports.db.read
    .selectFrom('mails')
    .select(['template', 'subject', 'text', 'html'])
    .where('recipient', '=', address)
    .execute();
const linkIn = (text: string) => /recover-password\/([\w-]+)/.exec(text)?.[1] ?? '';
const form = (email: string) => ({
  role_id: 'reader',
  name: 'Ana Paz',
  email,
  password: 'clave-de-ana',
  confirmPassword: 'clave-de-ana',
});

describe('mails about grants, in the name of the shop', () => {
  it('tell of a granted part, unless the admin switches the mail off', async () => {
    const [reader, other, part] = [
      await addUser(shop, { isProved: true }),
      await addUser(shop, { isProved: true }),
      await shop.part(),
    ];
    await post(`/api/admin/users/${reader.id}/books_parts/${part.id}`);
    const [mail] = await mailsTo(reader.email);
    expect(mail).toMatchObject({ template: 'part-granted', subject: 'Un regalo de Cuentos de Bolsillo' });
    expect(mail?.text).toContain('Te regalamos «Primera parte»');
    expect(mail?.text).toContain(`https://tienda.cl/user-library/${part.book_id}`);
    await post(`/api/admin/users/${other.id}/books_parts/${part.id}`, { notify: false });
    expect(await mailsTo(other.email)).toEqual([]);
    // A second grant changes nothing and sends no mail.
    await post(`/api/admin/users/${reader.id}/books_parts/${part.id}`);
    expect(await mailsTo(reader.email)).toHaveLength(1);
  });

  it('do not invite to read a part that is not out yet, and say from when on it can be read', async () => {
    const reader = await addUser(shop, { isProved: true });
    const later = await shop.part({ release_at: shop.clock.now() + 12 * 86_400_000 });
    const out = await shop.part();
    await post(`/api/admin/users/${reader.id}/books_parts/${later.id}`);
    await post(`/api/admin/users/${reader.id}/books_parts/${out.id}`);
    const [waits, opens] = await mailsTo(reader.email);
    expect(waits?.text).toMatch(/Todavía no sale: se puede leer desde el \d\d\/\d\d\/\d{4} \d\d:\d\d\./);
    expect(waits?.text).not.toContain('Leer ahora');
    expect(opens?.text).not.toContain('Todavía no sale');
  });

  it('tell of early access with its end', async () => {
    const [reader, part] = [await addUser(shop, { isProved: true }), await shop.part()];
    const expires_at = new Date(shop.clock.now() + 5 * 86_400_000).toISOString();
    await post(`/api/admin/users/${reader.id}/early_access/${part.id}`, { expires_at });
    const [mail] = await mailsTo(reader.email);
    expect(mail).toMatchObject({ template: 'early-access' });
    expect(mail?.text).toContain('antes de que se publique');
    expect(mail?.text).toMatch(/Puedes leerla hasta el \d\d\/\d\d\/\d{4}/);
    await post(`/api/admin/users/${reader.id}/early_access/${part.id}`, { expires_at, notify: false });
    expect(await mailsTo(reader.email)).toHaveLength(1);
  });

  it('tell of a new account, with a link to choose a password, unless the admin switches the mail off', async () => {
    await post('/api/admin/users', form('ana@ejemplo.cl'));
    const [mail] = await mailsTo('ana@ejemplo.cl');
    expect(mail).toMatchObject({ template: 'account-made', subject: 'Tu cuenta en Cuentos de Bolsillo' });
    expect(mail?.text).not.toContain('clave-de-ana');
    const token = linkIn(mail?.text ?? '');
    shop.clock.time += 13 * 86_400_000;
    expect((await choose(token)).statusCode).toBe(204);
    expect((await login(shop, { username: 'ana@ejemplo.cl', password: 'una-clave-propia' })).statusCode).toBe(200);
    admin = await addReader(shop, { role: 'admin' });
    await post('/api/admin/users', { ...form('eva@ejemplo.cl'), notify: false });
    expect(await mailsTo('eva@ejemplo.cl')).toEqual([]);
  });
});

describe('early access for several addresses', () => {
  const invite = async (part: string, emails: string[], more: object = {}) =>
    post(`/api/admin/early_access/${part}`, { emails, ...more });

  it('is granted to existing accounts and creates the others, each once', async () => {
    const [known, part] = [
      await addUser(shop, { isProved: true }),
      await shop.part({ release_at: shop.clock.now() + 1e9 }),
    ];
    const gone = await addUser(shop, { deleted_at: 1 });
    const answer = await invite(part.id, [
      ` ${known.email.toUpperCase()}`,
      'nueva.lectora@ejemplo.cl',
      gone.email,
      known.email,
    ]);
    expect(answer.json<EarlyAccessOutcome[]>()).toEqual([
      { email: known.email, outcome: 'given' },
      { email: 'nueva.lectora@ejemplo.cl', outcome: 'invited' },
      { email: gone.email, outcome: 'deleted' },
    ]);
    expect(await mailsTo(known.email)).toMatchObject([{ template: 'early-access' }]);
    expect(await mailsTo(gone.email)).toEqual([]);
    const [mail] = await mailsTo('nueva.lectora@ejemplo.cl');
    expect(mail?.template).toBe('early-access-invite');
    const token = linkIn(mail?.text ?? '');
    await choose(token);
    const tokens = (await login(shop, { username: 'nueva.lectora@ejemplo.cl', password: 'una-clave-propia' })).json<{
      access_token: string;
    }>();
    const library = await get(shop, '/api/user_book_parts/', { authorization: `Bearer ${tokens.access_token}` });
    expect(library.json<{ early_access: { book_part_id: string }[] }>().early_access).toMatchObject([
      { book_part_id: part.id },
    ]);
    expect(await shop.rows.audits('user.invited')).toHaveLength(1);
  });

  it('is refused for all addresses if one is reserved for an account that left it, and that one is named', async () => {
    const part = await shop.part();
    const holder = await addReader(shop, { isProved: true });
    const follow = { user_id: holder.user.id, email: 'dejada@ejemplo.cl', token_hash: 'h', created_at: 1 };
    const expires_at = shop.clock.time + 1000;
    await shop.ports.db.withTx(async (tx) => saveToken(tx, { ...follow, purpose: 'undo-email', expires_at }));
    const refused = refusal(await invite(part.id, ['bien@ejemplo.cl', 'dejada@ejemplo.cl']));
    expect(refused).toMatchObject({ status: 409, code: 'email_taken' });
    expect(refused.detail).toContain('dejada@ejemplo.cl');
    expect(await mailsTo('bien@ejemplo.cl')).toEqual([]);
  });

  it('is granted to an account with all of the addresses, or to none', async () => {
    const [known, part] = [await addUser(shop, { isProved: true }), await shop.part()];
    const chosen = { user_id: known.id };
    expect(refusal(await invite(part.id, ['sin-arroba'], chosen)).status).toBe(422);
    expect(refusal(await invite(part.id, ['sola@ejemplo.cl'], { user_id: crypto.randomUUID() })).code).toBe(
      'user_not_found',
    );
    expect([await mailsTo(known.email), await mailsTo('sola@ejemplo.cl')]).toEqual([[], []]);
    expect((await invite(part.id, ['sola@ejemplo.cl', known.email], chosen)).json()).toEqual([
      { email: known.email, outcome: 'given' },
      { email: 'sola@ejemplo.cl', outcome: 'invited' },
    ]);
    expect(await mailsTo(known.email)).toMatchObject([{ template: 'early-access' }]);
  });

  it('is refused for all addresses if one is malformed, and that one is named', async () => {
    const part = await shop.part();
    const answer = refusal(await invite(part.id, ['bien@ejemplo.cl', 'sin-arroba', 'x@']));
    expect(answer.fields).toEqual({ emails: 'Revisa estos correos: sin-arroba, x@.' });
    expect(await mailsTo('bien@ejemplo.cl')).toEqual([]);
    expect(refusal(await invite(part.id, [])).status).toBe(422);
    expect(refusal(await invite(crypto.randomUUID(), ['bien@ejemplo.cl'])).code).toBe('part_not_found');
  });

  it('makes no links if mails are switched off', async () => {
    const part = await shop.part();
    await invite(part.id, ['callada@ejemplo.cl'], { notify: false });
    expect(await mailsTo('callada@ejemplo.cl')).toEqual([]);
    const user = await shop.ports.db.read
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'callada@ejemplo.cl')
      .executeTakeFirstOrThrow();
    expect(
      await shop.ports.db.read.selectFrom('account_tokens').selectAll().where('user_id', '=', user.id).execute(),
    ).toEqual([]);
  });
});
