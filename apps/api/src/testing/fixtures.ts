import { foldText } from '@cuentos/domain/text/fold';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tokens } from '@cuentos/contract/auth';
import { makeEpub, type EpubSpec } from '@cuentos/epub/testing/make-epub';
import { newUser } from '../modules/auth/account-service.ts';
import { insertUser } from '../modules/auth/service.ts';
import { bookRow, insertBook, insertPart, type NewBook, type NewPart, partRow } from '../modules/books/service.ts';
import { attachEdition, ingestEpub, type IngestedEdition } from '../modules/editions/service.ts';
import { type Grant, grantPart } from '../modules/entitlements/service.ts';
import type { Db } from '../platform/db/db.ts';
import type { UserRow } from '../platform/db/tables/accounts.ts';
import type { BookPartRow, BookRow } from '../platform/db/tables/books.ts';
import { tableNames } from '../platform/db/schema.ts';
import type { TestApp } from './build-test-app.ts';

/** Password of every user that {@link addUser} creates with one. */
export const TEST_PASSWORD = 'una-clave-de-prueba';

/** Empties every table, so that the tests of a file can share a database: creating one takes longer than most tests. */
export async function wipe(db: Db): Promise<void> {
  await db.withTx(async (tx) => {
    for (const table of tableNames) await tx.deleteFrom(table).execute();
  });
}

/** A user with a session; `headers` carries the Bearer token. */
export interface SignedIn {
  readonly user: UserRow;
  readonly tokens: Tokens;
  readonly headers: { readonly authorization: string };
}

let readers = 0;
let titles = 0;

interface UserOptions extends Partial<Pick<UserRow, 'email' | 'name' | 'role' | 'google_sub' | 'deleted_at'>> {
  /** False skips the hashing, for tests that never sign in with a password. */
  readonly withPassword?: boolean;
  /** Whether the address is proved, as grants and data by address require. */
  readonly isProved?: boolean;
}

/** Inserts a user. */
export async function addUser(
  test: TestApp,
  { withPassword = false, isProved = false, ...values }: UserOptions = {},
): Promise<UserRow> {
  readers += 1;
  const { name = `Lectora ${readers}`, email = `lectora-${readers}@ejemplo.cl`, role = 'reader' } = values;
  const now = test.clock.now();
  const base = withPassword
    ? await newUser({ name, email, password: TEST_PASSWORD, role }, now)
    : bareUser(await template(), { name, email, role }, now);
  const user: UserRow = {
    ...base,
    google_sub: values.google_sub ?? null,
    deleted_at: values.deleted_at ?? null,
    email_verified_at: isProved ? now : null,
  };
  await test.ports.db.withTx(async (tx) => insertUser(tx, user));
  return user;
}

let templateRow: Promise<UserRow> | undefined;
const template = async (): Promise<UserRow> =>
  (templateRow ??= newUser(
    { name: 'Plantilla', email: 'plantilla@ejemplo.cl', password: TEST_PASSWORD, role: 'reader' },
    0,
  ));

function bareUser(row: UserRow, { name, email, role }: Pick<UserRow, 'name' | 'email' | 'role'>, now: number): UserRow {
  const search_text = foldText(`${name} ${email} ${role}`);
  return { ...row, id: crypto.randomUUID(), name, email, role, search_text, created_at: now, updated_at: now };
}

/** Opens a session without a login. */
export async function signIn(test: TestApp, user: UserRow, address = '127.0.0.1'): Promise<SignedIn> {
  // Reads the current row: a session depends on the account, which a test may have changed since.
  const current = await test.ports.db.read.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirst();
  const tokens = await test.services.sessions.open(current ?? user, { userAgent: 'tests', address });
  return { user, tokens, headers: { authorization: `Bearer ${tokens.access_token}` } };
}

/** Adds a user with a session. */
export async function addReader(test: TestApp, options: UserOptions = {}): Promise<SignedIn> {
  return signIn(test, await addUser(test, options));
}

