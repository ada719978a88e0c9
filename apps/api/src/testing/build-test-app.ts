import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { migrations } from '../platform/db/migrations.ts';
import { createFileIssuer } from '../adapters/file-issuer/file-issuer.ts';
import { createFolderBackups } from '../adapters/local-storage/folder-backups.ts';
import { createLocalStorage } from '../adapters/local-storage/local-storage.ts';
import { createMercadoPago } from '../adapters/mercadopago/mercadopago-payments.ts';
import { createPaymentSandbox, type PaymentSandbox } from '../adapters/mercadopago-sandbox/payment-sandbox.ts';
import type { Switches } from '../adapters/mercadopago-sandbox/sandbox-store.ts';
import { noCaptcha } from '../adapters/no-captcha/no-captcha.ts';
import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { readSecrets, type Secrets } from '../platform/config/secrets.ts';
import { migrate } from '../platform/db/migrate.ts';
import type { StatementListener } from '../platform/db/db.ts';
import { openDb } from '../platform/db/open-db.ts';
import type { LogStream } from '../platform/log/request-log.ts';
import { startTracing } from '../platform/tracing/start-tracing.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import type { OutgoingMail } from '../ports/mail.ts';
import type { Ports } from '../ports/ports.ts';
import { assembleModules, type Modules } from '../modules.ts';
import { readStatement } from './common-sql.ts';
import { createTestDatabase } from './test-database.ts';

/** The whole application on a new empty database, with a clock that tests set. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly config: Config;
  readonly ports: Ports;
  readonly secrets: Secrets;
  readonly modules: Modules;
  readonly services: Modules['services'];
  readonly clock: { time: number; now(): number };
  readonly sandbox: PaymentSandbox;
  /** Null unless `env` names a receiver. */
  readonly tracing: Tracing | null;
  /** Time limit of calls to the payment provider. */
  readonly providerTime: { limit(): AbortSignal };
  /** Mails that the outbox job has sent. */
  readonly sentMails: OutgoingMail[];
  close(): Promise<void>;
}

/** A time limit that the slowest machine meets. */
const patient = (): AbortSignal => AbortSignal.timeout(120_000);

/** A time limit for tests of a provider that hangs. */
const impatient = (): AbortSignal => AbortSignal.timeout(1000);

/** Sets the time limit for a switch of the sandbox: it is short only where no answer will ever come. */
export function limitProvider({ providerTime }: TestApp, api: Switches['api'] | undefined): void {
  if (api !== undefined) providerTime.limit = api === 'hang' ? impatient : patient;
}

/** Noon of a working day in Santiago (15:00 UTC). */
export const TEST_NOW = Date.UTC(2026, 10, 18, 15, 0, 0);

interface TestOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly ports?: Partial<Ports>;
  /** Receives the log's lines; `LOG_LEVEL` is `silent` unless `env` sets it. */
  readonly log?: LogStream;
}

/** Builds the application for a test; the engine is PostgreSQL when `TEST_DATABASE_URL` is set, else SQLite. */
export async function buildTestApp({ env = {}, ports: replacedPorts = {}, log }: TestOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-test-'));
  const database = await createTestDatabase({ schema: true, folder });
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    PORT: '0',
    PUBLIC_URL: 'http://shop.test',
    AUTH_SECRET: 'a secret that only the tests know, long enough',
    CAPTCHA_PROVIDER: 'none',
    ...(database.url ? { DATABASE_URL: database.url } : {}),
    ...env,
  });
  const tracing = await startTracing(config);
  const onStatement: StatementListener = (statement) => {
    readStatement(statement);
    tracing?.onStatement(statement);
  };
  const clock = { time: TEST_NOW, now: () => clock.time };
  const sentMails: OutgoingMail[] = [];
  const db = await openDb({ dataDir: folder, databaseUrl: config.DATABASE_URL, onStatement });
  await migrate(db, migrations, clock.now());
  const secrets = readSecrets(folder, config.AUTH_SECRET, config.AUTH_SECRET_PREVIOUS);
  const storage = createLocalStorage({ folder: join(folder, 'files'), secret: secrets.fileLink });
  const mail = {
    name: 'recorded',
    send: async (message: OutgoingMail) => void sentMails.push(message),
    close: () => undefined,
  };
  const sandbox = createPaymentSandbox({
    db,
    clock,
    noticeSecret: secrets.sandboxNotice,
    hasControls: config.sandboxControls,
  });
  const providerTime = { limit: patient };
  const timeLimit = (): AbortSignal => providerTime.limit();
  const payments = createMercadoPago({
    ...sandbox,
    storeName: () => modules.services.shop.seller.store_name,
    timeLimit,
  });
  const ports: Ports = {
    db,
    clock,
    storage,
    links: storage,
    backups: createFolderBackups(join(folder, 'backups'), folder),
    mail,
    captcha: noCaptcha,
    payments,
    issuer: createFileIssuer(storage),
    identity: null,
    analytics: [],
    ...replacedPorts,
  };
  const modules = assembleModules({ config, ports, secrets });
  await modules.services.shop.open();
  const app = await buildApp(config, ports, modules, { logTo: log, tracing });
  await sandbox.register(app);
  await app.ready();
  return {
    app,
    config,
    ports,
    secrets,
    modules,
    services: modules.services,
    clock,
    sandbox,
    tracing,
    providerTime,
    sentMails,
    async close() {
      // No test waits for an answer any more; an open connection would delay the close by a minute.
      const cutOff = setInterval(() => app.server.closeAllConnections(), 200);
      await app.close();
      clearInterval(cutOff);
      await tracing?.stop();
      await db.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
