import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longProof } from '@cuentos/domain/testing/long-proof';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { composeShop, type Shop } from '../compose.ts';
import { countAsSent, queueMail } from '../modules/mail/service.ts';
import { readConfig } from '../platform/config/config.ts';
import { dumpedTables } from '../platform/db/dump.ts';
import { tableNames } from '../platform/db/schema.ts';
import type { TestApp } from '../testing/build-test-app.ts';
import { startShop } from '../testing/busy-shop.ts';
import { addBook, addEdition, addPart, addUser, give, ingest, signIn, TEST_PASSWORD } from '../testing/fixtures.ts';
import { openTestDb, type TestDb } from '../testing/open-test-db.ts';
import type { Worker } from '../testing/run-worker.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { CommandFailure } from './run-command.ts';
import { filesIn, rowsOf } from './testing/shop-contents.ts';

/**
 * Restores a backup into a shop with two running processes: the restore is refused beside them, made beside them with
 * --beside-running, and made after they ended or were killed. Meanwhile readers sign in, turn pages, highlight, buy and
 * register over HTTP.
 */
const proof = longProof('restores-beside-writers', 1);
const WRITERS = 4;

let place: TestDb;
let shop: Shop;
let test: TestApp;
let folder: string;
let archive: string;
let partId: string;
let soldPartId: string;
let writers: readonly Person[];
let rows: Contents;
let files: ReadonlyMap<string, string>;

interface Person {
  readonly id: string;
  readonly email: string;
}

/** The rows of each table by key. */
type Contents = ReadonlyMap<string, ReadonlyMap<string, string>>;

async function contents(tables: readonly (typeof tableNames)[number][] = dumpedTables): Promise<Contents> {
  const rowsByTable = new Map<string, ReadonlyMap<string, string>>();
  for (const table of tables) rowsByTable.set(table, await rowsOf(shop.ports.db, table));
  return rowsByTable;
}

