import type { AddressInfo } from 'node:net';
import { buildApp } from '../app.ts';
import { composeShop } from '../compose.ts';
import { readConfig } from '../platform/config/config.ts';
import { createJobRunner } from '../platform/jobs/job-runner.ts';
import { stopOnSignal } from '../platform/stop-on-signal.ts';

/** Child process of tests that stop and kill a server: the shop with its settings, without pages and demo data. */
const config = readConfig(process.env);
const shop = await composeShop(config);
const app = await buildApp(config, shop.ports, shop.modules);
if (shop.sandbox) await shop.sandbox.register(app);
// Slow enough that a stop happens during the request.
app.get('/slow', async () => new Promise((resolve) => setTimeout(resolve, 300, { done: true })));
const jobs = createJobRunner({ db: shop.ports.db, log: app.log }, shop.modules.jobs());
const { presence, readiness } = shop.services;
await presence.beat();
presence.start();
const unwatch = shop.services.shop.watch();
const close = async (): Promise<void> => {
  unwatch();
  await presence.stop().catch(() => undefined);
  await shop.close();
};
stopOnSignal({ app, jobs, leave: readiness.leave, drainMs: config.DRAIN_SECONDS * 1000, close });
await app.listen({ host: '127.0.0.1', port: config.PORT });
jobs.start();
process.stdout.write(`port ${(app.server.address() as AddressInfo).port}\n`);
