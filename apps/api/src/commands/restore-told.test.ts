import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Shop } from '../compose.ts';
import { recordAudit } from '../modules/audit/service.ts';
import { openAccountedShop } from '../modules/accounting/testing/accounting-fixture.ts';
import { releaseSteps, type Sent } from '../modules/follows/testing/release-steps.ts';
import { deleteSubscriber, joinNews, knownSubscriber, leaveBook, leaveNews } from '../modules/site/service.ts';
import type { ProvedAddress } from '../platform/proved-address.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../testing/build-test-app.ts';
import { addBook, addEdition, addPart, addReader, give, ingest, wipe } from '../testing/fixtures.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

/** Tests of what a restore must not undo: mails, recalls, consents and numbers that were given out after the backup. */
let folder: string;
let test: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-told-'));
  test = await buildTestApp();
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});
const { startProcess, follow } = releaseSteps(() => test);

it('shows no larger sample of a part than its author allows now', async () => {
  const shop = { config: test.config, ports: test.ports, services: test.services } as Shop;
  const { db } = test.ports;
  const book = await addBook(test);
  const wide = { sample_share: 40, sample_beginning_id: 'wide', sample_whole_id: 'whole' };
  const parts = [];
  for (const name of ['Menos', 'Nada', 'Igual']) {
    const part = await addPart(test, book.id, { name });
    await db.handle.updateTable('book_parts').set(wide).where('id', '=', part.id).execute();
    parts.push(part.id);
  }
  const file = join(folder, 'muestra.tar.gz');
  await backup(shop, [file]);
  for (const [index, share] of [5, 0].entries()) {
    const closed = { sample_share: share, sample_beginning_id: null };
    await db.handle.updateTable('book_parts').set(closed).where('id', '=', parts[index]!).execute();
  }
  await restore(shop, [file, '--replace']);
  const rows = await db.read
    .selectFrom('book_parts')
    .select(['id', 'sample_share', 'sample_beginning_id', 'sample_whole_id'])
    .execute();
  const partsById = new Map(rows.map(({ id, ...row }) => [id, row]));
  expect(parts.map((id) => partsById.get(id))).toEqual([
    { sample_share: 5, sample_beginning_id: null, sample_whole_id: 'whole' },
    { sample_share: 0, sample_beginning_id: null, sample_whole_id: null },
    wide,
  ]);
});

it('does not reopen a part that was recalled since, in the shop or for its owners, and mails nobody again', async () => {
  const shop = { config: test.config, ports: test.ports, services: test.services } as Shop;
  const { recalls, entitlements } = test.services;
  const admin = await addReader(test, { role: 'admin' });
  const reader = await addReader(test);
  const part = await addPart(test, (await addBook(test)).id);
  await addEdition(test, part.id, await ingest(test));
  await give(test, reader.user.id, part.id);
  const file = join(folder, 'retiro.tar.gz');
  await backup(shop, [file]);
  await recalls.recall(admin.user.id, { partIds: [part.id], kind: 'court_order', reason: 'Rol C-1234' });
  await recalls.job.run(new AbortController().signal);
  await restore(shop, [file, '--replace']);
  await expect(entitlements.requireReadable(reader.user.id, part.id)).rejects.toMatchObject({ code: 'part_recalled' });
  const restoredPart = (await recalls.list()).find(({ part_id: id }) => id === part.id);
  expect(restoredPart).toMatchObject({ is_deleted: true, recall: { kind: 'court_order', is_telling: false } });
});

