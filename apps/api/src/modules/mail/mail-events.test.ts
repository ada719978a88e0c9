import { expect, it } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';
import { migrations } from '../../platform/db/migrations.ts';
import { makeTestDb } from '../../testing/open-test-db.ts';
import { mailIdsAbout, queueMail, resendMail } from './service.ts';

const content = { template: 'refund', subject: 'Hola', text: 'Uno', html: '<p>Uno</p>' };

it.each([
  ['by their bytes', undefined],
  // In these locales a semicolon sorts before a colon, and punctuation may be ignored.
  ['as Spanish does', 'es'],
  ['without signs', 'es-u-ka-shifted'],
])('the mails of an event are found in a database that compares texts %s', async (_, language) => {
  const place = await makeTestDb({ schema: false, ...(language === undefined ? {} : { language }) });
  try {
    const db = await place.open();
    await migrate(db, migrations, 0);
    await db.withTx(async (tx) => {
      for (const key of ['gift:1:1', 'gift:1:2', 'gift:10:1', 'gift:1', 'receipt:1', 'gift-ending:1']) {
        await queueMail(tx, 'ana@ejemplo.cl', key, content, 1);
      }
      const first = await tx
        .selectFrom('mails')
        .selectAll()
        .where('dedupe_key', '=', 'gift:1:1')
        .executeTakeFirstOrThrow();
      await resendMail(tx, first, 'eva@ejemplo.cl', 1);
    });
    const rows = await db.read.selectFrom('mails').select(['id', 'dedupe_key', 'recipient']).execute();
    const keysAbout = async (event: string) => {
      const ids = await mailIdsAbout(db.read, [event]);
      return rows
        .filter(({ id }) => ids.includes(id))
        .map(({ dedupe_key: key, recipient }) => (recipient.startsWith('eva') ? 'sent again' : key))
        .toSorted();
    };
    expect(await keysAbout('gift:1:')).toEqual(['gift:1:1', 'gift:1:2', 'sent again']);
    expect(await keysAbout('receipt:1')).toEqual(['receipt:1']);
  } finally {
    await place.drop();
  }
});
