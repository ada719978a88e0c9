import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Announcement } from '@cuentos/contract/announcements';
import type { DataRequest } from '@cuentos/contract/personal-data';
import { KEEP_DAYS } from '@cuentos/domain/personal-data/request-due';
import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMailFiles } from '../../adapters/nodemailer/nodemailer-mail.ts';
import { backup } from '../../commands/backup.ts';
import { restore } from '../../commands/restore.ts';
import type { Shop } from '../../compose.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { login, refresh, refusal, tokensOf } from '../../testing/calls.ts';
import {
  addBook,
  addEdition,
  addPart,
  addReader,
  ingest,
  type SignedIn,
  signIn,
  TEST_PASSWORD,
} from '../../testing/fixtures.ts';
import { mailsTo } from '../../testing/mails.ts';
import { giftSteps } from '../orders/testing/gift-steps.ts';
import { openShop, type Reader, type TestShop } from '../orders/testing/open-shop.ts';
import { createBulkMailJob, createMailJob } from '../mail/service.ts';
import { everything, found as foundOf } from './testing/everything.ts';

const { signal } = new AbortController();

/** Texts planted in the data of one person, which occur nowhere else. */
const facts = {
  name: 'Petronila Antimán',
  renamed: 'Petronila Colipí',
  email: 'petronila.antiman@correo-plantado.cl',
  later: 'colipi.nueva@correo-plantado.cl',
  browser: 'NavegadorPlantado/1.0',
  otherBrowser: 'OtroNavegadorPlantado/2.0',
  network: '203.0.113.77',
  quote: 'cita-plantada-del-libro',
  note: 'nota-plantada-al-margen',
  secondNote: 'segunda-nota-plantada',
  deletedNote: 'nota-plantada-y-borrada',
  place: 'epubcfi(/6/4!/4/2/1:77)',
  refundReason: 'motivo-plantado-de-la-devolucion',
  letter: 'carta-plantada-de-la-persona',
  outcome: 'respuesta-plantada-a-la-carta',
  context: 'contexto-plantado',
  message: 'mensaje-plantado-para-la-autora',
  answer: 'respuesta-plantada-de-la-autora',
  visitorMessage: 'mensaje-plantado-de-visita',
  giverName: 'Donante Plantada',
  giftWords: 'palabras-plantadas-con-el-regalo',
  receivedWords: 'palabras-plantadas-para-ella',
} as const;
const words = [...Object.values(facts), 'petronila', 'antiman', 'colipi'];
const foundWords = (held: ReadonlyMap<string, string>, among: readonly string[] = words) => foundOf(held, among);

let shop: TestShop;
let admin: SignedIn;
let folder: string;
let other: SignedIn;
const lines: string[] = [];
const shopOf = ({ config, ports, services }: TestApp): Shop => ({ config, ports, services }) as Shop;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-erasure-'));
  shop = await openShop({ LOG_LEVEL: 'trace' }, { write: (line) => void lines.push(line) });
  Object.assign(shop.ports.mail, createMailFiles(join(shop.config.dataDir, 'outbox'), 'tienda@ejemplo.cl'));
  admin = await addReader(shop, { role: 'admin', name: 'Jefa' });
  other = await addReader(shop, { name: 'Berta Vidal', email: 'berta@ejemplo.cl' });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
async function call(method: Method, url: string, { as, payload, form }: Call = {}) {
  const answer = await shop.app.inject({
    method,
    url,
    remoteAddress: facts.network,
    headers: {
      ...as,
      'user-agent': facts.browser,
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(payload ? { payload } : {}),
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
  });
  expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300);
  return answer;
}
interface Call {
  readonly as?: { readonly authorization: string };
  readonly payload?: object;
  readonly form?: Readonly<Record<string, string>>;
}

/** Runs the background jobs. */
async function work(): Promise<void> {
  await shop.services.passwords.sendRecoveries(signal);
  await shop.services.gifts.sendGifts();
  await shop.services.releases.tell(signal);
  await shop.services.announcements.run(signal);
  await createBulkMailJob({ ...shop.ports, composers: shop.services.bulkComposers }).run(signal);
  await createMailJob(shop.ports).run(signal);
}

async function linkOf(email: string, screen: string): Promise<string> {
  const texts = (await mailsTo(shop, email)).map(({ text }) => text).join('\n');
  const [, token] = new RegExp(`/${screen}/([\\w.~-]+)`).exec(texts) ?? [];
  if (!token) throw new Error(`no link to ${screen}`);
  return token;
}

