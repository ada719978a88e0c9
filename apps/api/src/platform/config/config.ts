import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { settingTexts as t } from '../texts.ts';

const flag = z
  .enum(['true', 'false', '1', '0'])
  .default('false')
  .transform((value) => value === 'true' || value === '1');
const optional = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));

/** An address, a network such as `10.0.0.0/8`, or one of the names that the framework knows. */
function isNetwork(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', bits, ...more] = entry.split('/');
  const version = isIP(address);
  const longest = version === 4 ? 32 : 128;
  return version !== 0 && more.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest));
}

/** Every setting of the server; `.env.example` explains each. Empty values count as absent. */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: url.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  AUTH_SECRET: z.string().min(32).optional(),
  AUTH_SECRET_PREVIOUS: z.string().min(32).optional(),
  TRUST_PROXY: optional.refine(
    (value) =>
      value === undefined || /^(?:\d+|none)$/.test(value) || value.split(',').every((entry) => isNetwork(entry.trim())),
    t.proxies,
  ),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  METRICS_TOKEN: z.string().min(16).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: optional,
  STORE_NAME: z.string().trim().min(1).max(60).default('Cuentos de Bolsillo'),
  SELLER_NAME: optional,
  SELLER_TAX_ID: optional,
  SELLER_ADDRESS: optional,
  CONTACT_EMAIL: z.email().optional(),
  SOCIAL_LINKS: optional.refine(
    (value) => value === undefined || value.split(',').every((entry) => /^[^=]+=\s*https:\/\/\S+$/.test(entry.trim())),
    'se escribe Instagram=https://…, Facebook=https://…',
  ),
  MP_ACCESS_TOKEN: optional,
  MP_WEBHOOK_SECRET: optional,
  MP_PUBLIC_KEY: optional,
  MP_API_BASE: url.optional(),
  MP_MIN_AMOUNT: z.coerce.number().int().min(0).default(0),
  PAYMENT_SANDBOX: flag,
  TAX_ISSUER: z.enum(['files']).default('files'),
  CAPTCHA_PROVIDER: z.enum(['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'none']).default('altcha'),
  CAPTCHA_SITE_KEY: optional,
  CAPTCHA_SECRET: optional,
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_JWKS_URL: url.default('https://www.googleapis.com/oauth2/v3/certs'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Cuentos de Bolsillo <hola@cuentos.invalid>'),
  DKIM_SELECTOR: optional.refine(
    (value) => value === undefined || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value),
    'escribe el nombre que va antes de ._domainkey, como mail',
  ),
  DNS_SERVER: optional.refine(
    (value) => value === undefined || isIP(value.replace(/:\d+$/, '')) !== 0 || isIP(value) !== 0,
    t.dnsServer,
  ),
  PLAUSIBLE_HOST: url.optional(),
  PLAUSIBLE_DOMAIN: optional,
  UMAMI_HOST: url.optional(),
  UMAMI_WEBSITE_ID: optional,
  GA4_MEASUREMENT_ID: optional.refine(
    (value) => value === undefined || /^G-[A-Z0-9]{4,20}$/.test(value),
    'write it as G-XXXXXXXXXX',
  ),
  S3_ENDPOINT: url.optional(),
  S3_BUCKET: optional,
  S3_REGION: z.string().default('auto'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  BACKUP_HOUR: z
    .string()
    .regex(/^(?:off|\d|1\d|2[0-3])$/, t.backupHour)
    .default('4'),
  BACKUP_KEY: optional.refine(
    (value) => value === undefined || /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/.test(value),
    t.backupKey,
  ),
  BACKUP_DIR: optional,
  BACKUP_S3_ENDPOINT: url.optional(),
  BACKUP_S3_BUCKET: optional,
  BACKUP_S3_REGION: optional,
  BACKUP_S3_ACCESS_KEY_ID: optional,
  BACKUP_S3_SECRET_ACCESS_KEY: optional,
  BACKUP_S3_PREFIX: z
    .string()
    .regex(/^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/, t.backupPrefix)
    .default('backups'),
  REQUIRE_SECOND_FACTOR: flag,
  LIMIT_LOGIN_FAILURES: z.coerce.number().int().min(1).default(5),
  LIMIT_ACCOUNT_FAILURES: z.coerce.number().int().min(1).default(10),
  LIMIT_ADDRESS_FAILURES: z.coerce.number().int().min(1).default(100),
  LIMIT_ALL_FAILURES: z.coerce.number().int().min(1).default(1000),
  LIMIT_REGISTER_PER_HOUR: z.coerce.number().int().min(1).default(10),
  LIMIT_FORGOT_PER_HOUR: z.coerce.number().int().min(1).default(5),
  LIMIT_CONTACT_PER_HOUR: z.coerce.number().int().min(1).default(10),
  LIMIT_PREFERENCE_PER_HOUR: z.coerce.number().int().min(1).default(60),
});

type Env = z.infer<typeof schema>;

/** Settings as the composition root uses them. */
export interface Config extends Env {
  readonly production: boolean;
  /** Absolute path of the folder that holds database, files and outbox. */
  readonly dataDir: string;
  /** Hour of Santiago at which the shop backs itself up, 0 to 23; null when it does not. */
  readonly backupHour: number | null;
  /** Payments go to the embedded sandbox. */
  readonly sandbox: boolean;
  /** The sandbox's controls are open: they need no token, so never in production. */
  readonly sandboxControls: boolean;
}

/** A setting of the environment is invalid; the message names the variable and its allowed values. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(t.unusable(problems));
    this.name = 'ConfigError';
  }
}

/**
 * Reads and checks all settings once.
 * @throws {ConfigError} naming each variable that is wrong, or missing beside one that needs it.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const settings = Object.fromEntries(
    Object.keys(schema.shape).map((key) => [key, env[key] === '' ? undefined : env[key]]),
  );
  const parsed = schema.safeParse(settings, { error: z.locales.es().localeError });
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const isNamed = settings['NODE_ENV'] !== undefined;
  const problems = [...halfConfigured(parsed.data), ...unsafe(parsed.data, isNamed)];
  if (problems.length > 0) throw new ConfigError(problems);
  const production = parsed.data.NODE_ENV === 'production';
  const sandbox = parsed.data.MP_ACCESS_TOKEN === undefined || parsed.data.PAYMENT_SANDBOX;
  return {
    ...parsed.data,
    production,
    dataDir: resolve(parsed.data.DATA_DIR),
    backupHour: parsed.data.BACKUP_HOUR === 'off' ? null : Number(parsed.data.BACKUP_HOUR),
    sandbox,
    sandboxControls: sandbox && !production,
  };
}

/** Settings that only work together. */
const groups: readonly (readonly (keyof Env)[])[] = [
  ['PLAUSIBLE_HOST', 'PLAUSIBLE_DOMAIN'],
  ['UMAMI_HOST', 'UMAMI_WEBSITE_ID'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
];

function halfConfigured(env: Env): string[] {
  const problems: string[] = [];
  for (const group of groups) {
    const absent = group.filter((key) => env[key] === undefined);
    if (absent.length > 0 && absent.length < group.length) {
      problems.push(t.missing(absent.join(', '), group.filter((key) => !absent.includes(key)).join(', ')));
    }
  }
  // The secret alone is fine: the sandbox signs its notices with it.
  if (env.MP_ACCESS_TOKEN && !env.MP_WEBHOOK_SECRET) {
    problems.push(t.missing('MP_WEBHOOK_SECRET', 'MP_ACCESS_TOKEN'));
  }
  if (env.MP_PUBLIC_KEY && !env.MP_ACCESS_TOKEN) problems.push(t.missing('MP_ACCESS_TOKEN', 'MP_PUBLIC_KEY'));
  if (env.MP_API_BASE && !env.MP_ACCESS_TOKEN) problems.push(t.missing('MP_ACCESS_TOKEN', 'MP_API_BASE'));
  if (['recaptcha', 'hcaptcha', 'turnstile'].includes(env.CAPTCHA_PROVIDER)) {
    for (const key of ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'] as const) {
      if (!env[key]) problems.push(t.captchaKey(key, env.CAPTCHA_PROVIDER));
    }
  }
  if (env.DATABASE_URL && !env.AUTH_SECRET) {
    problems.push(t.sharedSecret);
  }
  return [...problems, ...halfBackups(env)];
}

/** A bucket for backups may lie in the account of the shop's own: then its name is enough. */
function halfBackups(env: Env): string[] {
  const { BACKUP_DIR, BACKUP_S3_BUCKET, BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY } =
    env;
  const problems: string[] = [];
  if (BACKUP_DIR && BACKUP_S3_BUCKET) problems.push(t.backupPlaces);
  const own = { BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY };
  const absent = Object.entries(own).flatMap(([name, value]) => (value === undefined ? [name] : []));
  const isOwn = absent.length < 3;
  if (isOwn && !BACKUP_S3_BUCKET) problems.push(t.missing('BACKUP_S3_BUCKET', 'BACKUP_S3_*'));
  const needsOwn = BACKUP_S3_BUCKET !== undefined && env.S3_ENDPOINT === undefined;
  if (absent.length > 0 && (isOwn || needsOwn)) problems.push(t.missing(absent.join(', '), 'BACKUP_S3_BUCKET'));
  return problems;
}

/** Whether an address is this machine's own, so that requests to it stay here. */
function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** @param isNamed whether NODE_ENV was set, and not only forgotten. */
function unsafe(env: Env, isNamed: boolean): string[] {
  if (!isNamed && env.PUBLIC_URL && !isLoopback(env.PUBLIC_URL)) {
    return [t.whichStart];
  }
  if (env.NODE_ENV !== 'production') return [];
  const problems: string[] = [];
  if (env.CAPTCHA_PROVIDER === 'none') problems.push(t.captchaNeeded);
  if (!env.PUBLIC_URL) problems.push(t.addressNeeded);
  else if (env.PUBLIC_URL.startsWith('http:') && !isLoopback(env.PUBLIC_URL)) {
    problems.push(t.httpsNeeded);
  }
  if (env.TRUST_PROXY === undefined) {
    problems.push(t.proxyNeeded);
  }
  if (!env.MP_ACCESS_TOKEN && !env.PAYMENT_SANDBOX) {
    problems.push(t.paymentNeeded);
  }
  return problems;
}
