import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { DAY_MS } from '@cuentos/domain/time/durations';
import { generateX25519Identity } from 'age-encryption';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBucketBackups } from '../adapters/s3-storage/bucket-backups.ts';
import type { S3Options } from '../adapters/s3-storage/s3-storage.ts';
import type { Shop } from '../compose.ts';
import { createBackupService, createSeal } from '../modules/backups/service.ts';
import { dumpedTables } from '../platform/db/dump.ts';
import { FileMissing, type BackupStore } from '../ports/storage.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { addBook, addEdition, addPart, addReader, give, ingest } from '../testing/fixtures.ts';
import { makeRealBucket, realS3 } from '../testing/real-s3.ts';
import { S3_TEST_KEYS, startStrictS3, type StrictS3 } from '../testing/strict-s3.ts';
import { backup } from './backup.ts';
import { makeSnapshot, openVault } from './make-snapshot.ts';
import { packSnapshot } from './pack-snapshot.ts';
import { restore } from './restore.ts';
import { filesIn, rowsOf } from './testing/shop-contents.ts';

const KEY = await generateX25519Identity();
const seal = await createSeal(KEY);
let shop: TestApp;
let folder: string;
let s3: StrictS3;
const others: TestApp[] = [];

const shopOf = ({ config, ports, services, secrets }: TestApp): Shop => ({ config, ports, services, secrets }) as Shop;
const withStore = (test: TestApp, backups: BackupStore): Shop => ({
  ...shopOf(test),
  ports: { ...test.ports, backups },
});
const another = async (env: Record<string, string> = {}): Promise<TestApp> => {
  const test = await buildTestApp({ env: { BACKUP_KEY: KEY, ...env } });
  others.push(test);
  return test;
};
/** Makes a backup one second later, since ids of backups have the resolution of a second. */
async function save(test: TestApp, source = shopOf(test)): Promise<string> {
  test.clock.time += 1000;
  return makeSnapshot(source, null);
}
const backupsOf = (test: TestApp): string => join(test.config.dataDir, 'backups');
const bucket = (prefix: string): BackupStore =>
  createBucketBackups({ endpoint: s3.endpoint, ...S3_TEST_KEYS, prefix, isOfFiles: false });
/** Places of backups; a bucket of a real store where tools/swift.mjs started one. */
const places: readonly (readonly [string, () => BackupStore])[] = [
  ['folder', () => shop.ports.backups],
  ['bucket', () => bucket('respaldos/tienda')],
  ...realPlaces(realS3),
];
function realPlaces(options: S3Options | null): (readonly [string, () => BackupStore])[] {
  if (options === null) return [];
  const keyed = { ...options, prefix: 'respaldos/tienda', isOfFiles: false };
  return [['bucket of a real store', () => createBucketBackups(keyed)]];
}

/** Every row except those that a restore changes on purpose. */
async function rows(test: TestApp): Promise<Map<string, unknown>> {
  const changed = new Set(['sessions', 'account_tokens', 'recovery_requests', 'audit_log']);
  const tables = dumpedTables.filter((table) => !changed.has(table));
  return new Map(await Promise.all(tables.map(async (table) => [table, await rowsOf(test.ports.db, table)] as const)));
}

/** Files in the backup folder by path, with their age in days. */
async function stored(test: TestApp, kind: 'snapshots' | 'rows' | 'files'): Promise<string[]> {
  const all = await readdir(backupsOf(test), { recursive: true, withFileTypes: true }).catch(() => []);
  return all
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => path.includes(`/${kind}/`))
    .toSorted();
}