/** Adds a person who used every function of the shop, through its API. */
async function plant() {
  const book = await addBook(shop, { name: 'El faro' });
  const parts = await Promise.all(
    ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco'].map(async (name) => addPart(shop, book.id, { name })),
  );
  const [bought, returned, granted, early, pocketed] = parts.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const edition = await addEdition(shop, bought, await ingest(shop));
  await addEdition(shop, returned, await ingest(shop));
  await addEdition(shop, pocketed, await ingest(shop));
  const password = TEST_PASSWORD;
  await call('POST', '/api/users/', {
    payload: { name: facts.name, email: facts.email, password, confirmPassword: password },
  });
  await login(shop, { username: facts.email, password: 'equivocada', from: facts.network });
  const entry = await login(shop, {
    username: facts.email,
    from: facts.network,
    headers: { 'user-agent': facts.otherBrowser },
  });
  // The person signs in on a second device.
  const credentials = { username: facts.email, from: facts.network };
  await login(shop, { ...credentials, headers: { 'user-agent': facts.browser } });
  const tokens = tokensOf(entry);
  const as = { authorization: `Bearer ${tokens.access_token}` };
  const user = await shop.ports.db.read
    .selectFrom('users')
    .selectAll()
    .where('email', '=', facts.email)
    .executeTakeFirstOrThrow();
  await call('POST', '/api/auth/verify-email', { as, payload: { token: await linkOf(facts.email, 'verify-email') } });
  await call('PATCH', '/api/users/me', { as, payload: { name: facts.renamed } });
  const buyer = { id: user.id, headers: async () => as };
  for (const part of [bought, returned]) await shop.click(await shop.buy(buyer, part), 'approved');
  await shop.settled();
  await plantReading(as, bought, edition);
  await plantMessages(as);
  await plantGifts(buyer, granted, early);
  await call('PUT', '/api/pocket', { as, payload: { part_ids: [pocketed] } });
  await plantAsked({ as, bookId: book.id, userId: user.id, returned, granted, early });
  await work();
  await call('POST', '/api/users/me/email', { as, payload: { email: facts.later } });
  await call('POST', '/api/auth/change-email', { as, payload: { token: await linkOf(facts.later, 'change-email') } });
  await call('POST', '/api/auth/forgot-password', { payload: { email: facts.later } });
  await call('POST', '/api/auth/entry_code', { payload: { email: facts.later } });
  await work();
  return { user, as, tokens, bought, returned };
}

/** Adds messages of the person from before and after signing in, with answers. */
async function plantMessages(as: { authorization: string }): Promise<void> {
  const message = { id: randomUUID(), subject: 'other', text: facts.message };
  const { thread_id: thread } = (await call('POST', '/api/messages', { as, payload: message })).json<{
    thread_id: string;
  }>();
  await call('POST', `/api/admin/messages/${thread}/reply`, {
    as: admin.headers,
    payload: { id: randomUUID(), text: facts.answer },
  });
  await call('POST', '/api/messages/visitors', {
    payload: { id: randomUUID(), subject: 'other', name: facts.name, email: facts.email, text: facts.visitorMessage },
  });
}

