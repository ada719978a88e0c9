import type { MailLook } from '@cuentos/contract/announcements';
import { bookMark } from '@cuentos/domain/announcements/markup';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MailRefused, type OutgoingMail } from '../../ports/mail.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { refusal } from '../../testing/calls.ts';
import { addBareEdition, addBook, addPart, addReader, give, type SignedIn, signIn } from '../../testing/fixtures.ts';
import { mailsTo } from '../../testing/mails.ts';
import { type Composer, createBulkMailJob, createMailJob, queueMail } from '../mail/service.ts';
import { announcementSteps } from './testing/announcement-steps.ts';

const { signal } = new AbortController();

let test: TestApp;
let admin: SignedIn;
let sentMails: OutgoingMail[];
/** Errors of the mail server by address; an address without one is accepted. */
let answers: Map<string, Error>;
beforeEach(async () => {
  test = await buildTestApp();
  admin = await addReader(test, { role: 'admin', email: 'jefa@ejemplo.cl' });
  sentMails = [];
  answers = new Map();
  await test.services.shop.open();
  await perMinute(20);
});
afterEach(async () => test.close());

const {
  agree,
  agreeMany,
  audited,
  audiences,
  call,
  create,
  draft,
  follow,
  mailPort,
  perMinute,
  read,
  send,
  take,
  work,
} = announcementSteps(() => ({ test, admin, sentMails, answers }));

describe('recipients of an announcement', () => {
  it('are all subscribers, the followers of a book, or the subscribed owners of a part, each counted', async () => {
    const book = await addBook(test, { name: 'El faro' });
    const part = await addPart(test, book.id, { name: 'El muelle' });
    await agree('lista@ejemplo.cl');
    await agree('dueña@ejemplo.cl');
    await follow('sigue@ejemplo.cl', book.id);
    await test.services.mailingList.signUp('pendiente@ejemplo.cl', 'form', '127.0.0.1');
    for (const email of ['dueña@ejemplo.cl', 'callada@ejemplo.cl']) {
      const { user } = await addReader(test, { email });
      await give(test, user.id, part.id);
    }
    expect(await audiences()).toMatchObject({
      news: 2,
      books: [{ id: book.id, name: 'El faro', people: 1 }],
      parts: [{ id: part.id, name: 'El muelle', book_name: 'El faro', people: 1 }],
      refused: 0,
      per_minute: 20,
      next_release: null,
    });
    const reach = async (recipients: object) => {
      sentMails = [];
      const { id } = await create(recipients);
      expect((await send(id)).statusCode).toBe(200);
      await work();
      expect(await read(id)).toMatchObject({ state: 'done', accepted: sentMails.length, total: sentMails.length });
      return sentMails.map(({ to }) => to).toSorted();
    };
    expect(await reach({})).toEqual(['dueña@ejemplo.cl', 'lista@ejemplo.cl']);
    expect(await reach({ audience: 'followers', audience_id: book.id })).toEqual(['sigue@ejemplo.cl']);
    expect(sentMails[0]!.text).toContain('Recibes esto porque sigues «El faro».');
    expect(await reach({ audience: 'owners', audience_id: part.id })).toEqual(['dueña@ejemplo.cl']);
  });

  it('are only admins while no address has subscribed', async () => {
    const writter = await addReader(test, { role: 'writter' });
    expect((await call('GET', 'announcements', undefined, writter)).statusCode).toBe(403);
    const { id } = await create();
    expect(refusal(await send(id))).toMatchObject({ status: 409, code: 'announcement_without_readers' });
  });
});

