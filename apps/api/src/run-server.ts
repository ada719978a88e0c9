import { type AddressInfo, createServer } from 'node:net';
import { SECOND_MS } from '@cuentos/domain/time/durations';
import { DEMO_PASSWORD, refuseDemoPassword } from './commands/demo-accounts.ts';
import { seedDemoPurchases } from './commands/seed-demo-purchases.ts';
import { seedDemoShop } from './commands/seed-demo-shop.ts';
import { buildApp } from './app.ts';
import { composeShop, type Shop, pageServicesOf } from './compose.ts';
import { listAdmins } from './modules/auth/service.ts';
import { readBackupFacts } from './modules/backups/service.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { certificateFault, failureReason } from './platform/failure-reason.ts';
import { certificateNext, failureSentences, startTexts } from './platform/texts.ts';
import { safeError } from './platform/log/safe-error.ts';
import { createJobRunner } from './platform/jobs/job-runner.ts';
import { progressLine } from './platform/progress-line.ts';
import { registerPages } from './platform/ssr/register-pages.ts';
import { shopVersion } from './platform/shop-version.ts';
import { startStep } from './platform/start-failure.ts';
import { startTracing } from './platform/tracing/start-tracing.ts';
import { type Running, stopOnSignal } from './platform/stop-on-signal.ts';

/** Starts the shop and keeps it running until SIGTERM or SIGINT. */
export async function runServer(): Promise<void> {
  const running = await start().catch((error: unknown) => {
    const names = ['ConfigError', 'MigrationError', 'DemoPasswordAlive', 'StartFailure'];
    const isExpected = error instanceof Error && names.includes(error.name);
    process.stderr.write(
      isExpected ? `${error.message}\n` : `${String(error instanceof Error ? error.stack : error)}\n`,
    );
    process.exit(1);
  });
  stopOnSignal(running);
}

async function start(): Promise<Running> {
  const config = readConfig(process.env);
  await startStep('listen', config, async () => provePort(config));
  const tracing = await startTracing(config);
  const shop = await composeShop(config, { tracing });
  if (config.production) await refuseDemoPassword(shop);
  const { ports, modules, services } = shop;
  // A database on another machine may start later than the shop.
  if (ports.storage.origin === null) await startStep('data', config, async () => ports.storage.check());
  const { presence } = services;
  await presence.beat();
  presence.start();
  const app = await buildApp(config, ports, modules, { tracing });
  if (shop.sandbox) await shop.sandbox.register(app);
  const makePages = await registerPages(app, pageServicesOf(shop), ports);
  const unwatch = services.shop.watch();
  const allJobs = modules.jobs();
  const jobs = createJobRunner({ db: ports.db, log: app.log }, tracing ? allJobs.map(tracing.job) : allJobs);
  process.on('uncaughtException', (error) => {
    app.log.fatal({ request_id: 'process', failure: safeError(error) }, 'uncaught exception');
    process.exit(1);
  });
  const seeded = config.production ? null : await seedDemoShop(shop, progressLine('Covers and texts', process.stdout));
  if (!config.production) await seedDemoPurchases(shop, progressLine('Purchases', process.stdout));
  await makePages();
  await startStep('listen', config, async () => app.listen({ host: config.HOST, port: config.PORT }));
  jobs.start();
  // Loads the ways of paying at once: each process keeps them in memory, and the job's first run may come minutes
  // later.
  void services.payments.refreshWays();
  void Promise.all([outsideFailures(shop), otherKeyWarning(shop)]).then((sentences) =>
    process.stderr.write(
      sentences
        .flat()
        .map((each) => `${each}\n`)
        .join(''),
    ),
  );
  const lacksAdmin = (await listAdmins(ports.db.read)).length === 0;
  announce(shop, (app.server.address() as AddressInfo).port, {
    demo: seeded !== null || !config.production,
    lacksAdmin,
  });
  const close = async (): Promise<void> => {
    unwatch();
    await presence.stop().catch(() => undefined);
    await tracing?.stop();
    await shop.close();
  };
  return { app, jobs, leave: services.readiness.leave, drainMs: config.DRAIN_SECONDS * SECOND_MS, close };
}

/**
 * Returns the outside services that do not answer now, as sentences that name the setting. A failure ends no start:
 * after a power cut a shop that does not wait is there first, and tries again whatever it needs later.
 */
export async function outsideFailures({ config, ports }: Pick<Shop, 'config' | 'ports'>): Promise<string[]> {
  const { S3_ENDPOINT = '', S3_BUCKET = '', SMTP_URL } = config;
  const host = SMTP_URL === undefined ? '' : new URL(SMTP_URL).host;
  const endings: readonly (readonly [Promise<void> | undefined, (why: string) => string])[] = [
    [
      ports.storage.origin === null ? undefined : ports.storage.check(),
      (why) => startTexts.storageAway(S3_BUCKET, S3_ENDPOINT, why),
    ],
    [ports.mail.check?.(), (why) => startTexts.mailAway(host, why)],
  ];
  const sentences = endings.map(async ([work, sentence]) =>
    work?.then(
      () => undefined,
      (error: unknown) => {
        const failure = failureReason(error);
        const fault = certificateFault(error);
        const next = fault ? ` ${certificateNext[fault]}` : '';
        return `${sentence(failure ? ` (${failureSentences[failure.reason]})` : '')}${next}`;
      },
    ),
  );
  return (await Promise.all(sentences)).filter((sentence) => sentence !== undefined);
}

/** Warns when backups were recently encrypted with another key; empty when none were or it cannot be read. */
export async function otherKeyWarning(shop: Pick<Shop, 'config' | 'ports'>): Promise<string[]> {
  const facts = await readBackupFacts(shop).catch(() => null);
  if (!facts?.otherKey) return [];
  const { fingerprint, now } = facts.otherKey;
  return [startTexts.otherBackupKey(fingerprint, now)];
}

/** Opens the port for a moment: a start beside a running shop must not touch its database. */
async function provePort({ HOST, PORT }: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ host: HOST, port: PORT }, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

function announce(
  { config, adapters, services, stepsLeft }: Shop,
  port: number,
  { demo, lacksAdmin }: { readonly demo: boolean; readonly lacksAdmin: boolean },
): void {
  const address = config.PUBLIC_URL ?? `http://localhost:${port}`;
  const lines = [
    '',
    `  ${services.shop.latest().identity.store_name} ${shopVersion} is ready at ${address}`,
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
  if (stepsLeft > 0)
    lines.push('', `  Schema steps that wait for npm run migrate: ${stepsLeft} (docs/operations/upgrade.md)`);
  if (lacksAdmin) {
    lines.push(
      '',
      '  There is no admin yet:',
      '  ADMIN_PASSWORD=… npm run admin:create -- --email you@example.cl --name "Your name"',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