beforeAll(async () => {
  s3 = await startStrictS3();
  await makeRealBucket();
  folder = await mkdtemp(join(tmpdir(), 'cuentos-snapshots-'));
  shop = await buildTestApp({ env: { BACKUP_KEY: KEY } });
  const book = await addBook(shop, { name: 'Ñandú «azul» 🦤' });
  const part = await addPart(shop, book.id);
  await addEdition(shop, part.id, await ingest(shop));
  const { user } = await addReader(shop, { withPassword: true });
  await give(shop, user.id, part.id);
  // Two open links that sign in: one to verify an address, one to recover a password. A restore ends both.
  const token = {
    purpose: 'verify-email',
    token_hash: 'h',
    email: user.email,
    created_at: 0,
    expires_at: 9e15,
  } as const;
  await shop.ports.db.handle
    .insertInto('account_tokens')
    .values({ ...token, user_id: user.id })
    .execute();
  const request = { email: user.email, device: null, requested_at: 0 };
  await shop.ports.db.handle.insertInto('recovery_requests').values(request).execute();
});
afterEach(async () => {
  while (others.length > 0) await others.pop()!.close();
});
afterAll(async () => {
  await shop.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a backup that the shop keeps', () => {
  it.each(places)('in a %s gives back every row and file, each file stored once', async (_, placeOf) => {
    const store = placeOf();
    const source = withStore(shop, store);
    expect(await save(shop, source)).toMatch(/probado: \d+ filas y \d+ archivos/);
    const [first] = await (await openVault(source)).list();
    shop.clock.time += DAY_MS;
    await save(shop, source);
    const vault = await openVault(source);
    const [second] = await vault.list();
    expect(second!.id).not.toBe(first!.id);
    const snapshots = await Promise.all([first!, second!].map(async ({ id }) => vault.read(id)));
    expect(snapshots[1]!.files).toEqual(snapshots[0]!.files);
    expect(snapshots[1]!.checkedFiles, 'only the share of the day').toBeLessThan(snapshots[1]!.files.length);
    expect(snapshots[0]!.checkedFiles, 'every new file').toBe(snapshots[0]!.files.length);
    const copy = await another();
    const said = await restore(withStore(copy, store), ['--from', 'backups']);
    expect(said).toMatch(/repuesto: \d+ filas\. Todas las sesiones terminaron\.$/);
    expect(await rows(copy)).toEqual(await rows(shop));
    expect(await filesIn(copy.config.dataDir)).toEqual(await filesIn(shop.config.dataDir));
    const list = await restore(withStore(copy, store), ['--from', 'backups', '--list']);
    expect(list).toMatch(/filas, \d+ archivos\n/);
    expect(said, 'the moment that the list says').toContain(
      `Respaldo del ${list.slice(0, '2026-11-18 04:30'.length)} `,
    );
    const tried = await restore(withStore(copy, store), ['--from', 'backups', '--trial']);
    expect(tried).toMatch(/^Prueba: .+ filas\. Nada cambió en esta tienda\.$/);
  });

  it('reveals nothing in its names and bytes, and is readable by its owner only', async () => {
    await save(shop);
    const paths = await stored(shop, 'files');
    expect(paths.length).toBeGreaterThan(3);
    for (const path of [...paths, ...(await stored(shop, 'rows')), ...(await stored(shop, 'snapshots'))]) {
      expect((await stat(path)).mode & 0o077).toBe(0);
      const bytes = await readFile(path, 'latin1');
      expect(bytes.startsWith('age-encryption.org/v1\n')).toBe(true);
      expect(bytes).not.toMatch(/epub|xhtml|PK\u0003/);
    }
    const { hash } = (await shop.ports.db.read.selectFrom('edition_resources').select('hash').execute())[0]!;
    expect(paths.some((path) => path.includes(hash))).toBe(false);
  });

  it('is refused with another key, and the message names the setting and the next step', async () => {
    await save(shop);
    const stranger = await another({ BACKUP_KEY: await generateX25519Identity() });
    const tried = restore(withStore(stranger, shop.ports.backups), ['--from', 'backups']);
    await expect(tried).rejects.toThrow(/de otra clave\. Pon en BACKUP_KEY la que guardaste/);
    const keyless = await another({ BACKUP_KEY: '' });
    await expect(restore(withStore(keyless, shop.ports.backups), ['--from', 'backups'])).rejects.toThrow(
      /Falta la clave/,
    );
    expect(await readdir(keyless.config.dataDir), 'no key is made for a restore').not.toContain('backup.key');
  });

  it('can be chosen by its day', async () => {
    const test = await another();
    await save(test);
    await addReader(test);
    test.clock.time += DAY_MS;
    await save(test);
    const copy = await another();
    const source = withStore(copy, test.ports.backups);
    await restore(source, ['--from', 'backups', '--at', '2026-11-18']);
    expect(await copy.ports.db.read.selectFrom('users').select('id').execute()).toHaveLength(0);
    await restore(source, ['--from', 'backups', '--at', '2026-11-19T12:00']);
    expect(await copy.ports.db.read.selectFrom('users').select('id').execute()).toHaveLength(1);
    await expect(restore(source, ['--from', 'backups', '--at', '2026-11-01'])).rejects.toThrow(/No hay un respaldo/);
    await expect(restore(source, ['--from', 'backups', '--at', 'ayer'])).rejects.toThrow(/Con --at va un día/);
  });
});