describe('the mail of an announcement', () => {
  it('has formatted text as HTML and plain text, the card of a book, and two ways to unsubscribe', async () => {
    const book = await addBook(test, { name: 'El <b>faro' });
    for (const value of [490, 1490]) await addPart(test, book.id, { name: `Por ${value}`, value });
    vi.spyOn(test.services.pocket, 'leastAmount').mockReturnValueOnce(1000);
    await test.ports.db.withTx(async (tx) =>
      tx.updateTable('book_parts').set({ edition_id: 'e' }).where('book_id', '=', book.id).execute(),
    );
    test.services.books.catalogue.invalidate();
    const subscriber = await agree('lista@ejemplo.cl');
    const body = `Hola, **todas**:\n- uno\n[aquí](https://ejemplo.cl)\n${bookMark(book.id)}\n${bookMark(crypto.randomUUID())}`;
    const { id } = await create({ body });
    await send(id);
    await work();
    const { html, text, unsubscribeUrl } = sentMails[0]!;
    expect(html).toContain('<b>todas</b>');
    expect(html).toContain('>uno</li>');
    expect(html).toContain('href="https://ejemplo.cl"');
    expect(html).toContain('El &lt;b&gt;faro');
    expect(text).toContain(`El <b>faro\nDesde $1.490 CLP\nhttp://shop.test/book-detail/${book.id}`);
    const out = test.services.mailingList.links.urlFor(subscriber, { announcementId: id });
    expect(unsubscribeUrl).toBe(out);
    expect(text).toContain(out);
  });

  it('is previewed to the letter except for the unsubscribe links; so is the mail of the next release', async () => {
    await agree('ana@ejemplo.cl');
    const book = await addBook(test);
    const { id } = await create({ body: `Hola, **todas**.\n\n${bookMark(book.id)}` });
    const look = (await call('GET', `announcements/${id}/mail`)).json<MailLook>();
    await send(id);
    await work();
    const plain = (html: string | undefined) => html?.replaceAll(/href="[^"]*"/g, '');
    expect([look.subject, plain(look.html)]).toEqual([sentMails[0]?.subject, plain(sentMails[0]?.html)]);
    expect(look.html).not.toContain('unsubscribe');

    expect((await call('GET', 'announcements/release_mail')).statusCode).toBe(404);
    await addPart(test, book.id, { name: 'La parte de mañana', releaseAt: test.clock.now() + 1440 * MINUTE_MS });
    const release = (await call('GET', 'announcements/release_mail')).json<MailLook>();
    expect(release.subject).toContain('La parte de mañana');
    expect((await call('GET', 'announcements/unknown/mail')).statusCode).toBe(404);
  });

  it('shows HTML and script as text, also in 10,000 letters', async () => {
    await agree('lista@ejemplo.cl');
    const body = '<script>alert(1)</script>'.repeat(400);
    expect(body).toHaveLength(10_000);
    const { id } = await create({ subject: '<img src=x onerror=alert(1)>\r\nBcc: x@y.cl', body });
    await send(id);
    await work();
    expect(sentMails[0]!.html).not.toMatch(/<script|<img src=x/);
    expect(sentMails[0]!.subject).toBe('<img src=x onerror=alert(1)> Bcc: x@y.cl');
    const long = await call('POST', 'announcements', { ...draft, body: `${body}x` });
    expect(refusal(long)).toMatchObject({ status: 422, fields: { body: expect.any(String) } });
    expect((await call('POST', 'announcements', { ...draft, subject: 'x'.repeat(91) })).statusCode).toBe(422);
  });

  it('goes as a test to the admin alone, without an unsubscribe link, and at once', async () => {
    await agree('lista@ejemplo.cl');
    const { id } = await create();
    expect((await call('POST', `announcements/${id}/test`)).json()).toEqual({ sent_to: 'jefa@ejemplo.cl' });
    await createMailJob({ ...test.ports, mail: mailPort }).run(signal);
    await work();
    expect(sentMails.map(({ to }) => to)).toEqual(['jefa@ejemplo.cl']);
    expect(sentMails[0]!.text).toContain('Esta es una prueba');
    expect(sentMails[0]).not.toHaveProperty('unsubscribeUrl');
    expect(await read(id)).toMatchObject({ state: 'draft' });
  });
});

