import type { Db } from '../../platform/db/db.ts';
import type { TypedApp } from '../../platform/http/serve.ts';
import { mailOutboxPage } from './outbox-page.ts';
import { latestMails } from './service.ts';

const SHOWN = 30;

/** The development outbox; the caller leaves it out in production, for mails hold recovery links. */
export function registerMailOutboxRoutes(app: TypedApp, db: Db): void {
  app.get('/dev/outbox', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    return mailOutboxPage(await latestMails(db, SHOWN));
  });
}
