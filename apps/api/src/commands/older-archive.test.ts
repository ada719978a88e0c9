import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Shop } from '../compose.ts';
import { openShop } from '../modules/checkout/testing/open-shop.ts';
import type { Db } from '../platform/db/db.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

type Row = Readonly<Record<string, unknown>>;

const DAY_MS = 86_400_000;
const shopOf = ({ config, ports, services }: TestApp): Shop => ({ config, ports, services }) as Shop;

let folder: string;
let before: TestApp;
let after: TestApp;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-older-'));
  const shop = await openShop();
  before = shop;
  after = await buildTestApp();
  const presale = { is_presale: 1, presale_discount: 34, presale_end_at: shop.clock.now() + DAY_MS };
  for (const change of [{}, presale]) await shop.buy(await shop.reader(), (await shop.part(change)).id);
});
afterEach(async () => {
  await before.close();
  await after.close();
  await rm(folder, { recursive: true, force: true });
});

/** The archive with other rows; its manifest agrees with them. */
async function rewrite(file: string, change: (table: string, row: Row) => Row): Promise<void> {
  const archived = extract();
  archived.end(gunzipSync(await readFile(file)));
  const changed = pack();
  const entries: Record<string, string> = {};
  for await (const entry of archived) {
    const { name } = entry.header;
    let bytes = await buffer(entry);
    const [, table] = /^rows\/(.+)-\d+\.json$/.exec(name) ?? [];
    if (table)
      bytes = Buffer.from(JSON.stringify((JSON.parse(String(bytes)) as Row[]).map((row) => change(table, row))));
    if (name === 'manifest.json')
      bytes = Buffer.from(JSON.stringify({ ...(JSON.parse(String(bytes)) as Row), entries }));
    else entries[name] = createHash('sha256').update(bytes).digest('hex');
    changed.entry({ name }, bytes);
  }
  changed.finalize();
  await writeFile(file, gzipSync(await buffer(changed)));
}

const purchases = async ({ read }: Db) => [
  await read.selectFrom('orders').selectAll().orderBy('id').execute(),
  await read.selectFrom('order_items').selectAll().orderBy('discount_percentage').execute(),
];

it('an archive from before orders were for parts of several books is restored as a migrated shop would be', async () => {
  const file = join(folder, 'respaldo.tar.gz');
  await backup(shopOf(before), [file]);
  await rewrite(file, (table, row) => {
    const { position: _position, reduction: _reduction, ...item } = row;
    if (table === 'order_items') return item;
    return table === 'orders' ? { ...row, book_id: 'b' } : row;
  });
  await restore(shopOf(after), [file]);
  const [orders, items] = await purchases(after.ports.db);
  expect(items).toMatchObject([{ reduction: null }, { discount_percentage: 34, reduction: 'presale' }]);
  expect([orders, items]).toEqual(await purchases(before.ports.db));
});

it('an archive from before the choice of tax documents had its names is brought up to date', async () => {
  const file = join(folder, 'respaldo.tar.gz');
  await backup(shopOf(before), [file]);
  await rewrite(file, (table, row) => {
    if (table !== 'shop_sections' || row['section'] !== 'legal') return row;
    const published = { ...(JSON.parse(String(row['published'])) as Row), tax_document: 'own' };
    return { ...row, published: JSON.stringify(published), revision: 2 };
  });
  await restore(shopOf(after), [file]);
  const { published } = await after.services.shop.section('legal');
  expect(published).toMatchObject({ tax_document: 'issuer' });
});
