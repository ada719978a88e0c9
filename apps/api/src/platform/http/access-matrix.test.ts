import type { Role } from '@cuentos/contract/account-fields';
import type { Access } from '@cuentos/contract/call';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../testing/all-routes.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addReader, type SignedIn } from '../../testing/fixtures.ts';
import { type Caller, installAccess } from './access.ts';
import { AppError } from './app-error.ts';

/** The caller that each route allows; a route without an entry here fails the test. */
const table: Readonly<Record<string, Access>> = {
  'POST /api/auth/': 'public',
  'POST /api/auth/refresh': 'public',
  // The handler reads the Bearer itself, so that a second logout succeeds.
  'GET /api/auth/logout': 'user',
  'POST /api/auth/logout': 'user',
  'POST /api/auth/forgot-password': 'public',
  'POST /api/auth/reset-password': 'public',
  'POST /api/auth/reset-password/check': 'public',
  'POST /api/auth/update-password': 'user',
  'POST /api/auth/entry_code': 'public',
  'POST /api/auth/entry_code/enter': 'public',
  'POST /api/auth/verify-email': 'public',
  'GET /api/auth/google-nonce': 'public',
  'POST /api/auth/login_with_google': 'public',
  'POST /api/auth/second_factor': 'public',
  'GET /api/auth/passkey': 'public',
  'POST /api/auth/passkey': 'public',
  'GET /api/users/me/passkeys': 'user',
  'POST /api/users/me/passkeys': 'user',
  'POST /api/users/me/passkeys/options': 'user',
  'PUT /api/users/me/passkeys/{id}': 'user',
  'DELETE /api/users/me/passkeys/{id}': 'user',
  'GET /api/users/me/app_passwords': 'user',
  'POST /api/users/me/app_passwords': 'user',
  'DELETE /api/users/me/app_passwords/{id}': 'user',
  'GET /api/opds': 'user',
  'GET /api/users/me/second_factor': 'user',
  'POST /api/users/me/second_factor': 'writter',
  'POST /api/users/me/second_factor/activate': 'writter',
  'POST /api/users/me/second_factor/remove': 'user',
  'POST /api/users/me/second_factor/codes': 'user',
  'POST /api/users/me/second_factor/confirm': 'user',
  'DELETE /api/admin/users/{id}/second_factor': 'admin',
  'PUT /api/admin/shelf': 'admin',
  'GET /api/admin/backups': 'admin',
  'POST /api/admin/backups': 'admin',
  'POST /api/admin/backups/key': 'admin',
  'POST /api/admin/backups/key/kept': 'admin',
  'POST /api/admin/backups/{id}/link': 'admin',
  // The signed link that an admin got is the permission.
  'GET /api/backups/{id}/archive': 'public',
  'GET /api/admin/setup': 'admin',
  'POST /api/admin/setup/{name}': 'admin',
  'POST /api/users/me/verify-email': 'user',
  'GET /api/users/me/sessions': 'user',
  'DELETE /api/users/me/sessions/{id}': 'user',
  'GET /api/users/me/reader_settings': 'user',
  'PUT /api/users/me/reader_settings': 'user',
  'GET /api/notebook': 'user',
  'POST /api/notebook/trash/erase': 'user',
  'POST /api/exports/{part_id}': 'user',
  'POST /api/admin/exports/trace': 'admin',
  'GET /api/changes': 'user',
  'GET /api/changes/stream': 'user',
  'GET /api/bookmarks/{id}': 'user',
  'PUT /api/bookmarks/{id}': 'user',
  'DELETE /api/bookmarks/{id}': 'user',
  'POST /api/users/me/sessions/close_others': 'user',
  'GET /api/contact/{email}': 'public',
  'POST /api/contact': 'public',
  'POST /api/newsletter/confirm': 'public',
  'POST /api/newsletter/unsubscribe': 'public',
  'POST /newsletter/unsubscribe/{token}': 'public',
  'POST /api/analytics/pageview': 'public',
  'POST /api/page_failures': 'public',
  'GET /api/follows': 'user',
  'POST /api/follows': 'public',
  'PUT /api/follows/{book_id}': 'user',
  'DELETE /api/follows/{book_id}': 'user',
  'GET /api/admin/announcements': 'admin',
  'POST /api/admin/announcements': 'admin',
  'GET /api/admin/announcements/audiences': 'admin',
  'GET /api/admin/announcements/release_mail': 'admin',
  'GET /api/admin/announcements/{id}/mail': 'admin',
  'GET /api/admin/announcements/{id}': 'admin',
  'PUT /api/admin/announcements/{id}': 'admin',
  'DELETE /api/admin/announcements/{id}': 'admin',
  'POST /api/admin/announcements/{id}/send': 'admin',
  'POST /api/admin/announcements/{id}/state': 'admin',
  'POST /api/admin/announcements/{id}/test': 'admin',
  'GET /api/admin/newsletter.csv': 'admin',
  'POST /api/admin/newsletter/erase': 'admin',
  'GET /api/captcha': 'public',
  'GET /api/captcha/challenge': 'public',
  'POST /api/users/': 'public',
  'GET /api/users/me': 'user',
  'PATCH /api/users/me': 'user',
  'GET /api/books/': 'public',
  'GET /api/books/{id}': 'public',
  'GET /api/books/user': 'user',
  'GET /api/book_part/{book_id}': 'public',
  'GET /api/book_part/open/{part_id}': 'user',
  'GET /api/book_part/download/{part_id}': 'user',
  'GET /api/user_book_parts/': 'user',
  'GET /api/user_book_parts/{book_id}': 'user',
  'PUT /api/user_book_parts/{part_id}': 'user',
  'PUT /api/user_book_parts/{part_id}/finished': 'user',
  'GET /api/user_book_parts/last_location/{part_id}': 'user',
  'GET /api/user_book_parts/get_preference_id/{part_id}': 'user',
  'POST /api/user_book_parts/get_preference_id/{part_id}': 'user',
  'GET /api/user_book_part_highlights/{id}': 'user',
  'POST /api/user_book_part_highlights/': 'user',
  'POST /api/user_book_part_highlights/import': 'user',
  'POST /api/user_book_part_highlights/import/undo': 'user',
  'PUT /api/user_book_part_highlights/{id}': 'user',
  'DELETE /api/user_book_part_highlights/{id}': 'user',
  'GET /api/editions/{edition_id}/r/{*}': 'user',
  'GET /api/samples/{part_id}': 'public',
  'GET /api/samples/{sample_id}/resources/{*}': 'public',
  'GET /api/orders/{id}': 'user',
  'POST /api/orders/{id}/cancel': 'user',
  'GET /api/users/me/data': 'user',
  'GET /api/users/me/data/state': 'user',
  'POST /api/users/me/data/erase': 'user',
  'POST /api/users/me/data/keep': 'user',
  'POST /api/users/me/data/block': 'user',
  'POST /api/users/me/data/unblock': 'user',
  'POST /api/users/me/data/news': 'user',
  'DELETE /api/users/me/data/news': 'user',
  'POST /api/users/me/email': 'user',
  'POST /api/auth/change-email': 'public',
  'POST /api/auth/undo-email': 'public',
  'POST /api/auth/keep-account': 'public',
  'GET /api/tax_documents/{id}': 'user',
  'GET /api/admin/recalls': 'admin',
  'POST /api/admin/recalls': 'admin',
  'DELETE /api/admin/recalls/{part_id}': 'admin',
  'GET /api/admin/discount_codes': 'admin',
  'POST /api/admin/discount_codes': 'admin',
  'PUT /api/admin/discount_codes/{id}': 'admin',
  'POST /api/admin/discount_codes/{id}/active': 'admin',
  'DELETE /api/admin/discount_codes/{id}': 'admin',
  'GET /api/admin/accountant_links': 'admin',
  'POST /api/admin/accountant_links': 'admin',
  'DELETE /api/admin/accountant_links/{id}': 'admin',
  'POST /api/accountant/month': 'public',
  'POST /api/accountant/movements.csv': 'public',
  'POST /api/accountant/document': 'public',
  'GET /api/admin/accounting/{month}': 'admin',
  'GET /api/admin/tax_documents/{id}': 'admin',
  'PUT /api/admin/tax_documents/{id}/folio': 'admin',
  'GET /api/admin/accounting/{month}/movements.csv': 'admin',
  'POST /api/admin/accounting/{month}/report': 'admin',
  'POST /api/admin/tax_documents/{id}/retry': 'admin',
  'GET /api/admin/data_requests': 'admin',
  'POST /api/admin/data_requests': 'admin',
  'POST /api/admin/data_requests/{id}/carry_out': 'admin',
  'POST /api/admin/data_requests/{id}/close': 'admin',
  'GET /api/orders': 'user',
  'GET /api/orders/{id}/receipt': 'user',
  'POST /api/orders/{id}/withdraw': 'user',
  'POST /api/gifts/open': 'public',
  'POST /api/gifts/claim': 'user',
  'POST /api/gifts/{order_id}/send': 'user',
  'PUT /api/gifts/{order_id}': 'user',
  'GET /api/quote': 'public',
  'GET /api/pocket': 'user',
  'PUT /api/pocket': 'user',
  'DELETE /api/pocket/{part_id}': 'user',
  'GET /api/messages': 'user',
  'GET /api/messages/unread': 'user',
  'GET /api/messages/orders/{order_id}': 'user',
  'GET /api/messages/{id}': 'user',
  'POST /api/messages': 'user',
  'POST /api/messages/{id}/reply': 'user',
  'POST /api/messages/{id}/read': 'user',
  'POST /api/messages/visitors': 'public',
  'GET /api/admin/messages/{offset}/{limit}': 'admin',
  'GET /api/admin/messages/{id}': 'admin',
  'POST /api/admin/messages/{id}/reply': 'admin',
  'POST /api/admin/messages/{id}/read': 'admin',
  'POST /api/admin/messages/{id}/state': 'admin',
  'GET /api/seller': 'public',
  'GET /api/shop': 'public',
  'GET /api/legal/{kind}': 'public',
  'GET /api/users/me/legal_news': 'user',
  'POST /api/users/me/legal_news': 'user',
  'GET /api/admin/shop/{section}': 'admin',
  'PUT /api/admin/shop/{section}/draft': 'admin',
  'POST /api/admin/shop/{section}/discard': 'admin',
  'PUT /api/admin/shop/{section}': 'admin',
  'GET /api/admin/shop_documents': 'admin',
  'POST /api/admin/shop_portrait': 'admin',
  'POST /api/payments/webhook': 'public',
  'GET /api/user_role/': 'admin',
  'GET /api/admin/users/{offset}/{limit}': 'admin',
  'POST /api/admin/users': 'admin',
  'GET /api/admin/users/{id}': 'admin',
  'PUT /api/admin/users/{id}': 'admin',
  'DELETE /api/admin/users/{id}': 'admin',
  'GET /api/admin/users/{id}/books_parts': 'admin',
  'POST /api/admin/users/{id}/books_parts/{part}': 'admin',
  'DELETE /api/admin/users/{id}/books_parts/{part}': 'admin',
  'GET /api/admin/early_access/{offset}/{limit}': 'admin',
  'POST /api/admin/users/{id}/early_access/{part}': 'admin',
  'DELETE /api/admin/users/{id}/early_access/{part}': 'admin',
  'GET /api/admin/user_book_parts.csv': 'admin',
  'GET /api/admin/user_book_parts/{offset}/{limit}': 'admin',
  'POST /api/admin/early_access/{part}': 'admin',
  'GET /api/admin/orders/unfinished': 'admin',
  'GET /api/admin/users/deleted': 'admin',
  'POST /api/admin/users/{id}/restore': 'admin',
  'GET /api/admin/books/deleted': 'admin',
  'POST /api/admin/books/{id}/restore': 'admin',
  'POST /api/admin/book_parts/{id}/restore': 'admin',
  'PUT /api/admin/books/{id}/order': 'writter',
  'GET /api/admin/users/{id}/orders': 'admin',
  'GET /api/admin/users/{id}/mails': 'admin',
  'POST /api/admin/users/{id}/mails/{mail}/resend': 'admin',
  'POST /api/admin/orders/{id}/refund': 'admin',
  'GET /api/admin/payments/open': 'admin',
  'POST /api/admin/payments/{id}/refund': 'admin',
  'POST /api/admin/payments/{id}/retry': 'admin',
  'POST /api/admin/payments/{id}/settle': 'admin',
  'GET /api/admin/active_sessions/{offset}/{limit}': 'admin',
  'DELETE /api/admin/sessions/{id}': 'admin',
  'DELETE /api/admin/users/{id}/sessions': 'admin',
  'GET /api/admin/audit': 'admin',
  'GET /api/admin/mails': 'admin',
  'POST /api/admin/mails/{id}/retry': 'admin',
  'POST /api/admin/mails/retry': 'admin',
  'GET /api/admin/payment_notices': 'admin',
  'POST /api/admin/payment_notices/{id}/retry': 'admin',
  'GET /api/admin/settings': 'admin',
  'GET /api/admin/stats': 'admin',
  'GET /api/admin/stats.csv': 'admin',
  'GET /api/admin/today': 'admin',
  'GET /api/admin/today/waiting': 'admin',
  'GET /api/writter/today': 'writter',
  'GET /api/admin/books': 'writter',
  'POST /api/admin/books': 'writter',
  'PUT /api/admin/books/{id}': 'writter',
  'DELETE /api/admin/books/{id}': 'admin',
  'GET /api/admin/book_parts': 'writter',
  'POST /api/admin/book_parts/{id}': 'writter',
  'PUT /api/admin/book_parts/{id}': 'writter',
  'DELETE /api/admin/book_parts/{id}': 'admin',
  'GET /api/admin/book_parts/{id}/editions': 'writter',
  'GET /api/admin/book_parts/{id}/sample': 'writter',
  'PUT /api/admin/book_parts/{id}/sample': 'writter',
  'POST /api/admin/editions/{id}/publish': 'admin',
  'PUT /api/admin/editions/{id}/page_review': 'writter',
  'DELETE /api/admin/editions/{id}': 'writter',
  'POST /api/admin/books/{id}/epubs': 'writter',
  'GET /api/admin/book_parts/open/{id}': 'writter',
  'GET /api/admin/book_parts/download/{id}': 'writter',
  'GET /api/docs': 'public',
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /images/{name}': 'public',
  'GET /files/{*}': 'public',
};

