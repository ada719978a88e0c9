import { createSmtpMail } from '../adapters/nodemailer/nodemailer-mail.ts';
import { createAnnouncementService } from '../modules/announcements/service.ts';
import { createBookService } from '../modules/books/service.ts';
import { type BulkComposers, createBulkMailJob } from '../modules/mail/service.ts';
import type { UnsubscribeLinks } from '../modules/site/service.ts';
import { openDb } from '../platform/db/open-db.ts';

/**
 * Child process that sends announcements as the shop does, until it is killed: `bulk-mail-worker.ts <data folder>
 * <database url or empty> <SMTP url> <milliseconds that its clock is ahead>`. Prints `idle` when no mail is due.
 */
const [dataDir = '', databaseUrl = '', smtpUrl = '', ahead = '0'] = process.argv.slice(2);
const db = await openDb({ dataDir, databaseUrl: databaseUrl || undefined });
const clock = { now: () => Date.now() + Number(ahead) };
const links: UnsubscribeLinks = { urlFor: (id) => `http://shop.test/newsletter/unsubscribe/${id}.x`, read: () => null };
const announcements = createAnnouncementService({
  db,
  clock,
  links,
  books: createBookService({ db, clock }),
  sender: async () => ({ storeName: 'Tienda', origin: 'http://shop.test', signature: '' }),
  perMinute: async () => 1_000_000,
  leastAmount: () => 0,
});
const composers: BulkComposers = new Map([['announcement', announcements.composer]]);
const mail = createSmtpMail(smtpUrl, 'Tienda <hola@cuentos.test>');
const job = createBulkMailJob({ db, clock, mail, composers });
const { signal } = new AbortController();
process.stdout.write('started\n');
for (;;) {
  await announcements.run(signal);
  await job.run(signal);
  await announcements.run(signal);
  process.stdout.write('idle\n');
  await new Promise((resolve) => setTimeout(resolve, 20));
}
