import type { PublicBook } from '@cuentos/contract/books';
import { followBook, listFollows, requestFollow, unfollowBook } from '@cuentos/contract/follows';
import { escapeXml } from '../../platform/escape-xml.ts';
import { callerOf } from '../../platform/http/access.ts';
import { sendText } from '../../platform/http/send-text.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { FollowService } from './service.ts';

/** The feed of what came out. @param feed its text now */
export function registerFeedRoute(app: TypedApp, feed: () => Promise<string>): void {
  app.route({
    method: 'GET',
    url: '/feed.xml',
    schema: { hide: true },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-cache').type('application/atom+xml; charset=utf-8');
      return sendText(reply, await feed());
    },
  });
}

/** 'Avísame cuando salga' and 'Lo que sigo'. */
export function registerFollowRoutes(app: TypedApp, follows: FollowService): void {
  serve(app, listFollows, async (request) => follows.listOf(callerOf(request).userId));
  serve(app, requestFollow, async (request) => {
    const { email, book_id: bookId } = request.body;
    await follows.request(email, bookId, request.ip);
    return { accepted: true } as const;
  });
  serve(app, followBook, async (request) =>
    follows.follow(callerOf(request).userId, request.params.book_id, request.ip),
  );
  serve(app, unfollowBook, async (request) => {
    await follows.unfollow(callerOf(request).userId, request.params.book_id);
  });
}

/** Entries of the feed. */
const NEWEST = 50;

interface FeedFacts {
  readonly storeName: string;
  /** Absolute origin without trailing slash. */
  readonly origin: string;
  /** Empty where the shop names no author. */
  readonly authorName: string;
}

/** Parts that are out as an Atom feed (RFC 4287), the newest first. @param now epoch milliseconds */
export function releaseFeed(
  books: readonly PublicBook[],
  { storeName, origin, authorName }: FeedFacts,
  now: number,
): string {
  const out = books
    .flatMap((book) => book.parts.map((part) => ({ book, part, at: Date.parse(part.release_date) })))
    .filter(({ part, at }) => part.ebook && at <= now)
    .toSorted((a, b) => b.at - a.at || (a.part.id < b.part.id ? 1 : -1))
    .slice(0, NEWEST);
  // Without an entry the feed is as old as feeds are: a clock in it would make it another one each time.
  const updated = out[0]?.part.release_date ?? '1970-01-01T00:00:00.000Z';
  const entries = out.map(
    ({ book, part }) => `<entry>
<id>urn:uuid:${part.id}</id>
<title>${escapeXml(`${part.name}, de ${book.name}`)}</title>
<link rel="alternate" type="text/html" href="${origin}/book-detail/${book.id}"/>
<published>${part.release_date}</published>
<updated>${part.release_date}</updated>
<summary>${escapeXml(book.description)}</summary>
</entry>
`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="es-CL">
<id>${origin}/feed.xml</id>
<title>${escapeXml(storeName)}</title>
<updated>${updated}</updated>
<link rel="self" type="application/atom+xml" href="${origin}/feed.xml"/>
<link rel="alternate" type="text/html" href="${origin}/"/>
<author><name>${escapeXml(authorName || storeName)}</name></author>
${entries.join('')}</feed>
`;
}
