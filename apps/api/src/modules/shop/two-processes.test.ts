import { accents } from '@cuentos/domain/shop/accents';
import type { LegalDocument } from '@cuentos/contract/shop';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startShop } from '../../testing/busy-shop.ts';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import type { Db } from '../../platform/db/db.ts';
import { readConfig } from '../../platform/config/config.ts';
import { switchedOn } from './legal-documents.ts';
import { createShopService } from './service.ts';

let place: TestDb & { readonly db: Db };
beforeEach(async () => {
  place = await openTestDb();
});
afterEach(async () => place.drop());

const config = readConfig({ NODE_ENV: 'test', STORE_NAME: 'La primera' });
const serviceOn = (db: Db) =>
  createShopService({ db, config, on: switchedOn(config), clock: { now: () => Date.now() } });

describe('settings that one process publishes', () => {
  it('reach other servers within two seconds without a request', async () => {
    const servers = await Promise.all([startShop(place), startShop(place)]);
    try {
      const publisher = serviceOn(place.db);
      const { revision } = await publisher.section('identity');
      const identity = { ...(await publisher.current()).identity, accent: 'murta' } as const;
      await publisher.publish({ section: 'identity', revision, actorId: null }, identity);
      const published = performance.now();
      for (const { origin } of servers) {
        // The manifest is made from memory, so only the process's own poll changes it.
        const colour = async () =>
          ((await (await fetch(`${origin}/manifest.webmanifest`)).json()) as { theme_color: string }).theme_color;
        await expect.poll(colour, { timeout: 20_000, interval: 20 }).toBe(accents.murta.ink);
      }
      const took = performance.now() - published;
      process.stdout.write(`a change of the shop was seen by two processes after ${Math.round(took)} ms\n`);
    } finally {
      for (const { worker } of servers) {
        worker.process.kill('SIGKILL');
        await worker.ended;
      }
    }
  });

  it('are created by one of several processes that start at once, with one version of each document', async () => {
    const handles = await Promise.all([place.open(), place.open(), place.open()]);
    await Promise.all(handles.map(async (db) => serviceOn(db).open()));
    const terms: LegalDocument = await serviceOn(place.db).legalDocument('terms');
    expect(terms.versions).toHaveLength(1);
    expect((await serviceOn(place.db).section('identity')).revision).toBe(1);
  });

  it('are still polled after the database was unavailable', async () => {
    const db = await place.open();
    const service = serviceOn(db);
    await service.open();
    await db.close();
    expect((await service.current()).identity.store_name).toBe('La primera');
    expect(service.latest().identity.store_name).toBe('La primera');
  });
});