it('sends no mail twice, and stops an announcement that was being sent', async () => {
  const shop = { config: test.config, ports: test.ports, services: test.services } as Shop;
  const { db } = test.ports;
  const book = await addBook(test);
  const part = await addPart(test, book.id, { releaseAt: TEST_NOW });
  await addEdition(test, part.id, await ingest(test));
  await follow('sigue@ejemplo.cl', book.id);
  const announcement = {
    subject: 'Novedades',
    body: 'Hola',
    audience: 'news',
    audience_id: null,
    send_at: null,
    started_at: null,
    finished_at: null,
    total: 0,
    created_by: null,
    created_at: 0,
    updated_at: 0,
  } as const;
  const announcements = [
    { ...announcement, id: 'a-sending', state: 'sending' },
    { ...announcement, id: 'b-scheduled', state: 'scheduled', send_at: TEST_NOW + 1 },
    { ...announcement, id: 'c-done', state: 'done' },
  ] as const;
  await db.handle.insertInto('announcements').values(announcements).execute();
  const file = join(folder, 'respaldo.tar.gz');
  await backup(shop, [file]);
  const sentMails: Sent[] = [];
  await startProcess(db, { sent: sentMails }).run();
  expect(sentMails.map(({ to }) => to)).toEqual(['sigue@ejemplo.cl']);
  await restore(shop, [file, '--replace']);
  for (let run = 0; run < 2; run += 1) await startProcess(db, { sent: sentMails }).run();
  expect(sentMails).toHaveLength(1);
  const states = await db.read.selectFrom('announcements').select(['state', 'send_at']).orderBy('id').execute();
  expect(states).toEqual([
    { state: 'paused', send_at: null },
    { state: 'draft', send_at: null },
    { state: 'done', send_at: null },
  ]);
});

it('restores no consent that was withdrawn since the backup', async () => {
  const shop = { config: test.config, ports: test.ports, services: test.services } as Shop;
  const { db } = test.ports;
  await wipe(db);
  const kept = await addBook(test);
  const left = await addBook(test);
  const undone = await addBook(test);
  const address = (name: string) => `${name}@ejemplo.cl` as ProvedAddress;
  const subscribe = async (name: string) =>
    db.withTx(async (tx) => {
      await joinNews(tx, address(name), TEST_NOW);
      return knownSubscriber(tx, address(name), TEST_NOW);
    });
  const [stays, settings, oneClick, refused, erased] = [
    await subscribe('queda'),
    await subscribe('apaga'),
    await subscribe('sale'),
    await subscribe('rebota'),
    await subscribe('borrada'),
  ];
  for (const book of [kept, left, undone]) await follow(stays.email, book.id);
  const file = join(folder, 'consentimientos.tar.gz');
  await backup(shop, [file]);

  const leaving = { method: 'one-click', announcementId: null, bookId: left.id } as const;
  await db.withTx(async (tx) => {
    await leaveNews(tx, settings, TEST_NOW + 1);
    await tx.updateTable('mailing_list').set({ state: 'unsubscribed' }).where('id', '=', oneClick.id).execute();
    await leaveBook(tx, stays, leaving, TEST_NOW + 1);
    await tx.deleteFrom('follows').where('book_id', '=', undone.id).execute();
    await deleteSubscriber(tx, erased);
    await recordAudit(tx, { actorId: null, action: 'mailing_list.erased', subject: erased.id }, TEST_NOW + 1);
    await tx.updateTable('mailing_list').set({ refused_at: 7 }).where('id', '=', refused.id).execute();
  });
  // The second restore gets the erasure from the journal that the first one wrote.
  for (const _ of ['once', 'again']) await restore(shop, [file, '--replace']);

  const list = await db.read.selectFrom('mailing_list').select(['email', 'state', 'refused_at']).execute();
  expect(new Map(list.map(({ email, state, refused_at }) => [email, [state, refused_at]]))).toEqual(
    new Map([
      [stays.email, ['confirmed', null]],
      [settings.email, ['none', null]],
      [oneClick.email, ['unsubscribed', null]],
      [refused.email, ['confirmed', 7]],
    ]),
  );
  const follows = await db.read.selectFrom('follows').select(['book_id', 'state']).execute();
  expect(new Map(follows.map(({ book_id, state }) => [book_id, state]))).toEqual(
    new Map([
      [kept.id, 'confirmed'],
      [left.id, 'left'],
    ]),
  );
  const departures = await db.read
    .selectFrom('consent_records')
    .select('email')
    .where('action', '=', 'unsubscribed')
    .execute();
  expect(departures.map(({ email }) => email).toSorted()).toEqual([settings.email, stays.email].toSorted());
});