describe('the time of an announcement', () => {
  it('is a minute in Santiago, and an announcement for a past minute is refused', async () => {
    await agree('lista@ejemplo.cl');
    const { id } = await create();
    // The test's clock stands at noon in Santiago.
    for (const at of ['2026-11-18T12:00', '2026-11-18T11:59', '2020-01-01T00:00']) {
      expect(refusal(await send(id, at))).toMatchObject({ status: 422, fields: { send_at: 'Esa hora ya pasó.' } });
    }
    for (const at of ['2026-02-30T12:00', 'mañana', '2026-11-18T25:00']) {
      expect((await send(id, at)).statusCode).toBe(422);
    }
    expect((await send(id, '2026-11-18T12:30')).json()).toMatchObject({
      state: 'scheduled',
      send_at: '2026-11-18T15:30:00.000Z',
    });
    test.clock.time += 30 * MINUTE_MS - 1;
    await work();
    expect(sentMails).toEqual([]);
    test.clock.time += 1;
    await work();
    expect(sentMails).toHaveLength(1);
  });

  it('is removed when the announcement is cancelled or changed, which makes it a draft', async () => {
    await agree('lista@ejemplo.cl');
    const { id } = await create();
    await send(id, '2026-11-18T12:30');
    expect((await take(id, 'cancel')).json()).toMatchObject({ state: 'draft', send_at: null });
    await send(id, '2026-11-18T12:30');
    expect((await call('PUT', `announcements/${id}`, { ...draft, subject: 'Otra' })).json()).toMatchObject({
      state: 'draft',
    });
    test.clock.time += 60 * MINUTE_MS;
    admin = await signIn(test, admin.user);
    await work();
    expect(sentMails).toEqual([]);
    expect((await call('DELETE', `announcements/${id}`)).json()).toEqual({ deleted: true });
    expect(refusal(await call('GET', `announcements/${id}`))).toMatchObject({ code: 'announcement_not_found' });
    // Audit rows of the same millisecond have no defined order.
    expect((await audited()).toSorted()).toEqual(
      ['cancelled', 'changed', 'created', 'deleted', 'scheduled', 'scheduled'].map(
        (action) => `announcement.${action}`,
      ),
    );
  });

  it('a stale edit is rejected: another admin saved the announcement since the form was opened', async () => {
    const { id } = await create();
    const put = async (change: object) => call('PUT', `announcements/${id}`, { ...draft, ...change });
    expect((await put({ subject: 'De la primera', seen: draft })).statusCode).toBe(200);
    const answer = await put({ body: 'De la segunda', seen: draft });
    expect(refusal(answer)).toMatchObject({ status: 409, code: 'changed_meanwhile' });
    expect(answer.json()).toMatchObject({ fields: { subject: 'De la primera' } });
    expect(await read(id)).toMatchObject({ subject: 'De la primera', body: draft.body });
    expect((await put({ body: 'De la segunda' })).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ subject: draft.subject, body: 'De la segunda' });
  });

  it('an announcement that is being sent or is done cannot be changed, deleted or sent again, nor an empty one sent', async () => {
    await agree('lista@ejemplo.cl');
    const { id } = await create();
    await send(id);
    for (const answer of [
      await send(id),
      await call('PUT', `announcements/${id}`, draft),
      await call('DELETE', `announcements/${id}`),
      await take(id, 'cancel'),
      await take(id, 'resume'),
    ]) {
      expect(refusal(answer)).toMatchObject({ status: 409, code: 'announcement_state' });
    }
    for (const empty of [{ subject: '' }, { body: ' \n ' }]) {
      expect(refusal(await send((await create(empty)).id))).toMatchObject({ code: 'announcement_empty' });
    }
  });
});

