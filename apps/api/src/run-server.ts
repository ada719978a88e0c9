import type { AddressInfo } from 'node:net';
import { DEMO_PASSWORD, refuseDemoPassword } from './commands/demo-accounts.ts';
import { seedDemoPurchases } from './commands/seed-demo-purchases.ts';
import { seedDemoShop } from './commands/seed-demo-shop.ts';
import { buildApp } from './app.ts';
import { composeShop, type Shop } from './compose.ts';
import { readConfig } from './platform/config/config.ts';
import { safeError } from './platform/log/safe-error.ts';
import { createJobRunner } from './platform/jobs/job-runner.ts';
import { createPageServices } from './platform/ssr/page-services.ts';
import { registerPages } from './platform/ssr/register-pages.ts';
import { type Running, stopOnSignal } from './platform/stop-on-signal.ts';

/** Starts the shop and keeps it running until SIGTERM or SIGINT. */
export async function runServer(): Promise<void> {
  const running = await start().catch((error: unknown) => {
    const names = ['ConfigError', 'MigrationError', 'DemoPasswordAlive'];
    const known = error instanceof Error && names.includes(error.name);
    process.stderr.write(known ? `${error.message}\n` : `${String(error instanceof Error ? error.stack : error)}\n`);
    process.exit(1);
  });
  stopOnSignal(running);
}

async function start(): Promise<Running> {
  const config = readConfig(process.env);
  const shop = await composeShop(config);
  if (config.production) await refuseDemoPassword(shop);
  const { ports, modules, services } = shop;
  const { presence } = services;
  await presence.beat();
  presence.start();
  const app = await buildApp(config, ports, modules);
  if (shop.sandbox) await shop.sandbox.register(app);
  const pages = createPageServices({
    config,
    captcha: ports.captcha.info,
    books: async () => (await services.books.catalogue.read()).books,
  });
  await registerPages(app, pages);
  const jobs = createJobRunner({ db: ports.db, log: app.log }, modules.jobs());
  process.on('uncaughtException', (error) => {
    app.log.fatal({ request_id: 'process', failure: safeError(error) }, 'uncaught exception');
    process.exit(1);
  });
  const seeded = config.production ? null : await seedDemoShop(shop);
  if (!config.production) await seedDemoPurchases(shop);
  await app.listen({ host: config.HOST, port: config.PORT });
  jobs.start();
  announce(shop, (app.server.address() as AddressInfo).port, seeded !== null || !config.production);
  const close = async (): Promise<void> => {
    await presence.stop().catch(() => undefined);
    await shop.close();
  };
  return { app, jobs, close };
}

function announce({ config, adapters }: Shop, port: number, demo: boolean): void {
  const address = config.PUBLIC_URL ?? `http://localhost:${port}`;
  const lines = [
    '',
    `  ${config.STORE_NAME} is ready at ${address}`,
    '',
    ...Object.entries(adapters).map(([name, value]) => `  ${name.padEnd(20)} ${value}`),
  ];
  if (demo) {
    lines.push(
      '',
      `  Demonstration accounts, password ${DEMO_PASSWORD}:`,
      '  admin@demo.cl, escritora@demo.cl, lectora@demo.cl',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