/** Adds a gift of the person that another person claimed, and a gift that she claimed. */
async function plantGifts(buyer: Reader, given: string, received: string): Promise<void> {
  const steps = giftSteps(shop);
  const part = async (id: string) =>
    shop.ports.db.read.selectFrom('book_parts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const berta = { id: other.user.id, headers: async () => other.headers };
  for (const id of [given, received]) await addEdition(shop, id, await ingest(shop));
  const hers = await steps.paidGift(buyer, [await part(given)], {
    giver_name: facts.giverName,
    message: facts.giftWords,
    recipient_email: other.user.email,
  });
  const forHer = await steps.paidGift(berta, [await part(received)], {
    giver_name: 'Berta',
    message: facts.receivedWords,
    recipient_email: facts.email,
  });
  await work();
  expect((await steps.claim(await steps.tokenOf(hers), berta)).status).toBe(200);
  expect((await steps.claim(await steps.tokenOf(forHer), buyer)).status).toBe(200);
}

async function plantReading(as: { authorization: string }, part: string, edition: string): Promise<void> {
  await call('GET', `/api/book_part/open/${part}`, { as });
  const position = { last_location: facts.place, percentage: 12, edition_id: edition };
  await call('PUT', `/api/user_book_parts/${part}`, { as, payload: { ...position, base_revision: 0 } });
  const highlight = async (range: string, note: string) => {
    const form = {
      book_part_id: part,
      cfi_range: range,
      color: 'green',
      note,
      quote: facts.quote,
      prefix: facts.context,
    };
    return (await call('POST', '/api/user_book_part_highlights/', { as, form })).json<{ id: string }>().id;
  };
  await highlight('epubcfi(/6/4!/4/2,/1:0,/1:5)', facts.note);
  await highlight('epubcfi(/6/4!/4/4,/1:0,/1:5)', facts.secondNote);
  const gone = await highlight('epubcfi(/6/4!/4/6,/1:0,/1:5)', facts.deletedNote);
  await call('DELETE', `/api/user_book_part_highlights/${gone}`, { as });
}

interface Asked {
  readonly as: { readonly authorization: string };
  readonly bookId: string;
  readonly userId: string;
  readonly returned: string;
  readonly granted: string;
  readonly early: string;
}

async function plantAsked({ as, bookId, userId, returned, granted, early }: Asked): Promise<void> {
  const team = admin.headers;
  await call('PUT', `/api/follows/${bookId}`, { as });
  await call('POST', '/api/contact', { payload: { email: facts.email } });
  await call('POST', '/api/newsletter/confirm', {
    payload: { token: await linkOf(facts.email, 'newsletter/confirm') },
  });
  await call('POST', `/api/admin/users/${userId}/books_parts/${granted}`, { as: team, payload: { notify: true } });
  await call('POST', `/api/admin/users/${userId}/early_access/${early}`, { as: team, payload: { notify: true } });
  const order = await shop.ports.db.read
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select('orders.id')
    .where('part_id', '=', returned)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await call('POST', `/api/admin/orders/${order.id}/refund`, {
    as: team,
    payload: { part_id: returned, reason: facts.refundReason },
  });
  // Waits for the refund to be complete, so that it is in the backup.
  await shop.settled();
  const draft = { subject: 'Una carta', body: 'Hola.', audience: 'news', audience_id: null };
  const { id } = (await call('POST', '/api/admin/announcements', { as: team, payload: draft })).json<Announcement>();
  await call('POST', `/api/admin/announcements/${id}/send`, { as: team, payload: { send_at: null } });
  await call('GET', '/api/users/me/data', { as });
  await call('POST', '/api/users/me/legal_news', { as });
  const letter = { kind: 'access', person: facts.email, asked_on: '2026-11-17', note: facts.letter };
  const request = (await call('POST', '/api/admin/data_requests', { as: team, payload: letter })).json<DataRequest>();
  await call('POST', `/api/admin/data_requests/${request.id}/close`, {
    as: team,
    payload: { state: 'done', outcome: facts.outcome },
  });
  await call('POST', '/api/users/me/data/block', { as });
  await call('POST', '/api/users/me/data/unblock', { as });
}

/** Checks the answer at the next contact of the person's device. */
async function expectGone(of: TestApp, { tokens }: Pick<Awaited<ReturnType<typeof plant>>, 'tokens'>) {
  expect(refusal(await refresh(of, tokens.refresh_token))).toMatchObject({ status: 401, code: 'account_erased' });
}

it('an erased person is in no table, file, mail or log line, nor after the restore of a backup', async () => {
  const person = await plant();
  // Every fact must be found before the erasure, or its absence afterwards would prove nothing.
  const before = await everything(shop);
  const unseen = words.filter((word) => word !== facts.deletedNote && foundWords(before, [word]).length === 0);
  expect(unseen).toEqual([]);
  const planted = foundWords(before).filter((line) => line.startsWith('table'));
  expect(planted.length).toBeGreaterThanOrEqual(30);
  const archive = join(folder, 'antes.tar.gz');
  await backup(shopOf(shop), [archive]);

  await call('POST', '/api/users/me/data/erase', { as: person.as, payload: {} });
  await call('POST', '/api/admin/data_requests', {
    as: admin.headers,
    payload: { kind: 'portability', person: facts.later, asked_on: '2026-11-18', note: facts.letter },
  });
  await work();
  shop.clock.time += KEEP_DAYS * DAY_MS - 1;
  await shop.services.rights.eraseDue(signal);
  expect(foundWords(await everything(shop), [facts.renamed])).not.toEqual([]);
  shop.clock.time += 1;
  await Promise.all([shop.services.rights.eraseDue(signal), shop.services.rights.eraseDue(signal)]);

  expect(foundWords(await everything(shop))).toEqual([]);
  expect(
    foundWords(
      new Map([['log', lines.join('\n')]]),
      words.filter((word) => word !== facts.network),
    ),
  ).toEqual([]);
  await expectGone(shop, person);
  await expectKept(shop, person);
  await expectOthers(shop);

  // The backup is restored over the running shop, and into an empty one with the file of erased accounts.
  const { erased_at } = await shop.ports.db.read
    .selectFrom('users')
    .select('erased_at')
    .where('id', '=', person.user.id)
    .executeTakeFirstOrThrow();
  expect(erased_at).toBe(shop.clock.time);
  await backup(shopOf(shop), [join(folder, 'despues.tar.gz')]);
  // A shop that is replaced knows the erasures from its own database.
  const alone = join(folder, 'solo', 'antes.tar.gz');
  await mkdir(join(folder, 'solo'));
  await copyFile(archive, alone);
  await restore(shopOf(shop), [alone, '--replace', '--beside-running']);
  expect(foundWords(await everything(shop))).toEqual([]);
  await expectGone(shop, person);
  await expectKept(shop, person);
  const empty = await buildTestApp();
  try {
    await restore(shopOf(empty), [archive]);
    expect(foundWords(await everything(empty))).toEqual([]);
    await expectKept(empty, person);
  } finally {
    await empty.close();
  }
  // The address is free for a new account, which gets nothing of the old one.
  const again = await addReader(shop, { email: facts.later, name: 'Otra persona' });
  expect((await shop.app.inject({ url: '/api/orders', headers: again.headers })).json()).toEqual([]);
}, 120_000);

/** Checks that purchases are kept under a number that leads to no person. */
async function expectKept(of: TestApp, { user, bought }: Awaited<ReturnType<typeof plant>>): Promise<void> {
  const { read } = of.ports.db;
  const orders = await read.selectFrom('orders').selectAll().where('user_id', '=', user.id).execute();
  expect(orders.map(({ total }) => total)).toEqual([1490, 1490, 1490]);
  const payments = await read.selectFrom('payments').select('status').orderBy('status').execute();
  expect(payments.map(({ status }) => status)).toEqual(['approved', 'approved', 'approved', 'refunded']);
  const gifts = await read.selectFrom('gifts').selectAll().where('claimed_at', 'is not', null).execute();
  expect(new Set(gifts.map(({ claimed_by }) => claimed_by))).toEqual(new Set([other.user.id, null]));
  for (const table of ['message_threads', 'messages', 'pocket_items'] as const)
    expect(await read.selectFrom(table).selectAll().execute(), table).toEqual([]);
  const ownEntitlements = await read.selectFrom('entitlements').selectAll().where('user_id', '=', user.id).execute();
  expect(ownEntitlements.filter(({ revoked_at }) => revoked_at === null).map(({ part_id }) => part_id)).toEqual([
    bought,
  ]);
  const row = await read.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: 'Cuenta borrada', email: `cuenta-borrada-${user.id}`, password_hash: null });
  expect(row.erased_at).not.toBeNull();
  // No payment appears to need a refund.
  expect((await of.services.payments.unresolvedPayments()).payments).toEqual([]);
}