/** Settings of the shop, which its first process stores. */
const ENV = {
  // No automatic backup, at whatever hour of the day the test runs.
  BACKUP_HOUR: 'off',
  LIMIT_LOGIN_FAILURES: '1000000',
  LIMIT_ACCOUNT_FAILURES: '1000000',
  LIMIT_ADDRESS_FAILURES: '1000000',
  LIMIT_ALL_FAILURES: '1000000',
  LIMIT_REGISTER_PER_HOUR: '1000000',
  LIMIT_PREFERENCE_PER_HOUR: '1000000',
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-drills-'));
  archive = join(folder, 'respaldo.tar.gz');
  place = await openTestDb();
  const config = readConfig({
    ...ENV,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: place.folder,
    ...(place.url === '' ? {} : { DATABASE_URL: place.url }),
    AUTH_SECRET: 'a secret that only the tests know, long enough',
    CAPTCHA_PROVIDER: 'none',
  });
  shop = await composeShop(config, { patient: true });
  const clock = { time: 0, now: () => Date.now() };
  // The fixtures only use these members of the application.
  test = { ...shop, clock } as unknown as TestApp;
  await fill();
  await backup(shop, [archive]);
  rows = await contents();
  files = await filesIn(place.folder);
  expect(files.size).toBeGreaterThan(20);
});
afterAll(async () => {
  // A test that failed leaves its processes running.
  for (const { worker } of started) worker.process.kill('SIGKILL');
  for (const { worker } of started) await worker.ended;
  await shop.close();
  await place.drop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Fills the shop before the backup: a part that is read, a part that is sold, readers who write meanwhile and readers
 * who do not.
 */
async function fill(): Promise<void> {
  const { db } = shop.ports;
  const book = await addBook(test, { name: 'Ñandú «azul» 🦤' });
  partId = (await addPart(test, book.id)).id;
  soldPartId = (await addPart(test, book.id)).id;
  const chapters = Array.from({ length: 20 }, (_, n) => ({ title: `${n}`, html: `<p>Capítulo ${n}</p>` }));
  const editionId = await addEdition(test, partId, await ingest(test, { chapters }));
  await addEdition(test, soldPartId, await ingest(test, { chapters }));
  const resting = await addUser(test);
  await give(test, resting.id, partId);
  const people: Person[] = [resting];
  for (let n = 0; n < WRITERS; n += 1) {
    const user = await addUser(test, { withPassword: true });
    await give(test, user.id, partId);
    people.push(user);
  }
  writers = people.slice(1);
  await signIn(test, resting);
  await db.withTx(async (tx) => {
    for (const { id, email } of people) {
      const read = { user_id: id, part_id: partId, edition_id: editionId, last_location: 'epubcfi(/6/4)' };
      await tx
        .insertInto('reading_positions')
        .values({ ...read, percentage: 1, revision: 1, updated_at: 1, recent_moves: '' })
        .execute();
      const letter = { template: 'receipt', subject: 'Hola', text: 'Hola', html: '<p>Hola</p>' };
      for (let n = 0; n < 50; n += 1) await queueMail(tx, email, `${id}:${n}`, letter, Date.now());
    }
    await countAsSent(tx, Date.now());
  });
  // Runs all jobs once, so that later runs only find new work: the backup contains the samples and places they make.
  for (const job of shop.modules.jobs()) await job.run(new AbortController().signal);
  await db.withTx(async (tx) => {
    const waiting = { template: 'receipt', subject: 'Espera', text: 'Hola', html: '<p>Hola</p>' };
    for (const { id, email } of people) await queueMail(tx, email, `${id}:waiting`, waiting, Date.now());
    for (let start = 0; start < 3000; start += 500) {
      const mutations = Array.from({ length: 500 }, (_, n) => ({
        user_id: resting.id,
        mutation_id: `m${start + n}`,
        applied_at: start + n,
      }));
      await tx.insertInto('applied_mutations').values(mutations).execute();
    }
  });
}

/** Fields of answers that the test reads. */
interface Answer {
  readonly code?: string;
  readonly access_token?: string;
  readonly revision?: number;
}

/** Users who send requests until `stop`, with the answers they got. */
interface Work {
  /** Number of answers by request and status; status 0 means that no answer came. */
  readonly answers: Map<string, number>;
  /** Writes that were acknowledged, by writer. */
  readonly acknowledged: number[];
  /** The position and the notes of each writer that were acknowledged since the last {@link Work.forget}. */
  readonly held: Map<string, { revision: number; notes: string[] }>;
  forget(): void;
  stop(): Promise<void>;
}

function work(origins: readonly string[]): Work {
  const going = new AbortController();
  const state = {
    answers: new Map<string, number>(),
    acknowledged: writers.map(() => 0),
    held: new Map<string, { revision: number; notes: string[] }>(),
  };
  /**
   * Number of calls of `forget`. An answer to a request sent before the latest call may describe the state before the
   * restore.
   */
  let age = 0;
  const call = async (at: number, method: string, path: string, body: object | null, token: string | null) => {
    const begun = age;
    const response = await fetch(`${origins[at]!}${path}`, {
      method,
      headers: {
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    }).catch(() => null);
    const answer = (await response?.json().catch(() => null)) as Answer | null;
    const status = response?.status ?? 0;
    const name = `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '…')} ${answer?.code ?? ''} ${status}`;
    state.answers.set(name, (state.answers.get(name) ?? 0) + 1);
    const isSpeechless = status === 503 && response?.headers.get('retry-after') !== '5';
    // Readiness is polled again anyway, so its answer needs no retry-after.
    if (isSpeechless && !path.startsWith('/health/')) state.answers.set('503 without a word', 1);
    return { status, answer, isNew: begun === age };
  };
  const write = async ({ id, email }: Person, n: number): Promise<void> => {
    const at = n % origins.length;
    let token: string | null = null;
    for (let turn = 0; !going.signal.aborted; turn += 1) {
      if (token === null) {
        const entered = await call(at, 'POST', '/api/auth/', { username: email, password: TEST_PASSWORD }, null);
        token = entered.status === 200 ? (entered.answer?.access_token ?? null) : null;
        continue;
      }
      const mutation = crypto.randomUUID();
      const place = { last_location: 'epubcfi(/6/4)', percentage: turn % 100, mutation_id: mutation };
      const note = { id: mutation, book_part_id: partId, cfi_range: 'epubcfi(/6/4!/4/2,/1:0,/1:5)', note: email };
      const created =
        turn % 3 === 0
          ? await call(at, 'POST', '/api/user_book_part_highlights/', note, token)
          : await call(at, 'PUT', `/api/user_book_parts/${partId}`, place, token);
      if (created.status === 401) token = null;
      if (created.status !== 200 && created.status !== 201) continue;
      state.acknowledged[n] = (state.acknowledged[n] ?? 0) + 1;
      const highlight = state.held.get(id) ?? { revision: 0, notes: [] };
      if (created.isNew && turn % 3 === 0) highlight.notes.push(mutation);
      if (created.isNew && turn % 3 !== 0) highlight.revision = created.answer?.revision ?? 0;
      state.held.set(id, highlight);
    }
  };
  /** New readers register and create orders. */
  const come = async (at: number): Promise<void> => {
    while (!going.signal.aborted) {
      const email = `nueva-${crypto.randomUUID()}@ejemplo.cl`;
      const fields = { name: 'Nueva', email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
      const { answer } = await call(at, 'POST', '/api/users/', fields, null);
      const path = `/api/user_book_parts/get_preference_id/${soldPartId}`;
      if (answer?.access_token) await call(at, 'POST', path, { withdrawal_acknowledged: true }, answer.access_token);
    }
  };
  const look = async (at: number): Promise<void> => {
    while (!going.signal.aborted) {
      await call(at, 'GET', '/health/ready', null, null);
      await call(at, 'GET', '/api/books/', null, null);
      // This client only polls, so it pauses to leave the load to the others.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const all = [
    ...writers.map(write),
    ...origins.map(async (_, at) => come(at)),
    ...origins.map(async (_, at) => look(at)),
  ];
  return Object.assign(state, {
    forget() {
      age += 1;
      state.held.clear();
    },
    async stop() {
      going.abort();
      await Promise.all(all);
    },
  });
}

/** Waits for this many more acknowledged writes of each writer. */
async function goesOn({ acknowledged }: Work, more = 10): Promise<void> {
  const begun = [...acknowledged];
  const isFurther = () => acknowledged.every((count, n) => count >= begun[n]! + more);
  await vi.waitUntil(isFurther, { timeout: 60_000, interval: 5 });
}

/** Waits until the processes have sent every mail. */
async function allSent(): Promise<void> {
  const waiting = async () =>
    shop.ports.db.read.selectFrom('mails').select('id').where('sent_at', 'is', null).execute();
  await vi.waitUntil(async () => (await waiting()).length === 0, { timeout: 60_000, interval: 50 });
}

/** Tables that an idle process changes: its own row, the leases of its jobs, and the results of their runs. */
const STIRRING = new Set(['processes', 'leases', 'job_runs']);
const still = async () => ({
  rows: await contents(tableNames.filter((table) => !STIRRING.has(table))),
  files: await filesIn(place.folder),
});

const fieldsOf = (row: string) => Object.fromEntries(JSON.parse(row) as [string, unknown][]);

/** Returns whether a row may differ from the backup: sessions end, mails are sent, and active readers read on. */
function mayDiffer(table: string, before: string, after: string, atWork: boolean): boolean {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const changed = Object.keys(is).filter((name) => was[name] !== is[name]);
  const only = (...names: string[]) => changed.every((name) => names.includes(name));
  if (table === 'sessions') return only('revoked_at') && is['revoked_at'] !== null;
  if (!atWork) return false;
  if (table === 'mails') {
    // The text of a bulk mail is written when the mail is sent.
    const written = was['html'] === '' ? ['subject', 'text', 'html', 'unsubscribe_url'] : [];
    return is['sent_at'] !== null && only('attempts', 'next_attempt_at', 'sent_at', ...written);
  }
  // The processes count the mails that they send.
  if (table === 'rate_counters') return String(is['key']).startsWith('mail-') && only('count', 'window_start');
  const isWriters = writers.some(({ id }) => id === was['user_id']);
  const isOfReading = ['reading_positions', 'reader_changes', 'reader_revisions'].includes(table);
  return isOfReading && isWriters && Number(is['revision']) > Number(was['revision']);
}

/** Checks that every row of the backup exists, unchanged or changed for an allowed reason. */
function expectRows(now: Contents, { atWork }: { readonly atWork: boolean }): void {
  const wrong = [...rows].flatMap(([table, before]) =>
    [...before].flatMap(([key, row]) => {
      const after = now.get(table)?.get(key);
      const isRight = after === row || (after !== undefined && mayDiffer(table, row, after, atWork));
      return isRight ? [] : [{ table, key, row, after }];
    }),
  );
  expect(wrong).toEqual([]);
  const sessions = [...(now.get('sessions') ?? [])].filter(([key]) => rows.get('sessions')?.has(key));
  expect(sessions.filter(([, row]) => fieldsOf(row)['revoked_at'] === null)).toEqual([]);
}

/** Rows added since the backup, and those of them that no active user can have written. */
function addedRows(now: Contents): { readonly added: number; readonly unexplained: readonly string[] } {
  // Rate counters name a network address, nothing if all are counted together, or a buyer whose account the restore may
  // have removed.
  const names = new Set([
    'nueva-',
    '127.0.0.1',
    '"login-all:',
    '"mail-all:',
    '"preference:',
    ...writers.flatMap(({ id, email }) => [id, email]),
  ]);
  let open = [...now].flatMap(([table, found]) =>
    [...found].flatMap(([key, row]) => (rows.get(table)?.has(key) ? [] : [{ table, key, row }])),
  );
  const added = open.length;
  // A row that names an account, an order or a session made since the backup is explained by that row.
  for (let before = -1; before !== open.length;) {
    before = open.length;
    const explained = open.filter(({ row }) => [...names].some((name) => row.includes(name)));
    for (const { row } of explained) {
      const { id } = fieldsOf(row);
      if (typeof id === 'string') names.add(id);
    }
    open = open.filter((each) => !explained.includes(each));
  }
  return { added, unexplained: open.map(({ table, row }) => `${table} ${row}`) };
}

async function expectFiles(): Promise<void> {
  expect(await filesIn(place.folder)).toEqual(files);
}

/** Every process that was started. */
const started: Running[] = [];
async function start(): Promise<Running> {
  const running = await startShop(place, ENV);
  started.push(running);
  return running;
}

interface Running {
  readonly worker: Worker;
  readonly origin: string;
}

/** Checks that the restore is refused while processes live, and changes nothing under load or after it. */
async function refusedBeside(running: readonly Running[], atWork: Work): Promise<void> {
  const refused = async () =>
    expect(await restore(shop, [archive, '--replace']).catch((error: unknown) => error)).toMatchObject({
      name: CommandFailure.name,
      message: expect.stringContaining('La tienda está funcionando.'),
    });
  await refused();
  await goesOn(atWork);
  await atWork.stop();
  await expectHeld(atWork);
  await allSent();
  const before = await still();
  await refused();
  expect(await still()).toEqual(before);
  for (const { origin } of running) expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
}

/** Checks a restore beside running processes: all rows of the backup exist, later writes too, and no request fails. */
async function madeBeside(running: readonly Running[], catalogue: string): Promise<void> {
  await spoil();
  const origins = running.map(({ origin }) => origin);
  const atWork = work(origins);
  await goesOn(atWork);
  await restore(shop, [archive, '--replace', '--beside-running']);
  atWork.forget();
  await goesOn(atWork);
  const catalogues = async () =>
    Promise.all(origins.map(async (origin) => (await fetch(`${origin}/api/books/`)).text()));
  await expect.poll(catalogues, { timeout: 20_000 }).toEqual(origins.map(() => catalogue));
  await atWork.stop();
  expect(faults(atWork)).toEqual([]);
  await expectHeld(atWork);
  await allSent();
  const now = await contents();
  expectRows(now, { atWork: true });
  const { added, unexplained } = addedRows(now);
  expect(unexplained).toEqual([]);
  expect(added).toBeGreaterThan(WRITERS);
  await expectFiles();
}

/** Checks a restore after all processes ended or were killed: the shop equals the backup. */
async function madeAlone(running: readonly Running[], signal: NodeJS.Signals): Promise<void> {
  await spoil();
  for (const { worker } of running) worker.process.kill(signal);
  for (const { worker } of running) expect(await worker.ended).toBe(signal === 'SIGTERM' ? 0 : signal);
  await restore(shop, [archive, '--replace']);
  const now = await contents();
  expectRows(now, { atWork: false });
  expect(addedRows(now)).toEqual({ added: 0, unexplained: [] });
  await expectFiles();
}

/** Changes the shop after the backup: deletes a file, damages another, adds a book and deletes an applied mutation. */
async function spoil(): Promise<void> {
  const { db, storage } = shop.ports;
  const [lost = '', damaged = ''] = files.keys();
  await storage.delete(lost);
  await storage.putBytes(damaged, Buffer.from('damaged'), 'application/octet-stream');
  await addBook(test, { name: 'Después del respaldo' });
  await db.withTx(async (tx) => tx.deleteFrom('applied_mutations').where('mutation_id', 'like', 'm1%').execute());
}

/** Checks that every acknowledged write exists. */
async function expectHeld({ held: all }: Work): Promise<void> {
  const { db } = shop.ports;
  expect(all.size).toBe(WRITERS);
  for (const [id, { revision, notes }] of all) {
    const at = await db.read
      .selectFrom('reading_positions')
      .select('revision')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(at.revision).toBeGreaterThanOrEqual(revision);
    const annotations = await db.read.selectFrom('annotations').select('id').where('user_id', '=', id).execute();
    const ids = new Set(annotations.map((row) => row.id));
    expect(notes.filter((note) => !ids.has(note))).toEqual([]);
  }
}

it(
  'brings everything beside processes at work and without, or changes nothing',
  async () => {
    for (const run of proof.runs()) {
      const running = [await start(), await start()] as const;
      const catalogue = await (await fetch(`${running[0].origin}/api/books/`)).text();
      const first = work(running.map(({ origin }) => origin));
      await goesOn(first);
      await refusedBeside(running, first);
      expect(faults(first)).toEqual([]);

      await madeBeside(running, catalogue);
      await madeAlone(running, run % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
    }
  },
  proof.timeout(120_000),
);

/** Answers other than success, an ended session or a shop that is busy for a moment. */
const faults = ({ answers }: Work): string[] =>
  [...answers.keys()].filter((name) => !/ (?:200|201|401|503)$/.test(name));
