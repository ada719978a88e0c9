import { email as emailForm } from '@cuentos/contract/account-fields';
import { API_PREFIX } from '@cuentos/contract/call';
import { LIST_FORM_PATH, listWords } from '@cuentos/contract/list-words';
import { confirmList, joinList, joinListByGet, leaveList } from '@cuentos/contract/mailing-list';
import { countPageView, reportPageFailure } from '@cuentos/contract/site';
import type { ZodTypeProvider } from '@fastify/type-provider-zod';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientOf } from '../../platform/http/access.ts';
import { refuseForeignGet } from '../../platform/http/anti-forgery.ts';
import { AppError, fieldText } from '../../platform/http/app-error.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import { answerFailures } from '../../platform/http/error-handler.ts';
import type { BookService } from '../books/service.ts';
import type { RateLimiter } from '../../platform/http/rate-limiter.ts';
import { listJoinedPage, listRefusedPage } from './list-answer-page.ts';
import type { MailingListService } from './mailing-list-service.ts';
import { admitPageFailure, pageFailureLine } from './page-failures.ts';
import type { PageViewService } from './page-view-service.ts';
import { missingBookPage, sharePage, type SiteOrigin } from './share-page.ts';

const accepted = { accepted: true } as const;
const nothing = { 204: z.null() };

/** The e-mail list. */
export function registerMailingListRoutes(app: TypedApp, mailingList: MailingListService, site: SiteOrigin): void {
  serve(app, joinListByGet, async (request) => {
    refuseForeignGet(request);
    const parsed = emailForm.safeParse(request.params.email);
    if (!parsed.success) throw new AppError('invalid_request', { fields: { email: fieldText('email') } });
    await mailingList.signUp(parsed.data, 'address', request.ip);
    return accepted;
  });
  serve(app, joinList, async (request) => {
    await mailingList.signUp(request.body.email, 'form', request.ip);
    return accepted;
  });
  registerLinkRoutes(app, mailingList);
  void app.register(async (scope) => registerForm(scope.withTypeProvider<ZodTypeProvider>(), mailingList, site));
}

/** The page's form as a browser sends it by itself, where no script runs: every answer is a page. */
function registerForm(app: TypedApp, mailingList: MailingListService, site: SiteOrigin): void {
  const send = (reply: FastifyReply, status: number, page: string) =>
    reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
  answerFailures(app, (reply, { body }, { status, detail }) =>
    send(reply, status, listRefusedPage(site, detail, typedEmail(body))),
  );
  // Redirects when a browser loads the address of the form's answer again.
  app.get(LIST_FORM_PATH, { schema: { hide: true } }, async (_request, reply) => reply.redirect('/#contacto', 303));
  app.route({
    method: 'POST',
    url: LIST_FORM_PATH,
    config: { access: 'public', isPageForm: true },
    schema: { hide: true },
    handler: async ({ body, ip }, reply) => {
      const typed = typedEmail(body);
      const { data: email } = emailForm.safeParse(typed);
      if (email === undefined) {
        const sentence = typed === '' ? listWords.emailEmpty : listWords.emailInvalid;
        return send(reply, 422, listRefusedPage(site, sentence, typed));
      }
      await mailingList.signUp(email, 'form', ip);
      return send(reply, 200, listJoinedPage(site));
    },
  });
}

const typedForm = z.object({ email: z.string() });

/** Reads the field's text; empty without one, or without a form. */
const typedEmail = (body: unknown): string => typedForm.safeParse(body).data?.email.trim() ?? '';

function registerLinkRoutes(app: TypedApp, mailingList: MailingListService): void {
  serve(app, confirmList, async (request) => {
    await mailingList.confirm(request.body.token);
  });
  serve(app, leaveList, async (request) => {
    await mailingList.unsubscribe(request.body.token, 'mail-link');
  });
  void app.register(async (scope) => registerOneClick(scope.withTypeProvider<ZodTypeProvider>(), mailingList));
}