describe('an announcement that is being sent', () => {
  it('is sent at the configured rate, and reports its progress', async () => {
    await agreeMany(45);
    const { id } = await create();
    await send(id);
    for (const [tried, minutes] of [
      [20, 2],
      [40, 1],
    ] as const) {
      for (let turn = 0; turn < 3; turn += 1) await work();
      expect(await read(id)).toMatchObject({ state: 'sending', total: 45, tried, minutes_left: minutes });
      expect(sentMails).toHaveLength(tried);
      test.clock.time += MINUTE_MS;
    }
    await work();
    expect(await read(id)).toMatchObject({ state: 'done', tried: 45, accepted: 45, minutes_left: null });
    expect(new Set(sentMails.map(({ to }) => to)).size).toBe(45);
  });

  it('is sent though another announcement fails', async () => {
    await agreeMany(1);
    const ids = [(await create()).id, (await create({ subject: 'Otra carta' })).id];
    for (const id of ids) await send(id);
    vi.spyOn(test.ports.db, 'withTx').mockRejectedValueOnce(new Error('the first one fails'));
    await expect(test.services.announcements.run(signal)).rejects.toThrow('the first one fails');
    expect(await test.ports.db.read.selectFrom('mails').select('id').where('priority', '=', 2).execute()).toHaveLength(
      1,
    );
  });

  it('is paused at once, with its mails in the outbox, and continues where it stopped', async () => {
    await agreeMany(30);
    const { id } = await create();
    await send(id);
    await test.services.announcements.run(signal);
    expect((await take(id, 'pause')).json()).toMatchObject({ state: 'paused' });
    test.clock.time += 10 * MINUTE_MS;
    await work();
    expect(sentMails).toEqual([]);
    await take(id, 'resume');
    await work();
    test.clock.time += MINUTE_MS;
    await work();
    expect(new Set(sentMails.map(({ to }) => to)).size).toBe(30);
    expect(sentMails).toHaveLength(30);
  });

  it('is stopped, and can be resumed from there', async () => {
    await agreeMany(30);
    const { id } = await create();
    await send(id);
    await work();
    expect(sentMails).toHaveLength(20);
    await take(id, 'stop');
    test.clock.time += 10 * MINUTE_MS;
    await work();
    expect(sentMails).toHaveLength(20);
    expect(await read(id)).toMatchObject({ state: 'stopped', tried: 20, total: 30 });
    await take(id, 'resume');
    await work();
    expect(sentMails).toHaveLength(30);
    expect(new Set(sentMails.map(({ to }) => to)).size).toBe(30);
  });

  it('is not sent to people who unsubscribed before their turn, and counts those who unsubscribed through it', async () => {
    await agreeMany(25);
    const { id } = await create();
    await send(id);
    await work();
    const token = sentMails[0]!.unsubscribeUrl!.split('/').at(-1)!;
    const waiting = await test.ports.db.read
      .selectFrom('announcement_deliveries')
      .innerJoin('mailing_list', 'mailing_list.id', 'announcement_deliveries.subscriber_id')
      .select(['mailing_list.id', 'email'])
      .where('announcement_deliveries.state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    const late = test.services.mailingList.links.urlFor(waiting.id).split('/').at(-1)!;
    for (const each of [token, token, late]) {
      expect(
        (await test.app.inject({ method: 'POST', url: '/api/newsletter/unsubscribe', payload: { token: each } }))
          .statusCode,
      ).toBe(204);
    }
    test.clock.time += MINUTE_MS;
    await work();
    expect(await read(id)).toMatchObject({ state: 'done', accepted: 24, left: 1, unsubscribed: 1 });
    expect(sentMails.map(({ to }) => to)).not.toContain(waiting.email);
  });

  it('is not sent to a person who unsubscribed while the mail was in the outbox', async () => {
    const subscriber = await agree('lista@ejemplo.cl');
    await agree('queda@ejemplo.cl');
    const { id } = await create();
    await send(id);
    await test.services.announcements.run(signal);
    const token = test.services.mailingList.links.urlFor(subscriber).split('/').at(-1)!;
    await test.services.mailingList.unsubscribe(token, 'mail-link');
    await work();
    expect(sentMails.map(({ to }) => to)).toEqual(['queda@ejemplo.cl']);
    expect(await read(id)).toMatchObject({ state: 'done', accepted: 1, left: 1, refused: 0 });
  });

  it('records a missing mailbox and the end of its mail together, or neither, whenever the process ends', async () => {
    await agreeMany(1);
    answers.set('l0000@ejemplo.cl', new MailRefused('no', { code: 'EENVELOPE', reason: 'no-mailbox' }));
    const { id } = await create();
    await send(id);
    await test.services.announcements.run(signal);
    const { announcement } = Object.fromEntries(test.services.bulkComposers);
    const ending: Composer = {
      ...announcement!,
      async addressRefused(tx, mailId) {
        await announcement!.addressRefused(tx, mailId);
        throw new Error('the process ends here');
      },
    };
    const composers = new Map([['announcement', ending]] as const);
    const job = createBulkMailJob({ ...test.ports, mail: mailPort, composers });
    await expect(job.run(signal)).rejects.toThrow('ends here');
    expect((await audiences()).news).toBe(1);
    await work();
    expect(await read(id)).toMatchObject({ state: 'done', refused: 1, left: 0 });
  });

  it('never writes again to an address that does not exist, but later to a mailbox that is full or busy', async () => {
    await agreeMany(4);
    const says = (reason: MailRefused['reason']) => new MailRefused('no', { code: 'EENVELOPE', reason });
    answers.set('l0000@ejemplo.cl', says('no-mailbox'));
    answers.set('l0001@ejemplo.cl', says('mailbox-full'));
    answers.set('l0002@ejemplo.cl', says('not-taken'));
    const { id } = await create();
    await send(id);
    await work();
    const results = await read(id);
    expect(results).toMatchObject({ state: 'sending', tried: 4, accepted: 1, retrying: 1, refused: 2 });
    expect(results.answers.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      { reason: 'mailbox-full', mails: 1, final: false },
      { reason: 'no-mailbox', mails: 1, final: true },
      { reason: 'not-taken', mails: 1, final: true },
    ]);
    answers.clear();
    test.clock.time += 60 * MINUTE_MS;
    admin = await signIn(test, admin.user);
    await work();
    expect(await read(id)).toMatchObject({ state: 'done', accepted: 2, retrying: 0, refused: 2 });
    expect(await audiences()).toMatchObject({ news: 3, refused: 1 });
    const next = await create();
    await send(next.id);
    await work();
    expect(sentMails.filter(({ to }) => to === 'l0000@ejemplo.cl')).toEqual([]);
    expect(sentMails.filter(({ to }) => to === 'l0002@ejemplo.cl')).toHaveLength(1);
  });

  it('waits while the mail server does not answer, and then keeps its rate', async () => {
    await agreeMany(60);
    const down = Object.assign(new Error('connect'), { code: 'ECONNECTION' });
    for (let n = 0; n < 60; n += 1) answers.set(`l${String(n).padStart(4, '0')}@ejemplo.cl`, down);
    const { id } = await create();
    await send(id);
    for (let minute = 0; minute < 10; minute += 1) {
      await work();
      test.clock.time += MINUTE_MS;
    }
    const queued = (await test.ports.db.read.selectFrom('mails').select('id').where('priority', '=', 2).execute())
      .length;
    expect(queued).toBe(20);
    answers.clear();
    for (let minute = 0; minute < 20; minute += 1) {
      const before = sentMails.length;
      await work();
      expect(sentMails.length - before).toBeLessThanOrEqual(40);
      test.clock.time += MINUTE_MS;
    }
    expect(new Set(sentMails.map(({ to }) => to)).size).toBe(60);
    expect(sentMails).toHaveLength(60);
  });

  it('is sent after mails about money and accounts, which do not wait for it', async () => {
    await agreeMany(3);
    const { id } = await create();
    await send(id);
    await test.services.announcements.run(signal);
    test.clock.time += 1;
    await test.ports.db.withTx(async (tx) =>
      queueMail(
        tx,
        'compra@ejemplo.cl',
        'r',
        { template: 'receipt', subject: 's', text: 't', html: 'h' },
        test.clock.time,
      ),
    );
    const hangs = Promise.withResolvers<void>();
    const hanging = { ...mailPort, send: async () => hangs.promise };
    const bulk = createBulkMailJob({ ...test.ports, mail: hanging, composers: test.services.bulkComposers }).run(
      signal,
    );
    await createMailJob({ ...test.ports, mail: mailPort }).run(signal);
    expect(sentMails.map(({ to }) => to)).toEqual(['compra@ejemplo.cl']);
    hangs.resolve();
    await bulk;
  });
});

