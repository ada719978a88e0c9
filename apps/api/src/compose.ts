import { join, resolve } from 'node:path';
import { takePaymentNotice } from '@cuentos/contract/payments';
import { migrations } from './platform/db/migrations.ts';
import { createAltchaCaptcha } from './adapters/altcha/altcha-captcha.ts';
import { createFileIssuer } from './adapters/file-issuer/file-issuer.ts';
import { createGoogleIdentity } from './adapters/google/google-identity.ts';
import { createFolderBackups } from './adapters/local-storage/folder-backups.ts';
import { createLocalStorage } from './adapters/local-storage/local-storage.ts';
import { createMailFiles, createSmtpMail } from './adapters/nodemailer/nodemailer-mail.ts';
import { createMercadoPago, MERCADOPAGO_API } from './adapters/mercadopago/mercadopago-payments.ts';
import { createPaymentSandbox, type PaymentSandbox } from './adapters/mercadopago-sandbox/payment-sandbox.ts';
import { noCaptcha } from './adapters/no-captcha/no-captcha.ts';
import { createPlausible } from './adapters/plausible/plausible-analytics.ts';
import { createBucketBackups } from './adapters/s3-storage/bucket-backups.ts';
import { createS3Storage } from './adapters/s3-storage/s3-storage.ts';
import { createSiteverifyCaptcha } from './adapters/siteverify/siteverify-captcha.ts';
import { createUmami } from './adapters/umami/umami-analytics.ts';
import { spendCaptchaAnswer } from './modules/auth/service.ts';
import { createPageServices } from './platform/ssr/page-services.ts';
import type { Config } from './platform/config/config.ts';
import { prepareDataFolder } from './platform/config/data-folder.ts';
import { readSecrets, type Secrets } from './platform/config/secrets.ts';
import { migrate } from './platform/db/migrate.ts';
import { openDb } from './platform/db/open-db.ts';
import { startStep } from './platform/start-failure.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import type { Db } from './platform/db/db.ts';
import type { AnalyticsPort } from './ports/analytics.ts';
import type { CaptchaPort } from './ports/captcha.ts';
import type { Clock } from './ports/clock.ts';
import type { IdentityPort } from './ports/identity.ts';
import type { MailPort } from './ports/mail.ts';
import type { Ports } from './ports/ports.ts';
import type { PaymentPort } from './ports/payment.ts';
import type { BackupStore, LinkOpener, StoragePort } from './ports/storage.ts';
import type { TaxDocumentIssuer } from './ports/tax-documents.ts';
import { assembleModules, type Modules } from './modules.ts';

/** The wired shop, without its HTTP side. */
export interface Shop {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly ports: Ports;
  readonly modules: Modules;
  readonly services: Modules['services'];
  /** The embedded payment provider, whose routes join the application; null with the real one. */
  readonly sandbox: PaymentSandbox | null;
  /** Which adapter each port uses, for the start log; no secrets. */
  readonly adapters: Readonly<Record<string, string>>;
  /** Steps of the schema that wait for `npm run migrate`. */
  readonly stepsLeft: number;
  close(): Promise<void>;
}

const systemClock: Clock = { now: () => Date.now() };

/**
 * Opens database and files and picks the adapter of every port by the settings; the only place that does.
 * @param patient for commands, whose work in the database may take as long as it needs.
 */