/** A backup store in which some calls fail. */
const faulty = (store: BackupStore, faults: Partial<BackupStore>): BackupStore => ({ ...store, ...faults });
const full = Object.assign(new Error('full'), { code: 'ENOSPC' });

describe('a failure', () => {
  it.each(['rows', 'files', 'snapshots'])(
    'while storing %s leaves no backup and is reported in a sentence',
    async (kind) => {
      const test = await another();
      await copyShop(test);
      const { backups } = test.ports;
      const breaking = faulty(backups, {
        putBytes: async (key, bytes, type) =>
          key.includes(`/${kind}/`) ? Promise.reject(full) : backups.putBytes(key, bytes, type),
      });
      const failed = save(test, withStore(test, breaking));
      await expect(failed).rejects.toThrow(/^La carpeta de respaldos .* no tiene espacio: el disco está lleno/);
      expect(await (await openVault(shopOf(test))).list()).toEqual([]);
      const state = await stateOf(test);
      expect(state.run).toMatchObject({ state: 'bad', failure: expect.stringContaining('no tiene espacio') });
      expect(state.kept).toEqual([]);
      expect(await stored(test, 'rows'), 'what is of no use').toEqual([]);
      expect(await save(test), 'the next one is whole').toContain('probado');
    },
  );

  it('in the middle uploads no file twice later, and verifies all files that the broken backup had stored', async () => {
    const test = await another();
    await copyShop(test);
    const { backups } = test.ports;
    const sent: string[] = [];
    const counting = (limit: number): BackupStore =>
      faulty(backups, {
        async putBytes(key, bytes, type) {
          if (key.includes('/files/') && sent.push(key) > limit) throw full;
          return backups.putBytes(key, bytes, type);
        },
      });
    await expect(save(test, withStore(test, counting(4)))).rejects.toThrow('no tiene espacio');
    await save(test, withStore(test, counting(1000)));
    const vault = await openVault(shopOf(test));
    const { files, checkedFiles } = await vault.read((await vault.list())[0]!.id);
    expect(sent).toHaveLength(files.length + 1);
    expect(checkedFiles).toBe(files.length);
  });

  it('while deleting old backups leaves a good backup, and is reported', async () => {
    const test = await another();
    await copyShop(test);
    await save(test);
    const undeletable = faulty(test.ports.backups, { delete: async () => Promise.reject(full) });
    expect(await save(test, withStore(test, undeletable))).toContain('pero lo que ya no se guarda no se pudo borrar');
    const { run, kept } = await stateOf(test);
    expect(run).toMatchObject({ state: 'good', failure: expect.stringContaining('no se pudo borrar') });
    expect(kept).toHaveLength(2);
    const copy = await another();
    await restore(withStore(copy, test.ports.backups), ['--from', 'backups']);
  });

  it('of the answer to the last step leaves no listed snapshot without its rows', async () => {
    const test = await another();
    await copyShop(test);
    const { backups } = test.ports;
    const silent = faulty(backups, {
      async putBytes(key, bytes, type) {
        await backups.putBytes(key, bytes, type);
        if (key.includes('/snapshots/')) throw full;
      },
    });
    await expect(save(test, withStore(test, silent))).rejects.toThrow('no tiene espacio');
    expect(await (await openVault(shopOf(test))).list()).toEqual([]);
    const unheard = faulty(silent, { delete: async () => Promise.reject(full) });
    await expect(save(test, withStore(test, unheard))).rejects.toThrow('no tiene espacio');
    const copy = await another();
    expect(await restore(withStore(copy, backups), ['--from', 'backups']), 'what is listed is whole').toContain(
      'filas',
    );
  });

  it("of the bucket's credentials is reported in our own words", async () => {
    s3.failWith = 403;
    try {
      await expect(save(shop, withStore(shop, bucket('x')))).rejects.toThrow(
        /^El balde de respaldos libros\/x no acepta las credenciales, o ellas no dejan hacer esto \(403\)\.$/,
      );
    } finally {
      s3.failWith = null;
    }
  });

  it('to read the backup back makes it no good backup', async () => {
    const test = await another();
    await copyShop(test);
    const { backups } = test.ports;
    for (const kind of ['rows', 'files']) {
      const forgetting = faulty(backups, {
        read: async (key) => (key.includes(`/${kind}/`) ? Promise.reject(new FileMissing(key)) : backups.read(key)),
      });
      await expect(save(test, withStore(test, forgetting))).rejects.toThrow(/no pasó su prueba/);
    }
    expect(await (await openVault(shopOf(test))).list()).toEqual([]);
  });

  it('of the store is repaired: a file that is missing or truncated is stored again', async () => {
    const test = await another();
    await copyShop(test);
    await save(test);
    const [forgotten, cut] = await stored(test, 'files');
    await rm(forgotten!);
    await writeFile(cut!, 'short');
    await save(test);
    const copy = await another();
    await restore(withStore(copy, test.ports.backups), ['--from', 'backups']);
    expect(await filesIn(copy.config.dataDir)).toEqual(await filesIn(test.config.dataDir));
  });

  it('of an old file is found on its day in the four-week cycle, and the file is stored again', async () => {
    const test = await another();
    await copyShop(test);
    await save(test);
    const vault = await openVault(shopOf(test));
    const { files } = await vault.read((await vault.list())[0]!.id);
    const today = Math.floor(test.clock.time / DAY_MS);
    const file = files.find(({ key }) => Math.floor(vault.shareOf(key) * 28) === (today + 1) % 28) ?? files[0]!;
    const path = (await stored(test, 'files')).find((each) => each.includes(seal.nameOf(file.key)))!;
    const broken = await readFile(path);
    broken[broken.length - 1]! ^= 1;
    await writeFile(path, broken);
    const share = Math.floor(vault.shareOf(file.key) * 28);
    test.clock.time += ((28 + share - (today % 28)) % 28 || 28) * DAY_MS;
    await save(test);
    expect(await readFile(path)).not.toEqual(broken);
    await Promise.all(files.map(async (each) => vault.readFile(each)));
  });

  it('of the shop to keep a file is reported, and the backup still has the file', async () => {
    const test = await another();
    await copyShop(test);
    await save(test);
    const files = await filesIn(test.config.dataDir);
    const [lost = ''] = files.keys();
    await test.ports.storage.delete(lost);
    await save(test);
    const copy = await another();
    await restore(withStore(copy, test.ports.backups), ['--from', 'backups']);
    expect(await filesIn(copy.config.dataDir)).toEqual(files);
  });

  it('to wait for a backup in progress is refused', async () => {
    const test = await another();
    const { backups } = test.ports;
    let begun = (): void => undefined;
    const isAtWork = new Promise<void>((resolve) => (begun = resolve));
    let goOn = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    const slow = faulty(backups, {
      async sweep() {
        begun();
        await waiting;
      },
    });
    const first = save(test, withStore(test, slow));
    await isAtWork;
    await expect(save(test)).rejects.toThrow('Otro respaldo está en curso.');
    goOn();
    await first;
    expect(await (await openVault(shopOf(test))).list()).toHaveLength(1);
  });
});

