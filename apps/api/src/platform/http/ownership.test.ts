import { formOptions, type multipart } from '../../testing/multipart.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeGift } from '../../modules/gifts/gifts.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { allRoutes } from '../../testing/all-routes.ts';
import {
  addBareEdition,
  addBook,
  addEdition,
  addPart,
  addReader,
  addUser,
  give,
  ingest,
  type SignedIn,
} from '../../testing/fixtures.ts';

/** The owner of the thing that the id in an address names. */
type Whose = 'own' | 'other' | 'missing';

/**
 * Kind of thing that the id of each address names; a new route with an id fails the test until it is listed.
 * `nothing`: the id names nothing with an owner (a public book, a page of a list, a signed link).
 */
const subjects: Readonly<
  Record<
    string,
    'book' | 'part' | 'edition' | 'reader' | 'purchase' | 'session' | 'passkey' | 'app-password' | 'thread' | 'nothing'
  >
> = {
  'GET /api/book_part/open/{part_id}': 'purchase',
  'GET /api/book_part/download/{part_id}': 'purchase',
  'PUT /api/user_book_parts/{part_id}': 'purchase',
  'PUT /api/user_book_parts/{part_id}/finished': 'purchase',
  'GET /api/user_book_parts/last_location/{part_id}': 'purchase',
  'GET /api/user_book_part_highlights/{id}': 'purchase',
  'PUT /api/user_book_part_highlights/{id}': 'purchase',
  'DELETE /api/user_book_part_highlights/{id}': 'purchase',
  'POST /api/exports/{part_id}': 'purchase',
  'GET /api/bookmarks/{id}': 'purchase',
  'DELETE /api/bookmarks/{id}': 'purchase',
  'GET /api/editions/{edition_id}/r/{*}': 'edition',
  'GET /api/orders/{id}': 'purchase',
  'POST /api/orders/{id}/cancel': 'purchase',
  'GET /api/orders/{id}/receipt': 'purchase',
  'POST /api/orders/{id}/withdraw': 'purchase',
  'POST /api/gifts/{order_id}/send': 'purchase',
  'PUT /api/gifts/{order_id}': 'purchase',
  'GET /api/messages/{id}': 'thread',
  'POST /api/messages/{id}/reply': 'thread',
  'POST /api/messages/{id}/read': 'thread',
  'GET /api/messages/orders/{order_id}': 'purchase',
  'DELETE /api/users/me/sessions/{id}': 'session',
  'PUT /api/users/me/passkeys/{id}': 'passkey',
  'DELETE /api/users/me/passkeys/{id}': 'passkey',
  'DELETE /api/users/me/app_passwords/{id}': 'app-password',
  'PUT /api/admin/books/{id}': 'book',
  'DELETE /api/admin/books/{id}': 'book',
  'POST /api/admin/books/{id}/restore': 'book',
  'PUT /api/admin/books/{id}/order': 'book',
  'POST /api/admin/books/{id}/epubs': 'book',
  'POST /api/admin/book_parts/{id}': 'book',
  'PUT /api/admin/book_parts/{id}': 'part',
  'DELETE /api/admin/book_parts/{id}': 'part',
  'POST /api/admin/book_parts/{id}/restore': 'part',
  'GET /api/admin/book_parts/{id}/editions': 'part',
  'GET /api/admin/book_parts/{id}/sample': 'part',
  'PUT /api/admin/book_parts/{id}/sample': 'part',
  'GET /api/admin/book_parts/open/{id}': 'part',
  'GET /api/admin/book_parts/download/{id}': 'part',
  'POST /api/admin/editions/{id}/publish': 'edition',
  'PUT /api/admin/editions/{id}/page_review': 'edition',
  'DELETE /api/admin/editions/{id}': 'edition',
};