export async function composeShop(
  config: Config,
  { patient = false, tracing = null }: { readonly patient?: boolean; readonly tracing?: Tracing | null } = {},
): Promise<Shop> {
  const { AUTH_SECRET, AUTH_SECRET_PREVIOUS, dataDir } = config;
  await startStep('data', config, async () => prepareDataFolder(dataDir));
  const secrets = await startStep('data', config, () => readSecrets(dataDir, AUTH_SECRET, AUTH_SECRET_PREVIOUS));
  const place = { dataDir, databaseUrl: config.DATABASE_URL };
  const { db, left } = await startStep('database', config, async () => {
    const schema = await withPatience(place, async (slow) => migrate(slow, migrations, systemClock.now(), 'expand'));
    return { db: await openDb({ ...place, patient, onStatement: tracing?.onStatement }), left: schema.left };
  });
  const { storage, links } = pickStorage(config, secrets);
  const mail = tracing ? tracing.mail(pickMail(config)) : pickMail(config);
  const captcha = pickCaptcha(config, secrets, db);
  const sandbox = config.sandbox ? openSandbox(config, secrets, db, systemClock) : null;
  const naming = { storeName: () => config.STORE_NAME };
  const payments = pickPayments(config, sandbox, () => naming.storeName());
  const ports: Ports = {
    db,
    clock: systemClock,
    storage,
    links,
    backups: pickBackups(config),
    mail,
    captcha,
    payments,
    issuer: pickIssuer(config, storage),
    identity: pickIdentity(config),
    analytics: pickAnalytics(config),
  };
  const modules = assembleModules({ config, ports, secrets });
  const { shop } = modules.services;
  await shop.open();
  naming.storeName = () => shop.seller.store_name;
  return {
    config,
    secrets,
    ports,
    modules,
    services: modules.services,
    sandbox,
    stepsLeft: left,
    adapters: {
      database: db.engine === 'sqlite' ? `SQLite (${join(config.dataDir, 'shop.sqlite')})` : 'PostgreSQL',
      files: storage.name,
      backups: ports.backups.place,
      mail: mail.name,
      captcha: captcha.info.provider,
      payments: config.sandbox ? 'embedded sandbox (no real money)' : 'Mercado Pago',
      'tax documents': ports.issuer.name,
      'page views': ['own count', ...ports.analytics.map(({ name }) => name)].join(', '),
      'sign-in with Google': config.GOOGLE_CLIENT_ID ? 'on' : 'off',
    },
    async close() {
      mail.close();
      await db.close();
    },
  };
}

/** A step of the schema may take minutes in a large shop. */
async function withPatience<T>(place: Parameters<typeof openDb>[0], work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDb({ ...place, patient: true });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/**
 * Returns the same shop at an earlier time on the same data, for the past of the demonstration. Null without the
 * sandbox, as no real provider accepts payments of the past. Its sandbox has to be registered and to listen like the
 * shop's own.
 */
export function shopAt(
  shop: Shop,
  clock: Clock,
): (Pick<Shop, 'ports' | 'modules'> & { sandbox: PaymentSandbox }) | null {
  const { config, secrets } = shop;
  if (!shop.sandbox) return null;
  const sandbox = openSandbox(config, secrets, shop.ports.db, clock);
  const ports = {
    ...shop.ports,
    clock,
    payments: pickPayments(config, sandbox, () => shop.services.shop.seller.store_name),
  };
  return { ports, modules: assembleModules({ config, ports, secrets }), sandbox };
}

function pickStorage(config: Config, secrets: Secrets): { storage: StoragePort; links: LinkOpener | null } {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    const storage = createS3Storage({
      endpoint: S3_ENDPOINT,
      bucket: S3_BUCKET,
      region: S3_REGION,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    });
    return { storage, links: null };
  }
  const storage = createLocalStorage({ folder: join(config.dataDir, 'files'), secret: secrets.fileLink });
  return { storage, links: storage };
}

/** Backups in a folder that the operator names, such as one on a disk from another machine. */
export const folderBackups = (folder: string, dataDir: string): BackupStore => createFolderBackups(folder, dataDir);

/** A bucket of its own account, one in the account of the shop's files, or a folder. */
function pickBackups(config: Config): BackupStore {
  const { BACKUP_S3_BUCKET: bucket, BACKUP_S3_PREFIX: prefix, BACKUP_DIR, dataDir } = config;
  const endpoint = config.BACKUP_S3_ENDPOINT ?? config.S3_ENDPOINT;
  const isOwn = config.BACKUP_S3_ENDPOINT !== undefined;
  const accessKeyId = isOwn ? config.BACKUP_S3_ACCESS_KEY_ID : config.S3_ACCESS_KEY_ID;
  const secretAccessKey = isOwn ? config.BACKUP_S3_SECRET_ACCESS_KEY : config.S3_SECRET_ACCESS_KEY;
  if (bucket && endpoint && accessKeyId && secretAccessKey) {
    const region = config.BACKUP_S3_REGION ?? (isOwn ? 'auto' : config.S3_REGION);
    const isOfFiles = endpoint === config.S3_ENDPOINT && bucket === config.S3_BUCKET;
    return createBucketBackups({ endpoint, bucket, region, accessKeyId, secretAccessKey, prefix, isOfFiles });
  }
  return createFolderBackups(resolve(BACKUP_DIR ?? join(dataDir, 'backups')), dataDir);
}

