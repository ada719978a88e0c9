import { DAY_MS } from '@cuentos/domain/time/durations';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { buildDemoEpub, type DemoImage } from '@cuentos/demo/build-demo-epub';
import { demoAccounts, demoBooks, demoGrants, type DemoBook, type DemoPart } from '@cuentos/demo/catalogue';
import { demoReaders } from '@cuentos/demo/purchases';
import { demoIdentity } from '@cuentos/demo/shop';
import { demoCoverPath, readDemoAssets } from '@cuentos/demo/demo-files';
import { endOfSantiagoDay, santiagoDate, startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import type { Shop } from '../compose.ts';
import { insertUser, newUser } from '../modules/auth/service.ts';
import {
  bookRow,
  countBooks,
  insertBook,
  insertPart,
  partRow,
  pictureFallbackKey,
  setWriters,
} from '../modules/books/service.ts';
import { attachEdition, ingestEpub, type IngestedEdition } from '../modules/editions/service.ts';
import { grantPart } from '../modules/entitlements/service.ts';
import type { Tx } from '../platform/db/db.ts';
import type { OnProgress } from '../platform/progress-line.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { UserRow } from '../platform/db/tables/accounts.ts';
import type { StoragePort } from '../ports/storage.ts';
import { DEMO_PASSWORD } from './demo-accounts.ts';

/** Age of the earlier buyers' accounts, which are older than their first purchase. */
const READERS_SINCE_MS = 61 * DAY_MS;
/** Number of books prepared in parallel: a small server has two cores. */
const AT_ONCE = 2;

/** Prepares everything slow before the transaction that fills the shop. */
interface PreparedShop {
  readonly images: ReadonlyMap<string, string>;
  readonly editions: ReadonlyMap<string, IngestedEdition>;
  readonly users: readonly UserRow[];
}

/**
 * Fills an empty database with the demonstration shop: all of it or nothing, so an interrupted start repeats it.
 * @param onProgress told of each cover and text that is made, which take most of the time.
 * @returns how many books were made, or null when there were books already.
 */
export async function seedDemoShop(shop: Shop, onProgress: OnProgress): Promise<number | null> {
  const { db, clock } = shop.ports;
  if ((await countBooks(db.read)) > 0) return null;
  await introduceAuthor(shop);
  await decideTax(shop);
  const now = clock.now();
  let doneCount = 0;
  const advance = (): void => onProgress((doneCount += 1), demoCovers.length + demoTexts.length);
  const images = await storeImages(shop, advance);
  const prepared: PreparedShop = {
    images,
    editions: await ingestTexts(shop, images, advance),
    users: await newUsers(now),
  };
  return db.withTx(async (tx) => {
    // A second process may have filled the shop while this one drew covers.
    if ((await countBooks(tx)) > 0) return null;
    for (const user of prepared.users) await insertUser(tx, { ...user, email_verified_at: now });
    const parts = new Map<string, string>();
    for (const [index, book] of demoBooks.entries()) {
      // The first of the list is the newest in the shop.
      const created = now - index * DAY_MS;
      await insertDemoBook(tx, book, prepared, { now, created, parts });
    }
    await insertGrants(tx, prepared.users, parts, { now, bought: shop.sandbox === null });
    return demoBooks.length;
  });
}

/** Sets the author's name if there is none yet. */
async function introduceAuthor({ services }: Shop): Promise<void> {
  const { revision } = await services.shop.section('identity');
  const { identity } = await services.shop.current();
  if (identity.author_name !== '') return;
  const change = { section: 'identity', revision, actorId: null } as const;
  await services.shop.publish(change, { ...identity, ...demoIdentity }).catch(unlessChanged);
}

/** Decides the tax document if it is undecided, so that the demonstration's sales are complete. */
async function decideTax({ services }: Shop): Promise<void> {
  const { revision } = await services.shop.section('legal');
  const { legal } = await services.shop.current();
  if (legal.tax_document !== 'undecided') return;
  const change = { section: 'legal', revision, actorId: null } as const;
  await services.shop.publish(change, { ...legal, tax_document: 'voucher' }).catch(unlessChanged);
}

/** A second process was first. */
function unlessChanged(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

function writersOf({ slug }: DemoBook, users: readonly UserRow[]): string[] {
  const emails = new Set(demoAccounts.filter(({ writes }) => writes.includes(slug)).map(({ email }) => email));
  return users.filter(({ email }) => emails.has(email)).map(({ id }) => id);
}

/** Users of the demonstration accounts, and earlier buyers without a password. */
async function newUsers(now: number): Promise<UserRow[]> {
  const accounts = demoAccounts.map(async (account) => newUser({ ...account, password: DEMO_PASSWORD }, now));
  const readers = demoReaders.map(async (reader) =>
    newUser({ ...reader, role: 'reader', password: null }, now - READERS_SINCE_MS),
  );
  return Promise.all([...accounts, ...readers]);
}

const partKey = (book: string, part: string): string => `${book}/${part}`;

const demoCovers = [
  ...new Set(demoBooks.flatMap((book) => [book.cover, book.backCover, ...book.parts.map((part) => part.image)])),
];

async function storeImages({ services }: Shop, onStored: () => void): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  await inTurns(demoCovers, async (name) => {
    stored.set(name, await services.images.store(demoCoverPath(name), { ownSvg: true }));
    onStored();
  });
  return stored;
}

const demoTexts = demoBooks.flatMap((book) =>
  book.parts.filter((part) => part.hasEbook).map((part) => ({ book, part })),
);

async function ingestTexts(
  { ports, services }: Shop,
  images: ReadonlyMap<string, string>,
  onIngested: () => void,
): Promise<Map<string, IngestedEdition>> {
  const editions = new Map<string, IngestedEdition>();
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-demo-'));
  try {
    await inTurns(demoTexts, async ({ book, part }) => {
      const file = join(folder, `${book.slug}-${part.slug}.epub`);
      const cover = await rasterCover(ports.storage, images.get(part.image));
      await writeFile(file, buildDemoEpub(book, part, readDemoAssets(book, part, cover)));
      const result = await ingestEpub({ ...ports, images: services.images }, file);
      if ('accepted' in result) throw new Error(`the demonstration text ${part.slug} was refused: ${result.reason}`);
      editions.set(partKey(book.slug, part.slug), result);
      onIngested();
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return editions;
}

/** Rasterises a drawn cover, because the gate only accepts raster covers. */
async function rasterCover(storage: StoragePort, imageId: string | undefined): Promise<DemoImage | undefined> {
  if (imageId === undefined) return undefined;
  const { stream } = await storage.read(pictureFallbackKey(imageId));
  return { name: 'portada.jpg', mediaType: 'image/jpeg', bytes: await buffer(stream) };
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

interface BookContext {
  readonly now: number;
  readonly created: number;
  /** Ids of the parts made so far, by book and part slug. */
  readonly parts: Map<string, string>;
}

async function insertDemoBook(tx: Tx, book: DemoBook, prepared: PreparedShop, context: BookContext): Promise<void> {
  const row = bookRow(
    {
      ...book,
      imageId: prepared.images.get(book.cover) ?? null,
      backImageId: prepared.images.get(book.backCover) ?? null,
      about: { completion_discount: book.completionDiscount },
    },
    context.created,
  );
  await insertBook(tx, row, book.quotes);
  await setWriters(tx, row.id, writersOf(book, prepared.users));
  for (const [position, part] of book.parts.entries()) {
    const imageId = prepared.images.get(part.image) ?? null;
    const partRowOf = partRow(
      {
        ...scheduleOf(part, context.now),
        bookId: row.id,
        position,
        imageId,
        name: part.name,
        value: part.value,
        isDraft: part.isDraft,
      },
      context.created,
    );
    await insertPart(tx, partRowOf);
    context.parts.set(partKey(book.slug, part.slug), partRowOf.id);
    const edition = prepared.editions.get(partKey(book.slug, part.slug));
    if (edition)
      await attachEdition(tx, edition, { partId: partRowOf.id, createdBy: null, publish: true }, context.now);
  }
}

/** Days of the catalogue, counted from today in Santiago. */
function scheduleOf(part: DemoPart, now: number): Pick<Parameters<typeof partRow>[0], 'releaseAt' | 'presale'> {
  const day = (offset: number) => santiagoDate(now + offset * DAY_MS);
  const { presale } = part;
  return {
    releaseAt: startOfSantiagoDay(day(part.releaseOffsetDays)),
    presale: presale && {
      discountPercentage: presale.discountPercentage,
      endAt: presale.endOffsetDays === null ? null : endOfSantiagoDay(day(presale.endOffsetDays)),
    },
  };
}

interface GrantOptions {
  readonly now: number;
  /** Whether bought and free parts are granted: without the sandbox nothing can be bought. */
  readonly bought: boolean;
}

async function insertGrants(
  tx: Tx,
  users: readonly UserRow[],
  parts: ReadonlyMap<string, string>,
  { now, bought }: GrantOptions,
): Promise<void> {
  for (const grant of demoGrants) {
    if (!bought && (grant.kind === 'purchase' || grant.kind === 'free')) continue;
    const userId = users.find((user) => user.email === grant.email)?.id;
    const partId = parts.get(partKey(grant.bookSlug, grant.partSlug));
    if (!userId || !partId) throw new Error(`the demonstration grants ${grant.partSlug} of no such part or account`);
    const source = grant.kind === 'early-access' ? 'early_access' : grant.kind;
    const granted = now + grant.grantedOffsetDays * DAY_MS;
    const expiresAt = grant.expiresOffsetDays === null ? null : now + grant.expiresOffsetDays * DAY_MS;
    await grantPart(tx, { userId, partId, source, orderId: null, grantedBy: null, expiresAt }, granted);
  }
}