/** Inserts a book, which the shop lists by default. */
export async function addBook(
  test: TestApp,
  columns: Partial<NewBook> & Partial<Pick<BookRow, 'is_active'>> = {},
): Promise<BookRow> {
  titles += 1;
  const { is_active = 1, ...book } = columns;
  const fields: NewBook = {
    name: `Libro ${titles}`,
    description: 'Una historia.',
    location: 'Valdivia',
    genre: 'Cuento',
    pages: 80,
    fragment: 'Un fragmento.',
    imageId: null,
    backImageId: null,
    isDraft: false,
    ...book,
  };
  const row = { ...bookRow(fields, test.clock.now()), is_active };
  await test.ports.db.withTx(async (tx) => insertBook(tx, row, ['Una cita.']));
  test.services.books.catalogue.invalidate();
  return row;
}

/** Inserts a part; by default it is released, has no ebook and costs 1.490. */
export async function addPart(
  test: TestApp,
  bookId: string,
  columns: Partial<NewPart> & Partial<Pick<BookPartRow, 'is_active'>> = {},
): Promise<BookPartRow> {
  titles += 1;
  const { is_active = 1, ...part } = columns;
  const now = test.clock.now();
  const fields: NewPart = {
    bookId,
    name: `Parte ${titles}`,
    position: titles,
    imageId: null,
    value: 1490,
    releaseAt: now - 1,
    presale: null,
    isDraft: false,
    ...part,
  };
  const row = { ...partRow(fields, now), is_active };
  await test.ports.db.withTx(async (tx) => insertPart(tx, row));
  test.services.books.catalogue.invalidate();
  return row;
}

/** Runs a small EPUB through the gate and stores it in the test's storage. */
export async function ingest(test: TestApp, spec: EpubSpec = {}): Promise<IngestedEdition> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-epub-'));
  try {
    const file = join(folder, 'libro.epub');
    await writeFile(file, makeEpub(spec));
    const result = await ingestEpub({ ...test.ports, images: test.services.images }, file);
    if ('accepted' in result) throw new Error(`the gate refused the test's book: ${result.reason}`);
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes an ingested book the edition of a part. @returns the edition's id */
export async function addEdition(
  test: TestApp,
  partId: string,
  book: IngestedEdition,
  publish = true,
): Promise<string> {
  const id = await test.ports.db.withTx(async (tx) =>
    attachEdition(tx, book, { partId, createdBy: null, publish }, test.clock.now()),
  );
  test.services.books.catalogue.invalidate();
  return id;
}

/** Inserts an edition row without files, for tests that only need a part to have an ebook. */
export async function addBareEdition(test: TestApp, partId: string): Promise<string> {
  const bare: IngestedEdition = {
    claim: '',
    fileHash: 'f'.repeat(64),
    fileSize: 10,
    publication: { metadata: { title: '' }, toc: [], sections: [] } as object as IngestedEdition['publication'],
    accessibility: { statements: [], summary: null, certifier: null },
    warnings: [],
    resources: [],
    coverImageId: null,
  };
  return addEdition(test, partId, bare);
}

/** Grants a part to a user, by default without an end. */
export async function give(test: TestApp, userId: string, partId: string, changes: Partial<Grant> = {}): Promise<void> {
  const grant: Grant = { userId, partId, source: 'grant', orderId: null, grantedBy: null, expiresAt: null, ...changes };
  const done = await test.ports.db.withTx(async (tx) => grantPart(tx, grant, test.clock.now()));
  if (!done) throw new Error('the user holds that part already');
}

/** Adds a reader who owns the only part of a book, which has an edition without files. */
export async function addOwner(
  test: TestApp,
): Promise<{ reader: SignedIn; book: BookRow; part: BookPartRow; edition: string }> {
  const reader = await addReader(test);
  const book = await addBook(test);
  const part = await addPart(test, book.id);
  const edition = await addBareEdition(test, part.id);
  await give(test, reader.user.id, part.id);
  return { reader, book, part, edition };
}