function pickMail(config: Config): MailPort {
  if (config.SMTP_URL) return createSmtpMail(config.SMTP_URL, config.MAIL_FROM);
  return createMailFiles(join(config.dataDir, 'outbox'), config.MAIL_FROM);
}

function pickCaptcha(config: Config, secrets: Secrets, db: Db): CaptchaPort {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SECRET, CAPTCHA_SITE_KEY } = config;
  if (provider === 'none') return noCaptcha;
  if (provider === 'altcha') {
    const useOnce = async (signature: string, expiresAt: number) => spendCaptchaAnswer(db, signature, expiresAt);
    return createAltchaCaptcha({ secret: secrets.captcha, clock: systemClock, useOnce });
  }
  const siteKey = CAPTCHA_SITE_KEY ?? '';
  return createSiteverifyCaptcha({
    provider,
    siteKey,
    secret: CAPTCHA_SECRET ?? '',
    host: new URL(config.PUBLIC_URL ?? 'http://localhost').hostname,
  });
}

function pickIdentity({ GOOGLE_CLIENT_ID: clientId, GOOGLE_JWKS_URL: jwksUrl }: Config): IdentityPort | null {
  return clientId ? createGoogleIdentity({ clientId, jwksUrl }) : null;
}

function pickAnalytics({ PLAUSIBLE_HOST, PLAUSIBLE_DOMAIN, UMAMI_HOST, UMAMI_WEBSITE_ID }: Config): AnalyticsPort[] {
  const receivers: AnalyticsPort[] = [];
  if (PLAUSIBLE_HOST && PLAUSIBLE_DOMAIN) {
    receivers.push(createPlausible({ host: PLAUSIBLE_HOST, domain: PLAUSIBLE_DOMAIN }));
  }
  if (UMAMI_HOST && UMAMI_WEBSITE_ID) receivers.push(createUmami({ host: UMAMI_HOST, websiteId: UMAMI_WEBSITE_ID }));
  return receivers;
}

/** A further issuer needs a folder in `adapters` and a line here. */
function pickIssuer({ TAX_ISSUER }: Config, storage: StoragePort): TaxDocumentIssuer {
  const issuers = { files: () => createFileIssuer(storage) } satisfies Record<Config['TAX_ISSUER'], unknown>;
  return issuers[TAX_ISSUER]();
}

function openSandbox(
  { MP_WEBHOOK_SECRET, MP_ACCESS_TOKEN, sandboxControls }: Config,
  secrets: Secrets,
  db: Db,
  clock: Clock,
): PaymentSandbox {
  const noticeSecret = MP_WEBHOOK_SECRET ?? secrets.sandboxNotice;
  return createPaymentSandbox({ db, clock, noticeSecret, accessToken: MP_ACCESS_TOKEN, hasControls: sandboxControls });
}

/** One client for both providers: the sandbox speaks Mercado Pago's protocol. */
function pickPayments(config: Config, sandbox: PaymentSandbox | null, storeName: () => string): PaymentPort {
  const onUnreadable = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  if (sandbox) return createMercadoPago({ ...sandbox, storeName, onUnreadable });
  const { MP_API_BASE, MP_ACCESS_TOKEN, MP_WEBHOOK_SECRET, PUBLIC_URL } = config;
  return createMercadoPago({
    apiBase: () => MP_API_BASE ?? MERCADOPAGO_API,
    accessToken: MP_ACCESS_TOKEN ?? '',
    noticeSecret: MP_WEBHOOK_SECRET ?? '',
    noticeUrl: () => (PUBLIC_URL ? `${PUBLIC_URL}${takePaymentNotice.path}` : null),
    storeName,
    onUnreadable,
  });
}

/** Sources of the public pages, which the server and a drill register alike. */
export const pageServicesOf = ({ config, ports, services }: Shop) =>
  createPageServices({
    config,
    captcha: ports.captcha.info,
    clock: ports.clock,
    shop: services.shop,
    catalogue: services.books.catalogue,
    leastAmount: () => services.pocket.leastAmount(),
  });
