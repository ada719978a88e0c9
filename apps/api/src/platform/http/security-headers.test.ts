import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { securityHeaders } from './security-headers.ts';

function policyOf(env: Readonly<Record<string, string>>, storage: string | null = null): string {
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://shop.test', ...env });
  return securityHeaders(config, storage)['content-security-policy'] ?? '';
}

/** Foreign sources of the policy, by directive. */
function foreign(env: Readonly<Record<string, string>>, storage: string | null = null): Record<string, string[]> {
  const directives = policyOf(env, storage)
    .split('; ')
    .map((directive) => directive.split(' '));
  return Object.fromEntries(
    directives
      .map(([name, ...sources]) => [name!, sources.filter((source) => source.includes('.'))] as const)
      .filter(([, sources]) => sources.length > 0),
  );
}

const payments = [
  'https://*.mercadopago.com',
  'https://*.mercadopago.cl',
  'https://*.mercadolibre.com',
  'https://http2.mlstatic.com',
];
const analytics = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://www.googletagmanager.com',
];
const everywhere = (...hosts: string[]) =>
  Object.fromEntries(
    ['script-src', 'style-src', 'img-src', 'connect-src', 'frame-src'].map((directive) => [directive, hosts]),
  );
const keys = { CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' };

describe('foreign hosts in the content security policy', () => {
  it('are none while no provider is configured', () => {
    expect(foreign({})).toEqual({});
    expect(foreign({ CAPTCHA_PROVIDER: 'none', NODE_ENV: 'test' })).toEqual({});
  });

  it.each([
    [
      'Google sign-in',
      { GOOGLE_CLIENT_ID: 'shop.apps.example' },
      {
        'script-src': ['https://accounts.google.com/gsi/client'],
        'style-src': ['https://accounts.google.com/gsi/style'],
        'connect-src': ['https://accounts.google.com/gsi/'],
        'frame-src': ['https://accounts.google.com/gsi/'],
      },
    ],
    [
      "the payment provider's script",
      { MP_ACCESS_TOKEN: 't', MP_WEBHOOK_SECRET: 's', MP_PUBLIC_KEY: 'p' },
      {
        'script-src': ['https://sdk.mercadopago.com', 'https://http2.mlstatic.com'],
        'img-src': payments,
        'connect-src': payments,
        'frame-src': payments,
      },
    ],
    ['payments by redirect', { MP_ACCESS_TOKEN: 't', MP_WEBHOOK_SECRET: 's' }, {}],
    [
      'Google Analytics',
      { GA4_MEASUREMENT_ID: 'G-ABCDEF1234' },
      {
        'script-src': ['https://www.googletagmanager.com/gtag/js'],
        'img-src': analytics,
        'connect-src': analytics,
      },
    ],
    ['Plausible, which the server tells', { PLAUSIBLE_HOST: 'https://plausible.io', PLAUSIBLE_DOMAIN: 'd' }, {}],
    ['Umami, which the server tells', { UMAMI_HOST: 'https://umami.example', UMAMI_WEBSITE_ID: 'w' }, {}],
    [
      'reCAPTCHA',
      { CAPTCHA_PROVIDER: 'recaptcha', ...keys },
      everywhere('https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'),
    ],
    [
      'hCaptcha',
      { CAPTCHA_PROVIDER: 'hcaptcha', ...keys },
      everywhere('https://hcaptcha.com', 'https://*.hcaptcha.com'),
    ],
    ['Turnstile', { CAPTCHA_PROVIDER: 'turnstile', ...keys }, everywhere('https://challenges.cloudflare.com')],
  ])('%s: its own and no other', (_, env, hosts) => {
    expect(foreign(env)).toEqual(hosts);
  });

  it.each([
    ['no script of others', {}, true],
    ['Google sign-in', { GOOGLE_CLIENT_ID: 'shop.apps.example' }, false],
    ["the payment provider's script", { MP_ACCESS_TOKEN: 't', MP_WEBHOOK_SECRET: 's', MP_PUBLIC_KEY: 'p' }, false],
    ['payments by redirect', { MP_ACCESS_TOKEN: 't', MP_WEBHOOK_SECRET: 's' }, true],
    ['Google Analytics', { GA4_MEASUREMENT_ID: 'G-ABCDEF1234' }, false],
    ['Turnstile', { CAPTCHA_PROVIDER: 'turnstile', ...keys }, false],
  ])('%s: Trusted Types only where no script of others draws from text', (_, env, isRequired) => {
    const directives = policyOf(env).split('; ');
    expect(directives.includes("require-trusted-types-for 'script'")).toBe(isRequired);
    expect(directives.includes('trusted-types book-markup own-scripts')).toBe(isRequired);
  });

  it("include the bucket's host for connections alone", () => {
    expect(foreign({}, 'https://s3.example.cl')).toEqual({ 'connect-src': ['https://s3.example.cl'] });
  });
});