async function expectOthers(of: TestApp): Promise<void> {
  const [berta, jefa] = [await signIn(of, other.user), await signIn(of, admin.user)];
  const answer = await of.app.inject({ url: '/api/users/me', headers: berta.headers });
  expect(answer.json()).toMatchObject({ name: 'Berta Vidal' });
  const requests = await of.app.inject({ url: '/api/admin/data_requests', headers: jefa.headers });
  expect(
    requests
      .json<DataRequest[]>()
      .map(({ kind, state, outcome, person }) => [kind, state, outcome, person].join())
      .toSorted(),
  ).toEqual([
    'access,done,copied,',
    'access,done,details_erased,',
    'block,done,unblocked,',
    'erasure,done,erased,',
    'portability,open,,',
  ]);
}

it('an interrupted erasure leaves the account whole, and the next run erases it', async () => {
  const reader = await addReader(shop, { name: 'Mitad Plantada', email: 'mitad@correo-plantado.cl' });
  await call('PATCH', '/api/users/me', { as: reader.headers, payload: { name: 'Media Plantada' } });
  await shop.app.inject({ method: 'POST', url: '/api/users/me/data/erase', headers: reader.headers, payload: {} });
  shop.clock.time += KEEP_DAYS * DAY_MS + HOUR_MS;
  await work();
  const { mail } = shop.ports;
  const { forget } = mail;
  let calls = 0;
  // The erasure fails once at the first file, and once at the files after its rows were deleted.
  Object.assign(mail, {
    forget: async () => {
      calls += 1;
      throw new Error('killed');
    },
  });
  await expect(shop.services.rights.eraseDue(signal)).rejects.toThrow('killed');
  expect(calls).toBe(1);
  expect(foundWords(await everything(shop), ['Media Plantada'])).not.toEqual([]);
  Object.assign(mail, { forget });
  const fresh = await signIn(shop, reader.user);
  await shop.services.rights.eraseDue(signal);
  const gone = await shop.app.inject({ url: '/api/users/me/data/state', headers: fresh.headers });
  expect(refusal(gone)).toMatchObject({ status: 401, code: 'account_erased' });
  expect(foundWords(await everything(shop), ['Mitad Plantada', 'Media Plantada', 'mitad@correo-plantado.cl'])).toEqual(
    [],
  );
  const audits = await shop.ports.db.read
    .selectFrom('audit_log')
    .select('id')
    .where('subject', '=', reader.user.id)
    .where('action', '=', 'account.erased')
    .execute();
  expect(audits).toHaveLength(1);
  await shop.services.rights.eraseDue(signal);
});

