import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Config } from '../config/config.ts';

/**
 * Headers of every answer. No script but the shop's own files ever runs: book frames are `blob:` documents that
 * inherit this policy (design §6; `frame-src blob:` and the `blob:` sources exist for them). `style-src` allows inline
 * styles because books carry them.
 */
export function securityHeaders(config: Config, storageOrigin: string | null): FastifyHelmetOptions {
  const https = config.PUBLIC_URL?.startsWith('https:') ?? false;
  const google = config.GOOGLE_CLIENT_ID !== undefined;
  const storage = storageOrigin === null ? [] : [storageOrigin];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(google ? ['https://accounts.google.com/gsi/client'] : [])],
        styleSrc: ["'self'", "'unsafe-inline'", 'blob:', ...(google ? ['https://accounts.google.com/gsi/style'] : [])],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...storage, ...(google ? ['https://accounts.google.com/gsi/'] : [])],
        workerSrc: ["'self'"],
        frameSrc: ["'self'", 'blob:', ...(google ? ['https://accounts.google.com/gsi/'] : [])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  };
}