const may: Readonly<Record<Access, readonly string[]>> = {
  public: ['nobody', 'reader', 'writter', 'admin'],
  user: ['reader', 'writter', 'admin'],
  writter: ['writter', 'admin'],
  admin: ['admin'],
};

let test: TestApp;
const callers = new Map<string, SignedIn | null>([['nobody', null]]);
beforeAll(async () => {
  test = await buildTestApp();
  // Streams of a stopped server end at once; otherwise their answers would never end.
  test.services.changes.stop();
  for (const role of ['reader', 'writter', 'admin'] as const) callers.set(role, await addReader(test, { role }));
});
afterAll(async () => test.close());

const own = () => allRoutes(test).filter(({ path }) => !path.startsWith('/sandbox/'));

describe('the callers of each route', () => {
  it('are listed for every route', () => {
    expect(
      own()
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    ).toEqual(Object.keys(table).toSorted());
  });

  it.each(Object.entries(table))('%s: %s', async (name, access) => {
    const [method = 'GET', path = ''] = name.split(' ');
    const url = path.replaceAll(/\{[^}]+\}/g, crypto.randomUUID());
    for (const [callerName, caller] of callers) {
      if (name.endsWith('/logout') && caller) continue;
      const response = await test.app.inject({ method: method as 'GET', url, headers: { ...caller?.headers } });
      const { code } = response.statusCode >= 400 ? response.json<{ code: string }>() : { code: '' };
      const refused = code === 'unauthenticated' || code === 'forbidden';
      expect(refused, `${callerName}: ${response.statusCode} ${code}`).toBe(!may[access].includes(callerName));
    }
  });

  it('a role may call the routes of its level and none above', async () => {
    const app = Fastify();
    const caller = (role: Role): Caller => ({
      userId: 'u',
      sessionId: 's',
      accessUntil: 0,
      name: '',
      email: '',
      role,
      authenticatedAt: 0,
      secondFactor: 'none',
      isLeaving: false,
    });
    installAccess(app, async (authorization) => (authorization ? caller(authorization as Role) : null));
    app.setErrorHandler((error, _request, reply) => reply.code(error instanceof AppError ? error.status : 500).send());
    for (const access of Object.keys(may) as Access[])
      app.get(`/api/${access}`, { config: { access } }, async () => 'open');
    for (const [access, roles] of Object.entries(may)) {
      for (const callerName of ['nobody', 'reader', 'writter', 'admin', 'owner']) {
        const headers = callerName === 'nobody' ? {} : { authorization: callerName };
        const { statusCode } = await app.inject({ url: `/api/${access}`, headers });
        const refused = callerName === 'nobody' ? 401 : 403;
        expect(statusCode, `${callerName} at ${access}`).toBe(
          access === 'public' || roles.includes(callerName) ? 200 : refused,
        );
      }
    }
  });

  it('a route without a declared caller stops the start', () => {
    const app = Fastify();
    installAccess(app, async () => null);
    expect(() => app.get('/api/olvidada', async () => 'x')).toThrow('/api/olvidada does not say who may call it');
  });
});

