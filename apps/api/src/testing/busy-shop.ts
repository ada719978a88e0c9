import type { PositionRecord } from '@cuentos/contract/reading';
import { createSessionService, createTokenService } from '../modules/auth/service.ts';
import { createBookService } from '../modules/books/service.ts';
import { readSecrets } from '../platform/config/secrets.ts';
import type { Db } from '../platform/db/db.ts';
import type { TestApp } from './build-test-app.ts';
import { addBareEdition, addBook, addPart, addUser, give } from './fixtures.ts';
import { startWorker, type Worker } from './run-worker.ts';

const SECRET = 'a secret that only the tests know, long enough';

/** A part, and readers who own it. */
export interface Readers {
  readonly partId: string;
  readonly tokens: readonly string[];
}

/** Inserts readers into a database that has the schema. */
export async function addReaders(db: Db, count: number): Promise<Readers> {
  const clock = { now: () => Date.now(), time: 0 };
  const from = { storeName: 'Cuentos', origin: 'http://shop.test' };
  const sessions = createSessionService({ db, clock, tokens: createTokenService(readSecrets('', SECRET)), from });
  // The fixtures only use these members of the application.
  const test = {
    ports: { db, clock },
    clock,
    services: { sessions, books: createBookService({ db, clock }) },
  } as unknown as TestApp;
  const partId = (await addPart(test, (await addBook(test)).id)).id;
  await addBareEdition(test, partId);
  const tokens: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const user = await addUser(test);
    await give(test, user.id, partId);
    tokens.push((await sessions.open(user, { userAgent: '', address: '' })).access_token);
  }
  return { partId, tokens };
}

/** Starts a real process of the shop. */
export async function startShop(
  place: { readonly folder: string; readonly url: string },
  more: Readonly<Record<string, string>> = {},
): Promise<{ worker: Worker; origin: string }> {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: place.folder,
    DATABASE_URL: place.url,
    AUTH_SECRET: SECRET,
    CAPTCHA_PROVIDER: 'none',
    PORT: '0',
    ...more,
  };
  const worker = startWorker('server-worker.ts', [], env);
  await worker.waitFor('port ');
  return { worker, origin: `http://127.0.0.1:${worker.lines()[0]!.slice('port '.length)}` };
}

/** Sends a page turn of one reader. */
export async function turnPage(
  origin: string,
  { partId, tokens }: Readers,
  reader: number,
  percentage: number,
  editionId?: string,
): Promise<Response> {
  return fetch(`${origin}/api/user_book_parts/${partId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${tokens[reader]}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      last_location: 'epubcfi(/6/4)',
      percentage,
      mutation_id: crypto.randomUUID(),
      ...(editionId === undefined ? {} : { edition_id: editionId }),
    }),
  });
}

/** Reads a reader's position from the shop. */
export async function placeOf(origin: string, { partId, tokens }: Readers, reader: number): Promise<PositionRecord> {
  const response = await fetch(`${origin}/api/user_book_parts/last_location/${partId}`, {
    headers: { authorization: `Bearer ${tokens[reader]}` },
  });
  return (await response.json()) as PositionRecord;
}

/** Readers who turn pages until `stop`, with the answers they got. */
export interface Turning {
  /** Number of answers by status; status 0 means that no answer came. */
  readonly statuses: Map<number, number>;
  /** Number of 503 answers without a time to retry. */
  readonly speechless: number;
  readonly acknowledged: number;
  /** The last acknowledged revision of each reader. */
  readonly revisions: readonly number[];
  stop(): Promise<void>;
}

/** Makes every reader turn pages, one request after the other. */
export function turnPages(origins: readonly string[], readers: Readers, editionId?: string): Turning {
  const state = {
    statuses: new Map<number, number>(),
    speechless: 0,
    acknowledged: 0,
    revisions: readers.tokens.map(() => 0),
  };
  const going = new AbortController();
  const loop = async (reader: number): Promise<void> => {
    while (!going.signal.aborted) {
      const origin = origins[reader % origins.length]!;
      const answer = await turnPage(origin, readers, reader, Math.random() * 100, editionId).catch(() => null);
      const status = answer?.status ?? 0;
      state.statuses.set(status, (state.statuses.get(status) ?? 0) + 1);
      if (status === 503 && answer?.headers.get('retry-after') !== '5') state.speechless += 1;
      if (answer && status === 200) {
        state.revisions[reader] = ((await answer.json()) as PositionRecord).revision;
        state.acknowledged += 1;
      } else await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const loops = readers.tokens.map(async (_, reader) => loop(reader));
  return Object.assign(state, {
    async stop() {
      going.abort();
      await Promise.all(loops);
    },
  });
}