it('keeps an address on the list if its owner subscribed again after a removal, to the news or a book', async () => {
  const shop = { config: test.config, ports: test.ports, services: test.services } as Shop;
  const { db, clock } = test.ports;
  await wipe(db);
  const book = await addBook(test);
  const [joins, follows, stays] = ['vuelve', 'sigue', 'fuera'].map((name) => `${name}@ejemplo.cl` as ProvedAddress);
  for (const email of [joins!, follows!, stays!]) {
    // The list has the address of an account, whose row keeps its id.
    await addReader(test, { email });
    await db.withTx(async (tx) => {
      await joinNews(tx, email, TEST_NOW - 2);
      const subscriber = await knownSubscriber(tx, email, TEST_NOW - 2);
      await deleteSubscriber(tx, subscriber);
      await recordAudit(tx, { actorId: null, action: 'mailing_list.erased', subject: subscriber.id }, clock.now() - 1);
    });
  }
  await db.withTx(async (tx) => joinNews(tx, joins!, clock.now()));
  await follow(follows!, book.id);
  const before = await db.read.selectFrom('mailing_list').select(['email', 'state']).orderBy('email').execute();
  const file = join(folder, 'vueltas.tar.gz');
  await backup(shop, [file]);
  await restore(shop, [file, '--replace']);

  const after = await db.read.selectFrom('mailing_list').select(['email', 'state']).orderBy('email').execute();
  expect(after).toEqual(before);
  expect(after).toContainEqual({ email: joins, state: 'confirmed' });
  const proofs = await db.read.selectFrom('consent_records').select(['email', 'action']).execute();
  expect(proofs).toEqual([{ email: joins, action: 'confirmed' }]);
  expect(await db.read.selectFrom('follows').select('state').execute()).toEqual([{ state: 'confirmed' }]);
});

it('gives no tax number to two documents, and lets a document keep its own', async () => {
  const books = await openAccountedShop();
  try {
    const { shop } = books;
    const asShop = { config: shop.config, ports: shop.ports, services: shop.services } as Shop;
    const issue = async () => shop.services.accounting.issueDocuments();
    const numbers = async () =>
      new Map((await books.documents()).map(({ id, kind, number, content }) => [id, { kind, number, content }]));
    await books.decide('issuer');
    await books.pay();
    await issue();
    await books.pay();
    // The second boleta is requested and has no number yet.
    const file = join(folder, 'numeros.tar.gz');
    await backup(asShop, [file]);
    // Documents created in the same millisecond have no defined order.
    shop.clock.time += 1000;
    const { bought } = await books.pay();
    const refund = { orderId: bought.order_id, partId: null, reason: 'lo pidió', actorId: books.admin.user.id };
    await issue();
    await shop.services.refunds.requestRefund(refund);
    await shop.settled();
    await issue();
    const before = await numbers();
    expect([...before.values()].map(({ kind, number }) => [kind, number])).toEqual([
      ['boleta', 1],
      ['boleta', 2],
      ['boleta', 3],
      ['credit_note', 1],
    ]);
    for (const time of [1, 2]) {
      // In the second round no document has the last number, so it must come from the journal.
      for (let turn = 0; turn < time; turn += 1) await restore(asShop, [file, '--replace']);
      await issue();
      const restored = [...(await numbers())];
      expect(restored, 'the same documents').toEqual([...before].slice(0, 2));
      const { bought: again } = await books.pay();
      await issue();
      await shop.services.refunds.requestRefund({ ...refund, orderId: again.order_id });
      await shop.settled();
      await issue();
      const added = [...(await numbers())].filter(([id]) => !restored.some(([known]) => known === id));
      expect(added.map(([, { kind, number }]) => [kind, number])).toEqual([
        ['boleta', 3 + time],
        ['credit_note', 1 + time],
      ]);
    }
  } finally {
    await books.close();
  }
});