describe('security headers', () => {
  it.each([
    ['an answer', '/api/books/', 200],
    ['a page without route', '/nada', 404],
    ['a refusal', '/api/users/me', 401],
    ['a malformed address', '/%', 400],
    ['a file', '/files/x', 422],
    ['a picture', '/images/x.jpg', 404],
    ['health', '/health/live', 200],
  ])('stand on %s', async (_, url, status) => {
    const { headers, statusCode } = await test.app.inject({ url });
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    expect(headers['x-request-id']).toMatch(/^[\w-]{10,}$/);
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    const csp = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive]),
    );
    expect(csp.get('script-src')).toBe("script-src 'self'");
    expect(csp.get('object-src')).toBe("object-src 'none'");
    expect(csp.get('base-uri')).toBe("base-uri 'none'");
    expect(csp.get('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(csp.get('default-src')).toBe("default-src 'self'");
    expect(csp.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
  });

  it('let no script of another site read an answer, whatever it requests', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await test.app.inject({
        method,
        url: '/api/books/',
        headers: { origin: 'http://evil.test', 'access-control-request-method': 'GET' },
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });

  it.each([
    '/api/books/',
    '/api/docs',
    '/api/nada',
    '/health/live',
    '/sitemap.xml',
    '/robots.txt',
    '/icon.svg',
    '/manifest.webmanifest',
  ])('name the kind and the encoding of the text at %s', async (url) => {
    const { headers } = await test.app.inject({ url });
    expect(headers['content-type']).toMatch(
      /^(application\/(json|xml|manifest\+json)|text\/plain|image\/svg\+xml); charset=utf-8$/,
    );
  });

  it('are set on a fault too, which shows nothing of its cause', async () => {
    const broken = await buildTestApp();
    try {
      await broken.app.inject('/health/ready');
      await broken.ports.db.read.selectFrom('books').select('id').execute();
      // Nothing is cached in memory yet, so the request needs the database.
      await broken.ports.db.close();
      const response = await broken.app.inject('/api/books/');
      expect(response.statusCode).toBe(503);
      expect(response.headers['x-frame-options']).toBe('DENY');
      expect(response.json()).toMatchObject({
        detail: expect.stringMatching(/^Error: (Error interno del servidor|Servicio no disponible)$/),
      });
      expect(Object.keys(response.json<object>()).toSorted()).toEqual(['code', 'detail', 'request_id']);
    } finally {
      await broken.close().catch(() => undefined);
    }
  });
});