describe('the mailing list', () => {
  it('is exported with the proofs of consent, and without cells that a spreadsheet would execute', async () => {
    const book = await addBook(test, { name: '=HYPERLINK("http://x")' });
    await test.services.mailingList.signUp('+ana@ejemplo.cl', 'form', '127.0.0.1');
    test.clock.time += 1;
    await test.services.follows.request('+ana@ejemplo.cl', book.id, '127.0.0.1');
    const answer = await call('GET', 'newsletter.csv');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows = answer.body.trim().split('\r\n');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toBe(
      `"'+ana@ejemplo.cl";"Sin confirmar";"";"Todas las novedades";"Lo pidió";"2026-11-18T15:00:00.000Z";"Formulario de la página";"lista-2026-11"`,
    );
    expect(rows[2]).toContain(`"'=HYPERLINK(""http://x"")";"Lo pidió"`);
    expect(await audited()).toEqual(['mailing_list.exported']);
  });

  it('a removed address gets no mail about parts of its account', async () => {
    const book = await addBook(test, { name: 'El faro' });
    const part = await addPart(test, book.id, { name: 'El muelle', releaseAt: test.clock.now() + MINUTE_MS });
    await addBareEdition(test, part.id);
    const { user } = await addReader(test, { email: 'ana@ejemplo.cl' });
    await give(test, user.id, part.id);
    const subscriber = await agree('ana@ejemplo.cl');
    await test.services.mailingList.unsubscribe(
      test.services.mailingList.links.urlFor(subscriber).split('/').at(-1)!,
      'mail-link',
    );
    expect((await call('POST', 'newsletter/erase', { email: 'ana@ejemplo.cl' })).json()).toEqual({ erased: true });
    test.clock.time += 2 * MINUTE_MS;
    await test.services.releases.tell(signal);
    expect(await test.ports.db.read.selectFrom('release_notices').selectAll().execute()).toEqual([]);
    expect(await test.ports.db.read.selectFrom('consent_records').selectAll().execute()).toEqual([]);
    expect(await test.ports.db.read.selectFrom('mailing_list').select('state').execute()).toEqual([
      { state: 'unsubscribed' },
    ]);
  });

  it('an address can be removed with all its data', async () => {
    const book = await addBook(test);
    await agree('ana@ejemplo.cl');
    await follow('ana@ejemplo.cl', book.id);
    await test.services.follows.request('ana@ejemplo.cl', (await addBook(test)).id, '127.0.0.1');
    const { id } = await create();
    await send(id);
    await test.services.announcements.run(signal);
    const erase = async () =>
      (await call('POST', 'newsletter/erase', { email: ' ANA@ejemplo.cl' })).json<{ erased: boolean }>();
    expect(await erase()).toEqual({ erased: true });
    expect(await erase()).toEqual({ erased: false });
    await work();
    expect(sentMails).toEqual([]);
    expect(await mailsTo(test, 'ana@ejemplo.cl')).toEqual([]);
    const { db } = test.ports;
    for (const table of ['mailing_list', 'consent_records', 'follows'] as const) {
      expect(await db.read.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(await audited()).toContain('mailing_list.erased');
    expect(await read(id)).toMatchObject({ state: 'done', accepted: 0, left: 1 });
  });
});
