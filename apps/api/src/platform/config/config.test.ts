import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { readSecrets } from './secrets.ts';

const SECRET = 'x'.repeat(32);
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://cuentos.cl',
  MP_ACCESS_TOKEN: 'a',
  MP_WEBHOOK_SECRET: 'b',
  TRUST_PROXY: '1',
};

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split('\n').slice(1);
  }
}

describe('settings of the environment', () => {
  it('have defaults for everything in development', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      CAPTCHA_PROVIDER: 'altcha',
      production: false,
      sandbox: true,
      LIMIT_LOGIN_FAILURES: 5,
      LIMIT_ACCOUNT_FAILURES: 10,
    });
  });

  it('must name the kind of shop when others can reach it, because demo accounts open it to everybody', () => {
    for (const address of ['https://cuentos.cl', 'http://192.168.1.20:3000']) {
      expect(problemsOf({ PUBLIC_URL: address })).toEqual([expect.stringMatching(/NODE_ENV: falta/)]);
      expect(problemsOf({ PUBLIC_URL: address, NODE_ENV: 'development' })).toEqual([]);
    }
    expect(problemsOf({ PUBLIC_URL: 'http://localhost:4000' })).toEqual([]);
  });

  it('count as absent when they are empty', () => {
    const empty = Object.fromEntries(
      [
        'PORT',
        'PUBLIC_URL',
        'DATABASE_URL',
        'AUTH_SECRET',
        'SMTP_URL',
        'MP_ACCESS_TOKEN',
        'S3_BUCKET',
        'TRUST_PROXY',
        'CONTACT_EMAIL',
      ].map((name) => [name, '']),
    );
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it.each([
    ['NODE_ENV', 'staging'],
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'cuentos.cl'],
    ['PUBLIC_URL', 'ftp://cuentos.cl'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['AUTH_SECRET', 'short'],
    ['AUTH_SECRET_PREVIOUS', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['STORE_NAME', 'x'.repeat(61)],
    ['CONTACT_EMAIL', 'nobody'],
    ['SOCIAL_LINKS', 'Instagram'],
    ['SOCIAL_LINKS', 'Instagram=javascript:alert(1)'],
    ['SOCIAL_LINKS', 'Instagram=https://x.cl, Otra=http://y.cl'],
    ['MP_API_BASE', 'x'],
    ['MP_MIN_AMOUNT', '1.5'],
    ['MP_MIN_AMOUNT', '-1'],
    ['PAYMENT_SANDBOX', 'yes'],
    ['CAPTCHA_PROVIDER', 'friendly'],
    ['GOOGLE_JWKS_URL', 'file:///etc/passwd'],
    ['SMTP_URL', 'https://mail.cl'],
    ['S3_ENDPOINT', 'bucket'],
    ['LIMIT_LOGIN_FAILURES', '0'],
    ['LIMIT_LOGIN_FAILURES', 'many'],
    ['LIMIT_REGISTER_PER_HOUR', '0'],
    ['TRUST_PROXY', 'banana'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', 'true'],
  ])('%s=%s is refused by name', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems.some((problem) => problem.startsWith(`  - ${name}: `))).toBe(true);
  });

  it.each([
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', 'none'],
    ['TRUST_PROXY', '10.0.0.1'],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8, fd00::/8'],
    ['SOCIAL_LINKS', 'Instagram=https://instagram.com/x, Otra=https://y.cl/?a=b'],
    ['PORT', '0'],
  ])('%s=%s is taken', (name, value) => expect(problemsOf({ [name]: value })).toEqual([]));

  it.each([
    [{ MP_ACCESS_TOKEN: 'x' }, 'MP_WEBHOOK_SECRET'],
    [{ MP_PUBLIC_KEY: 'x' }, 'MP_ACCESS_TOKEN'],
    [{ MP_API_BASE: 'https://x.cl' }, 'MP_ACCESS_TOKEN'],
    [{ S3_ENDPOINT: 'https://s3.cl' }, 'S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY'],
    [{ PLAUSIBLE_HOST: 'https://plausible.cl' }, 'PLAUSIBLE_DOMAIN'],
    [{ UMAMI_WEBSITE_ID: 'w' }, 'UMAMI_HOST'],
    [{ S3_ENDPOINT: 'https://s3.cl', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' }, 'S3_SECRET_ACCESS_KEY'],
    [{ CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'x' }, 'CAPTCHA_SECRET'],
    [{ CAPTCHA_PROVIDER: 'hcaptcha', CAPTCHA_SECRET: 'x' }, 'CAPTCHA_SITE_KEY'],
    [{ DATABASE_URL: 'postgres://x/y' }, 'AUTH_SECRET'],
  ] as [Record<string, string>, string][])('%j alone is half a setting', (env, missing) => {
    const problems = problemsOf(env);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^  - ${missing}: falta, y`));
  });

  it('are reported with every problem at once, and without secrets', () => {
    const problems = problemsOf({ PORT: 'x', SMTP_URL: 'mail', AUTH_SECRET: 'geheim' });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain('geheim');
  });
});

describe('in production', () => {
  it('are complete', () => expect(readConfig(production)).toMatchObject({ production: true, sandbox: false }));

  it.each([
    ['PUBLIC_URL', { PUBLIC_URL: '' }],
    ['MP_ACCESS_TOKEN', { MP_ACCESS_TOKEN: '', MP_WEBHOOK_SECRET: '' }],
    ['CAPTCHA_PROVIDER', { CAPTCHA_PROVIDER: 'none' }],
    ['TRUST_PROXY', { TRUST_PROXY: '' }],
  ])('%s', (name, change) => {
    expect(problemsOf({ ...production, ...change }).some((problem) => problem.startsWith(`  - ${name}: `))).toBe(true);
  });

  it('let the sandbox sign its notices with a secret of the settings', () =>
    expect(readConfig({ MP_WEBHOOK_SECRET: 'x' })).toMatchObject({ sandbox: true, MP_WEBHOOK_SECRET: 'x' }));

  it('allow the sandbox only explicitly', () => {
    const { MP_ACCESS_TOKEN: _token, MP_WEBHOOK_SECRET: _secret, ...bare } = production;
    expect(problemsOf(bare)).toHaveLength(1);
    expect(readConfig({ ...bare, PAYMENT_SANDBOX: 'true' }).sandbox).toBe(true);
  });
});

describe('secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuentos-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are one key per purpose, the same at every start', () => {
    const secrets = readSecrets('/nowhere', SECRET);
    const keys = Object.values(secrets)
      // This shop has no replaced keys.
      .filter((key) => !Array.isArray(key))
      .map((key) => Buffer.from(key).toString('hex'));
    expect(new Set(keys).size).toBe(keys.length);
    expect(readSecrets('/nowhere', SECRET)).toEqual(secrets);
    expect(readSecrets('/nowhere', `${SECRET}x`).accessToken).not.toEqual(secrets.accessToken);
  });

  it('are created when missing, stored, and readable by their owner alone', () => {
    const first = readSecrets(folder, undefined);
    expect(readSecrets(folder, undefined)).toEqual(first);
    expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toMatch(/^[\w-]{64}$/);
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
  });
});