/** Routes whose id has no owner, or that only admins call, who may see everything. */
const free = [
  /^GET \/api\/(books|contact)\//,
  /^GET \/api\/book_part\/\{/,
  // The device makes the id; bookmarks.test.ts tests the ownership of the part.
  /^PUT \/api\/bookmarks\/\{/,
  // Jobs make tax documents; accounting.test.ts tests their ownership.
  /^GET \/api\/tax_documents\/\{/,
  /^(GET|POST) \/api\/user_book_parts\/(get_preference_id\/)?\{/,
  /^POST \/newsletter\//,
  /^GET \/api\/legal\//,
  // Samples are public.
  /^GET \/api\/samples\/\{/,
  // The follower is always the caller; the id names a book of the shop.
  /^(PUT|DELETE) \/api\/follows\/\{/,
  // The signed link is the permission.
  /^GET \/api\/backups\/\{/,
  // The pocket is always the caller's; the id names a part of the shop.
  /^DELETE \/api\/pocket\/\{/,
  /^GET \/(images|files)\//,
  /^\w+ \/api\/admin\/(shop|setup|backups|users|user_book_parts|orders|active_sessions|early_access|sessions|mails|payment_notices|payments|purchases|entitlements|books_parts|announcements|messages|data_requests|discount_codes|recalls|accounting|accountant_links|tax_documents)\b/,
];

let test: TestApp;
let callers: Record<'visitor' | 'reader' | 'writter' | 'admin', SignedIn | null>;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());

interface Things {
  readonly book: string;
  readonly part: string;
  readonly edition: string;
  readonly highlight: string;
  readonly bookmark: string;
  readonly order: string;
  /** Id of the ordered part. */
  readonly ordered: string;
  readonly session: string;
  readonly passkey: string;
  readonly appPassword: string;
  readonly thread: string;
  /** Id of the thread's first message. */
  readonly message: string;
}
let own: Things;
let other: Things;

beforeEach(async () => {
  // Each test runs in its own hour, so that rate limits do not apply.
  test.clock.time += 3_600_001;
  const [reader, writter, admin] = [
    await addReader(test),
    await addReader(test, { role: 'writter' }),
    await addReader(test, { role: 'admin' }),
  ];
  callers = { visitor: null, reader, writter, admin };
  own = await thingsOf(reader, writter.user.id);
  other = await thingsOf(await addReader(test), (await addUser(test, { role: 'writter' })).id);
});

const bareWords = { giver_name: null, recipient_email: null, message: null, send_at: null };

/** Creates a book of a writter with a part that a reader bought, gave as a gift, and highlighted. */
async function thingsOf(reader: SignedIn, writterId: string): Promise<Things> {
  const { id: book } = await addBook(test);
  const { id: part } = await addPart(test, book);
  await test.ports.db.handle.insertInto('book_writers').values({ book_id: book, user_id: writterId }).execute();
  const edition = await addEdition(test, part, await ingest(test));
  await give(test, reader.user.id, part);
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/user_book_part_highlights/',
    headers: reader.headers,
    payload: { book_part_id: part, cfi_range: 'epubcfi(/6/2!/4,/2/1:0,/2/1:3)' },
  });
  const bookmark = crypto.randomUUID();
  await test.app.inject({
    method: 'PUT',
    url: `/api/bookmarks/${bookmark}`,
    headers: reader.headers,
    payload: { book_part_id: part, cfi: 'epubcfi(/6/2!/4/2/1:0)', percentage: 1, chapter: null },
  });
  const { id: bare } = await addPart(test, book, { value: 0 });
  await addBareEdition(test, bare);
  const bought = await test.app.inject({
    method: 'POST',
    url: `/api/user_book_parts/get_preference_id/${bare}`,
    headers: reader.headers,
    payload: { withdrawal_acknowledged: true },
  });
  if (bought.statusCode !== 200) throw new Error(bought.body);
  const order_id = bought.json<{ order_id: string }>().order_id;
  await test.ports.db.withTx(async (tx) => makeGift(tx, order_id, bareWords, test.clock.now()));
  const { id: session } = await test.ports.db.read
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', reader.user.id)
    .executeTakeFirstOrThrow();
  const passkey = crypto.randomUUID();
  const key = { credential_id: passkey, public_key: '', sign_count: 0, transports: '', backed_up: 0 } as const;
  const named = { id: passkey, user_id: reader.user.id, name: 'Llave', created_at: 0, last_used_at: null };
  await test.ports.db.withTx(async (tx) =>
    tx
      .insertInto('passkeys')
      .values({ ...key, ...named })
      .execute(),
  );
  const appPassword = crypto.randomUUID();
  const appRow = { id: appPassword, user_id: reader.user.id, name: 'App', password_hash: appPassword, created_at: 0 };
  await test.ports.db.withTx(async (tx) => tx.insertInto('app_passwords').values(appRow).execute());
  const message = crypto.randomUUID();
  const written = await test.app.inject({
    method: 'POST',
    url: '/api/messages',
    headers: reader.headers,
    payload: { id: message, text: 'Hola', subject: 'other' },
  });
  return {
    book,
    part,
    edition,
    session,
    passkey,
    appPassword,
    message,
    thread: written.json<{ thread_id: string }>().thread_id,
    highlight: response.json<{ id: string }>().id,
    bookmark,
    order: order_id,
    ordered: bare,
  };
}

function idFor(name: string, whose: Whose): string {
  const missing = crypto.randomUUID();
  if (whose === 'missing') return missing;
  const things = whose === 'own' ? own : other;
  if (/\/(?:orders|gifts)\//.test(name)) return things.order;
  if (name.includes('/sessions/')) return things.session;
  if (name.includes('/passkeys/')) return things.passkey;
  if (name.includes('/app_passwords/')) return things.appPassword;
  if (subjects[name] === 'thread') return things.thread;
  if (/^(PUT|DELETE) .*highlights/.test(name)) return things.highlight;
  if (name.startsWith('DELETE /api/bookmarks/')) return things.bookmark;
  const subject = subjects[name];
  if (subject === 'book' || subject === 'edition') return things[subject];
  return things.part;
}

async function call(
  name: string,
  callerName: keyof typeof callers,
  whose: Whose,
): Promise<{ status: number; code: string }> {
  const [method = 'GET', path = ''] = name.split(' ');
  const url = path.replace('{*}', 'OEBPS/c1.xhtml').replace(/\{[^}]+\}/, idFor(name, whose));
  const headers = { ...callers[callerName]?.headers };
  const form = forms[name];
  const response = await test.app.inject(
    form
      ? await formOptions(method as 'POST', url, { headers }, ...form)
      : { method: method as 'GET', url, headers, ...payloadFor(name, whose) },
  );
  const code = response.statusCode >= 400 ? response.json<{ code: string }>().code : '';
  return { status: response.statusCode, code };
}

/** Forms with valid fields and missing files: ownership must be checked before the files. */
const fields = { name: 'Otro nombre', value: '990', release_date: '2026-11-01' };
const forms: Readonly<Record<string, Parameters<typeof multipart> | undefined>> = {
  'PUT /api/admin/books/{id}': [{ location: 'Lota' }],
  'POST /api/admin/books/{id}/epubs': [
    {},
    { ebook_file: { content: 'x', name: 'x.epub', type: 'application/epub+zip' } },
  ],
  'POST /api/admin/book_parts/{id}': [fields, { image: { content: 'x', name: 'x.png', type: 'image/png' } }],
  'PUT /api/admin/book_parts/{id}': [{ name: fields.name }],
};

function payloadFor(name: string, whose: Whose): { payload?: object } {
  // The body names a part of the order, so that only the ownership of the order decides.
  if (name.endsWith('/withdraw')) return { payload: { part_id: (whose === 'other' ? other : own).ordered } };
  // The body is valid, so that only the ownership of the thread decides.
  if (name.endsWith('/reply')) return { payload: { id: crypto.randomUUID(), text: 'Hola' } };
  if (name.includes('/gifts/')) return { payload: {} };
  if (name.includes('/exports/')) return { payload: { kind: 'epub' } };
  if (name.endsWith('/read')) return { payload: { until: (whose === 'other' ? other : own).message } };
  return name.startsWith('PUT ') ? { payload: bodyFor(name) } : {};
}

function bodyFor(name: string): object {
  if (name.endsWith('/order')) return { ids: [] };
  if (name.endsWith('/sample')) return { share: null };
  if (name.endsWith('/page_review')) return { words: 1, seen: 1, repeated: 0, app_version: 'v', places: [] };
  if (name.endsWith('/finished')) return { finished: true, base_revision: 0, mutation_id: crypto.randomUUID() };
  if (name.includes('/passkeys/')) return { name: 'Otra' };
  return name.includes('highlights') ? { color: 'red' } : { last_location: 'epubcfi(/6/2!/4/2/1:0)', percentage: 1 };
}

const adminOnly = new Set([
  'DELETE /api/admin/books/{id}',
  'POST /api/admin/books/{id}/restore',
  'POST /api/admin/book_parts/{id}/restore',
  'DELETE /api/admin/book_parts/{id}',
  'POST /api/admin/editions/{id}/publish',
]);
const NOT_THERE = new Set([
  'book_not_found',
  'part_not_found',
  'edition_not_found',
  'highlight_not_found',
  'bookmark_not_found',
  'order_not_found',
  'session_not_found',
  'thread_not_found',
  'not_found',
]);

describe('every route with an id: visitor, reader, writter, admin × own, another’s, missing', () => {
  it('all of them are listed', () => {
    const withId = allRoutes(test)
      .filter(({ path }) => path.includes('{') && !path.startsWith('/sandbox/'))
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => !free.some((pattern) => pattern.test(name)));
    expect(withId.toSorted()).toEqual(Object.keys(subjects).toSorted());
  });

  it.each(Object.keys(subjects))('%s', async (name) => {
    for (const whose of ['missing', 'other', 'own'] as const) {
      for (const callerName of ['visitor', 'reader', 'writter', 'admin'] as const) {
        const { code } = await call(name, callerName, whose);
        expect(kindOf(code), `${callerName}, ${whose}: ${code}`).toBe(expected(name, callerName, whose));
      }
    }
  });
});

type Outcome = 'let in' | 'sign in first' | 'forbidden' | 'not there';

/** Returns the kind of access that an error code stands for; a refusal of the form comes after the check of access. */
function kindOf(code: string): Outcome {
  if (code === 'unauthenticated') return 'sign in first';
  if (code === 'forbidden') return 'forbidden';
  return NOT_THERE.has(code) ? 'not there' : 'let in';
}

/** Returns the expected access: "Writter's powers", "from_admin preview". */
function expected(name: string, callerName: keyof typeof callers, whose: Whose): Outcome {
  if (callerName === 'visitor') return 'sign in first';
  const isAdminArea = name.includes('/api/admin/');
  if (isAdminArea && (callerName === 'reader' || (callerName === 'writter' && adminOnly.has(name)))) return 'forbidden';
  if (whose === 'missing') return 'not there';
  // A published edition cannot be deleted.
  if (name.startsWith('DELETE /api/admin/editions/')) return 'not there';
  if (isAdminArea || subjects[name] === 'edition')
    return callerName === 'admin' || whose === 'own' ? 'let in' : 'not there';
  // Only the buyer can call this for a bought part; editors have calls of their own for the preview.
  return callerName === 'reader' && whose === 'own' ? 'let in' : 'not there';
}