it("erasing an account with a foreign address deletes nothing of that address's owner", async () => {
  const email = 'duena@ejemplo.cl';
  await shop.services.mailingList.signUp(email, 'form', '127.0.0.1');
  const token = await linkOf(email, 'newsletter/confirm');
  await shop.services.mailingList.confirm(token);
  const thief = await addReader(shop, { name: 'Impostora Plantada', email });
  admin = await signIn(shop, admin.user);
  await plantMessages(thief.headers);
  const answer = (await mailsTo(shop, email)).find(({ template }) => template === 'message-answer');
  expect(answer?.text).toContain(facts.answer);
  await call('POST', `/api/admin/users/${thief.user.id}/mails/${answer?.id}/resend`, { as: admin.headers });
  expect((await call('GET', '/api/users/me/data', { as: thief.headers })).body).toContain(answer?.subject);
  await shop.app.inject({ method: 'POST', url: '/api/users/me/data/erase', headers: thief.headers, payload: {} });
  shop.clock.time += KEEP_DAYS * DAY_MS + HOUR_MS;
  await shop.services.rights.eraseDue(signal);
  expect(foundWords(await everything(shop), ['Impostora Plantada', facts.message, facts.answer])).toEqual([]);
  const list = await shop.ports.db.read.selectFrom('mailing_list').selectAll().where('email', '=', email).execute();
  expect(list).toMatchObject([{ state: 'confirmed' }]);
});

it('a restore keeps leaving, remaining and blocked accounts as they are, and gives unknown ones the full waiting time', async () => {
  const [leaves, stayed, blocked] = [await addReader(shop), await addReader(shop), await addReader(shop)];
  const post = async (user: SignedIn, action: string) =>
    shop.app.inject({ method: 'POST', url: `/api/users/me/data/${action}`, headers: user.headers, payload: {} });
  await post(stayed, 'erase');
  const archive = join(folder, 'en-plazo.tar.gz');
  await backup(shopOf(shop), [archive]);
  shop.clock.time += HOUR_MS / 10;
  await post(stayed, 'keep');
  await post(leaves, 'erase');
  await post(blocked, 'block');
  const standing = async (of: TestApp, { user }: SignedIn) =>
    of.ports.db.read
      .selectFrom('users')
      .select(['erase_at', 'blocked_at'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
  const before = await Promise.all([leaves, stayed, blocked].map(async (person) => standing(shop, person)));
  expect(before.map(({ erase_at, blocked_at }) => [erase_at !== null, blocked_at !== null])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
  await restore(shopOf(shop), [archive, '--replace', '--beside-running']);
  expect(await Promise.all([leaves, stayed, blocked].map(async (person) => standing(shop, person)))).toEqual(before);
  const empty = await buildTestApp();
  try {
    empty.clock.time = shop.clock.time + 30 * DAY_MS;
    await restore(shopOf(empty), [archive]);
    expect((await standing(empty, stayed)).erase_at).toBe(empty.clock.time + KEEP_DAYS * DAY_MS);
    await empty.services.rights.eraseDue(signal);
    expect((await standing(empty, stayed)).erase_at).not.toBeNull();
  } finally {
    await empty.close();
  }
});
