import { z } from 'zod';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import type { BookService } from '../books/service.ts';
import { missingBookPage, sharePage, type SiteOrigin } from './share-page.ts';

/** Pages that everyone may find, beside the landing page and the books. */
const STATIC_PAGES = ['/', '/privacy-policy', '/terms-and-conditions'];

/** What the shop shows to previews and search engines: share links, sitemap, robots. */
export function registerSiteRoutes(app: TypedApp, books: BookService, site: SiteOrigin): void {
  app.route({
    method: 'GET',
    url: '/book_share/book_share/:book_id',
    schema: { hide: true, params: z.object({ book_id: z.string() }) },
    handler: async (request, reply) => {
      const id = request.params.book_id.toLowerCase();
      const book = (await books.catalogue.read()).books.find((candidate) => candidate.id === id);
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
      return book ? reply.send(sharePage(book, site)) : reply.code(404).send(missingBookPage(site));
    },
  });
  app.route({
    method: 'GET',
    url: '/sitemap.xml',
    schema: { hide: true },
    handler: async (_request, reply) => {
      const { books: shown } = await books.catalogue.read();
      const entries = [
        ...STATIC_PAGES.map((path) => `<url><loc>${site.origin}${path}</loc></url>`),
        ...shown.map(
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
      const closed = ['/api/', '/files/', '/dev/', '/sandbox/'].map((path) => `Disallow: ${path}\n`).join('');
      return `User-agent: *\n${closed}\nSitemap: ${site.origin}/sitemap.xml\n`;
    },
  });
}