describe('kept backups', () => {
  it('are thinned out, and no file that a kept or running backup needs is deleted', async () => {
    const test = await another();
    await copyShop(test);
    const book = await addBook(test, { name: 'Otro' });
    const part = await addPart(test, book.id);
    await addEdition(test, part.id, await ingest(test, { chapters: [{ title: 'Solo', html: '<p>Solo aquí</p>' }] }));
    await save(test);
    const withBook = await stored(test, 'files');
    const { handle } = test.ports.db;
    await handle.deleteFrom('edition_resources').execute();
    await handle.deleteFrom('editions').execute();
    const age = async (): Promise<void> => {
      const old = new Date(Date.now() - 3 * DAY_MS);
      for (const path of [...(await stored(test, 'files')), ...(await stored(test, 'rows'))])
        await utimes(path, old, old);
    };
    test.clock.time += DAY_MS;
    await save(test);
    await age();
    test.clock.time += DAY_MS;
    await save(test);
    expect(await stored(test, 'files'), 'the first one is kept and needs them').toEqual(withBook);
    // By then the first backups are older than a year.
    for (let n = 0; n < 14; n += 1) {
      test.clock.time += 31 * DAY_MS;
      await save(test);
    }
    expect(await stored(test, 'files'), 'what was stored long ago and is needed by none goes').toEqual([]);
    expect((await stored(test, 'snapshots')).length).toBe(12);
    const all = await (await openVault(shopOf(test))).list();
    expect((await stateOf(test)).kept.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  }, 60_000);

  it('keep unreferenced files for more than a day, since a backup running elsewhere may need them', async () => {
    const test = await another();
    await copyShop(test);
    const vault = await openVault(shopOf(test));
    await vault.putFile('editions/under-way.epub', Buffer.from('of a backup that has no list yet'));
    const before = await stored(test, 'files');
    await save(test);
    for (const path of before) expect(await stored(test, 'files')).toContain(path);
  });
});

describe('a backup in a single file', () => {
  it('is encrypted, and is restored with the key alone', async () => {
    await save(shop);
    const [newest] = await (await openVault(shopOf(shop))).list();
    const file = join(folder, 'respaldo.tar.gz.age');
    const out = new PassThrough();
    await Promise.all([packSnapshot(shopOf(shop), newest!.id, out), pipeline(out, createWriteStream(file))]);
    const copy = await another();
    expect(await restore(shopOf(copy), [file])).toMatch(/repuesto: \d+ filas/);
    expect(await rows(copy)).toEqual(await rows(shop));
    expect(await filesIn(copy.config.dataDir)).toEqual(await filesIn(shop.config.dataDir));
    const stranger = await another({ BACKUP_KEY: await generateX25519Identity() });
    await expect(restore(shopOf(stranger), [file])).rejects.toThrow(/otra clave: pon en BACKUP_KEY/);
  });

  it('is encrypted as it is written when its name says so', async () => {
    const file = join(folder, 'directo.tar.gz.age');
    await backup(shopOf(shop), [file]);
    expect((await readFile(file, 'latin1')).slice(0, 21)).toBe('age-encryption.org/v1');
    const copy = await another();
    await restore(shopOf(copy), [file]);
    expect(await rows(copy)).toEqual(await rows(shop));
    const cut = join(folder, 'cortado.tar.gz.age');
    await writeFile(cut, (await readFile(file)).subarray(0, -100));
    await expect(restore(shopOf(copy), [cut, '--replace'])).rejects.toThrow(/dañado/);
  });
});

/** Fills a shop with the data of the first one, from one of its backups. */
async function copyShop(test: TestApp): Promise<void> {
  await save(shop);
  await restore(withStore(test, shop.ports.backups), ['--from', 'backups']);
}

const stateOf = async (test: TestApp) => createBackupService(test).state();