/**
 * Mail programs post to the address of the `List-Unsubscribe` header, which people open as a page (RFC 8058). The RFC
 * allows a form of either kind and programs send others: the address says all, so that no body is read or refused.
 */
function registerOneClick(app: TypedApp, mailingList: MailingListService): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  app.route({
    method: 'POST',
    url: '/newsletter/unsubscribe/:token',
    config: { access: 'public' },
    schema: {
      tags: ['Other'],
      summary: 'Leave the e-mail list from a mail program',
      consumes: ['multipart/form-data', 'application/x-www-form-urlencoded'],
      params: z.object({ token: z.string() }),
      response: nothing,
    },
    handler: async (request, reply) => {
      await mailingList.unsubscribe(request.params.token, 'one-click');
      return reply.code(204).send(null);
    },
  });
}

/** Pages that everyone may find, beside the landing page and the books. */
const STATIC_PAGES = ['/', '/privacy-policy', '/terms-and-conditions'];

/** A discount code in a link; an invalid one is ignored. */
const shortCode = z.string().trim().max(60).optional().catch(undefined);

/** Pages for previews and search engines: share links, sitemap, robots. */
export function registerSiteRoutes(app: TypedApp, books: BookService, site: SiteOrigin): void {
  app.route({
    method: 'GET',
    url: '/book_share/book_share/:book_id',
    schema: { hide: true, params: z.object({ book_id: z.string() }), querystring: z.object({ codigo: shortCode }) },
    handler: async (request, reply) => {
      const id = request.params.book_id.toLowerCase();
      const book = (await books.catalogue.read()).books.find((candidate) => candidate.id === id);
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
      return book
        ? reply.send(sharePage(book, site, request.query.codigo))
        : reply.code(404).send(missingBookPage(site));
    },
  });
  app.route({
    method: 'GET',
    url: '/sitemap.xml',
    schema: { hide: true },
    handler: async (_request, reply) => {
      const { books: listedBooks } = await books.catalogue.read();
      const entries = [
        ...STATIC_PAGES.map((path) => `<url><loc>${site.origin}${path}</loc></url>`),
        ...listedBooks.map(
          ({ id, updated_at }) =>
            `<url><loc>${site.origin}/book-detail/${id}</loc><lastmod>${updated_at}</lastmod></url>`,
        ),
      ];
      reply.header('cache-control', 'no-cache').type('application/xml; charset=utf-8');
      return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
    },
  });
  app.route({
    method: 'GET',
    url: '/robots.txt',
    schema: { hide: true },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8');
      const closed = [`${API_PREFIX}/`, '/files/', '/dev/', '/sandbox/'].map((path) => `Disallow: ${path}\n`).join('');
      return `User-agent: *\n${closed}\nSitemap: ${site.origin}/sitemap.xml\n`;
    },
  });
}

/** Page views; sets no cookie and reads none but the anti-forgery one. */
export function registerPageViewRoutes(app: TypedApp, pageViews: PageViewService): void {
  serve(app, countPageView, async (request) => {
    const { route, referrer = '' } = request.body;
    if (!asksNotToBeCounted(request)) {
      await pageViews.record({ route, referrer, ...clientOf(request), language: languageOf(request) });
    }
  });
}

/** Pages that could not be shown tell the shop's log why. */
export function registerPageFailureRoutes(app: TypedApp, limiter: RateLimiter): void {
  serve(app, reportPageFailure, async (request) => {
    await admitPageFailure(limiter, request.ip);
    request.log.warn(pageFailureLine(request.body), 'page failure');
  });
}

/** Do Not Track and Global Privacy Control. */
function asksNotToBeCounted({ headers }: FastifyRequest): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1';
}

function languageOf({ headers }: FastifyRequest): string {
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*/i.exec(headers['accept-language'] ?? '')?.[0] ?? '';
}
