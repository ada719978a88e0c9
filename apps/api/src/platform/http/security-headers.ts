import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { isSecure } from '../config/shop-facts.ts';

/**
 * Sets the security headers of every answer, errors too. They are made once: setting a dozen headers per request by a
 * general library took as long as the rest of a catalogue request (docs/decisions/006-catalogue-bytes.md).
 */
export function installSecurityHeaders(app: FastifyInstance, config: Config, storageOrigin: string | null): void {
  const headers = securityHeaders(config, storageOrigin);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** The headers by name. */
export function securityHeaders(config: Config, storageOrigin: string | null): Readonly<Record<string, string>> {
  const https = isSecure(config);
  return {
    'content-security-policy': contentSecurityPolicy(config, storageOrigin),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Hosts of Mercado Pago's checkout script. */
const PROVIDER_HOSTS = [
  'https://*.mercadopago.com',
  'https://*.mercadopago.cl',
  'https://*.mercadolibre.com',
  'https://http2.mlstatic.com',
];
/** Hosts of Google Analytics. */
const ANALYTICS_HOSTS = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://www.googletagmanager.com',
];

/** Hosts of external captchas: scripts, frames and calls. */
const CAPTCHA_HOSTS: Readonly<Record<Config['CAPTCHA_PROVIDER'], readonly string[]>> = {
  recaptcha: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
  altcha: [],
  none: [],
};

/** No text becomes markup or a script, but by these policies. */
const TRUSTED_TYPES: Readonly<Record<string, readonly string[]>> = {
  'require-trusted-types-for': ["'script'"],
  // packages/epub/src/render/sections/parse-document.ts, apps/web/src/lib/trusted-script.ts
  'trusted-types': ['book-markup', 'own-scripts'],
};

/**
 * No script but the shop's own files ever runs, and on public pages what stands in their document, by its hash (ssr/register-pages.ts). Book
 * frames are `blob:` documents that inherit this policy; `frame-src blob:` and the `blob:` sources exist for them.
 * `style-src` allows inline styles because books carry them.
 */
function contentSecurityPolicy(config: Config, storageOrigin: string | null): string {
  const google = config.GOOGLE_CLIENT_ID !== undefined;
  const provider = config.MP_PUBLIC_KEY !== undefined;
  const analytics = config.GA4_MEASUREMENT_ID !== undefined;
  const captcha = CAPTCHA_HOSTS[config.CAPTCHA_PROVIDER];
  const only = (present: boolean, ...sources: string[]): string[] => (present ? sources : []);
  const foreignScripts = [
    ...only(google, 'https://accounts.google.com/gsi/client'),
    ...only(provider, 'https://sdk.mercadopago.com', 'https://http2.mlstatic.com'),
    ...only(analytics, 'https://www.googletagmanager.com/gtag/js'),
    ...captcha,
  ];
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...foreignScripts],
    // A script of others draws from text, and may be what people pay with (docs/decisions/057-trusted-types.md).
    ...(foreignScripts.length === 0 ? TRUSTED_TYPES : {}),
    'style-src': [
      "'self'",
      "'unsafe-inline'",
      'blob:',
      ...only(google, 'https://accounts.google.com/gsi/style'),
      ...captcha,
    ],
    'img-src': [
      "'self'",
      'blob:',
      'data:',
      ...only(provider, ...PROVIDER_HOSTS),
      ...only(analytics, ...ANALYTICS_HOSTS),
      ...captcha,
    ],
    'font-src': ["'self'", 'blob:', 'data:'],
    'media-src': ["'self'", 'blob:'],
    'connect-src': [
      "'self'",
      ...only(storageOrigin !== null, storageOrigin ?? ''),
      ...only(google, 'https://accounts.google.com/gsi/'),
      ...only(provider, ...PROVIDER_HOSTS),
      ...only(analytics, ...ANALYTICS_HOSTS),
      ...captcha,
    ],
    'worker-src': ["'self'"],
    'frame-src': [
      "'self'",
      'blob:',
      ...only(google, 'https://accounts.google.com/gsi/'),
      ...only(provider, ...PROVIDER_HOSTS),
      ...captcha,
    ],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
