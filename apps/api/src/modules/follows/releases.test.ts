import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import { partForm } from '@cuentos/contract/parts';
import { longProof } from '@cuentos/domain/testing/long-proof';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDb } from '../../platform/db/open-db.ts';
import type { Db } from '../../platform/db/db.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { addBareEdition, addBook, addPart, addReader, give, wipe } from '../../testing/fixtures.ts';
import { updateBook } from '../books/service.ts';
import { leaveBook } from '../site/service.ts';
import { releaseSteps, type Sent } from './testing/release-steps.ts';

let test: TestApp;
let other: Db;
beforeAll(async () => {
  test = await buildTestApp();
  other = await openDb({ dataDir: test.config.dataDir, databaseUrl: test.config.DATABASE_URL });
});
beforeEach(async () => {
  await wipe(test.ports.db);
  test.clock.time = TEST_NOW;
});
afterAll(async () => {
  await other.close();
  await test.close();
});
const { releasesOn, startProcess, rowOf, follow, joinNews, change, shelf } = releaseSteps(() => test);

describe('the release of a part', () => {
  it("is mailed although another part's turn fails", async () => {
    const { book } = await shelf(TEST_NOW);
    const second = await addPart(test, book.id, { name: 'El muelle', releaseAt: TEST_NOW });
    await addBareEdition(test, second.id);
    await follow('sigue@ejemplo.cl', book.id);
    const { db } = test.ports;
    vi.spyOn(db, 'withTx').mockRejectedValueOnce(new Error('the first part fails'));
    await expect(releasesOn(db).tell(new AbortController().signal)).rejects.toThrow('the first part fails');
    expect(await db.read.selectFrom('release_notices').select('part_id').execute()).toHaveLength(1);
  });

  it('is mailed to followers, news subscribers and owners, once each with fitting words', async () => {
    const { book, part } = await shelf(TEST_NOW + DAY_MS);
    await follow('sigue@ejemplo.cl', book.id);
    await follow('no-confirma@ejemplo.cl', book.id, 'pending');
    await joinNews('lista@ejemplo.cl');
    // A follower of another book is not told.
    await follow('lista@ejemplo.cl', (await addBook(test)).id);
    await joinNews('ambas@ejemplo.cl');
    await follow('ambas@ejemplo.cl', book.id);
    const owner = await addReader(test, { email: 'regalo@ejemplo.cl' });
    await give(test, owner.user.id, part.id);
    const early = await addReader(test, { email: 'revisa@ejemplo.cl' });
    await give(test, early.user.id, part.id, { source: 'early_access' });
    const left = await addReader(test, { email: 'no-quiere@ejemplo.cl' });
    await give(test, left.user.id, part.id);
    const row = await rowOf('no-quiere@ejemplo.cl');
    const leaving = { method: 'mail-link', bookId: book.id, announcementId: null } as const;
    await test.ports.db.withTx(async (tx) => leaveBook(tx, row, leaving, test.clock.time));
    const sentMails: Sent[] = [];
    test.clock.time = TEST_NOW + DAY_MS - 1;
    await startProcess(test.ports.db, { sent: sentMails }).run();
    expect(sentMails).toEqual([]);
    test.clock.time += 1;
    // A buyer after the release needs no notice.
    const buyer = await addReader(test, { email: 'compra@ejemplo.cl' });
    await give(test, buyer.user.id, part.id, { source: 'purchase' });
    for (let run = 0; run < 3; run += 1) await startProcess(test.ports.db, { sent: sentMails }).run();
    const textsByRecipient = new Map(sentMails.map(({ to, text }) => [to, text]));
    expect([...textsByRecipient.keys()].toSorted()).toEqual(
      ['ambas', 'lista', 'regalo', 'revisa', 'sigue'].map((name) => `${name}@ejemplo.cl`),
    );
    expect(sentMails).toHaveLength(5);
    expect(sentMails[0]!.subject).toBe('Ya salió «La valija»');
    expect(textsByRecipient.get('sigue@ejemplo.cl')).toContain(
      'Nos pediste que te avisáramos: está desde hoy, 19 de noviembre.',
    );
    expect(textsByRecipient.get('ambas@ejemplo.cl')).toContain('porque sigues este libro');
    expect(textsByRecipient.get('lista@ejemplo.cl')).toContain('porque pediste las novedades');
    expect(textsByRecipient.get('regalo@ejemplo.cl')).toContain('Está en tu biblioteca; se descarga a tu dispositivo');
    expect(textsByRecipient.get('revisa@ejemplo.cl')).toContain('La leíste antes que nadie');
    expect(textsByRecipient.get('sigue@ejemplo.cl')).toContain('$1.490 CLP');
    expect(textsByRecipient.get('regalo@ejemplo.cl')).not.toContain('$1.490');
  });

  it('links to the sample where one is open, to the book otherwise, and owners to the library', async () => {
    const { book, part } = await shelf(TEST_NOW);
    const bare = await addPart(test, book.id, { name: 'Sin comienzo', releaseAt: TEST_NOW });
    const free = await addPart(test, book.id, { name: 'Regalada', releaseAt: TEST_NOW, value: 0 });
    for (const { id } of [bare, free]) await addBareEdition(test, id);
    // Any id will do: only that the part names a sample matters here.
    await change(part.id, { sample_beginning_id: 'b' });
    await change(free.id, { sample_beginning_id: 'b', sample_whole_id: 'w' });
    await follow('sigue@ejemplo.cl', book.id);
    const owner = await addReader(test, { email: 'regalo@ejemplo.cl' });
    await give(test, owner.user.id, part.id);
    // Granted before the release day, so the owner is told.
    await test.ports.db.handle
      .updateTable('entitlements')
      .set({ granted_at: TEST_NOW - 1 })
      .execute();
    const sentMails: Sent[] = [];
    await startProcess(test.ports.db, { sent: sentMails }).run();
    const linkIn = (to: string, name: string) =>
      sentMails
        .find((mail) => mail.to === to && mail.subject.includes(name))
        ?.text.match(/^(.+): http:\/\/shop\.test(.+)$/m)
        ?.slice(1);
    const sample = (id: string) => `/sample/${book.id}/${id}`;
    expect(linkIn('sigue@ejemplo.cl', part.name)).toEqual(['Leer el comienzo', sample(part.id)]);
    expect(linkIn('sigue@ejemplo.cl', 'Regalada')).toEqual(['Leerla gratis', sample(free.id)]);
    expect(linkIn('sigue@ejemplo.cl', 'Sin comienzo')).toEqual(['Verla en la tienda', `/book-detail/${book.id}`]);
    expect(linkIn('regalo@ejemplo.cl', part.name)).toEqual(['Leer ahora', `/user-library/${book.id}`]);
  });

  it('is mailed to those who were granted a draft after its day, once it is published, but not to later buyers', async () => {
    const { part } = await shelf(TEST_NOW - DAY_MS);
    await change(part.id, { is_draft: 1 });
    const holder = await addReader(test, { email: 'regalo@ejemplo.cl' });
    await give(test, holder.user.id, part.id, { source: 'grant' });
    const early = await addReader(test, { email: 'revisa@ejemplo.cl' });
    await give(test, early.user.id, part.id, { source: 'early_access' });
    const sentMails: Sent[] = [];
    test.clock.time += MINUTE_MS;
    await startProcess(test.ports.db, { sent: sentMails }).run();
    expect(sentMails).toEqual([]);
    await change(part.id, { is_draft: 0 });
    const buyer = await addReader(test, { email: 'compra@ejemplo.cl' });
    await give(test, buyer.user.id, part.id, { source: 'purchase' });
    test.clock.time += MINUTE_MS;
    for (let run = 0; run < 2; run += 1) await startProcess(test.ports.db, { sent: sentMails }).run();
    expect(sentMails.map(({ to }) => to).toSorted()).toEqual(['regalo@ejemplo.cl', 'revisa@ejemplo.cl']);
    // A grant after the release was announced is not announced again.
    const late = await addReader(test, { email: 'tarde@ejemplo.cl' });
    await give(test, late.user.id, part.id, { source: 'grant' });
    await startProcess(test.ports.db, { sent: sentMails }).run();
    expect(sentMails).toHaveLength(2);
  });

  it('has links to unsubscribe from that book and from everything, also as a one-click header', async () => {
    const { book } = await shelf(TEST_NOW);
    await follow('sigue@ejemplo.cl', book.id);
    await joinNews('lista@ejemplo.cl');
    const sentMails: Sent[] = [];
    await startProcess(test.ports.db, { sent: sentMails }).run();
    const { links } = test.services.mailingList;
    for (const { to, text, html, unsubscribeUrl } of sentMails) {
      const { id } = await rowOf(to);
      const ofBook = links.urlFor(id, { bookId: book.id });
      const ofAll = links.urlFor(id);
      for (const url of [ofBook, ofAll]) {
        expect(text).toContain(url);
        expect(html).toContain(url);
      }
      expect(unsubscribeUrl).toBe(to.startsWith('sigue') ? ofBook : ofAll);
    }
  });

  it.each([
    // Clocks go forward at midnight: the day begins at 01:00, an hour later in UTC than a winter day would.
    ['2026-09-06', Date.UTC(2026, 8, 6, 4)],
    ['2026-09-06T00:30', Date.UTC(2026, 8, 6, 4)],
    ['2026-09-06T09:00', Date.UTC(2026, 8, 6, 12)],
    // Clocks go back at midnight: the day begins after the last hour of Saturday has passed for the second time.
    ['2026-04-05', Date.UTC(2026, 3, 5, 4)],
    ['2026-04-04T23:30', Date.UTC(2026, 3, 5, 2, 30)],
    ['2026-04-05T09:00', Date.UTC(2026, 3, 5, 13)],
    ['2026-12-12', Date.UTC(2026, 11, 12, 3)],
  ])('is right to the minute: %s', async (day, instant) => {
    const releaseAt = partForm.shape.release_date.parse(day);
    expect(releaseAt).toBe(instant);
    test.clock.time = instant - 3 * DAY_MS;
    const { book } = await shelf(releaseAt);
    await follow('sigue@ejemplo.cl', book.id);
    const sentMails: Sent[] = [];
    test.clock.time = instant - 1;
    await startProcess(test.ports.db, { sent: sentMails }).run();
    expect(sentMails).toEqual([]);
    test.clock.time = instant;
    await startProcess(test.ports.db, { sent: sentMails }).run();
    expect(sentMails).toHaveLength(1);
  });

  it('does not concern earlier parts, nor parts of a shelf that is being filled', async () => {
    const { book } = await shelf(TEST_NOW - 1);
    const sentMails: Sent[] = [];
    await startProcess(test.ports.db, { sent: sentMails }).run();
    test.clock.time += 1;
    await joinNews('tarde@ejemplo.cl');
    await follow('tarde2@ejemplo.cl', book.id);
    const old = await addPart(test, book.id, { releaseAt: TEST_NOW - 400 * DAY_MS });
    await addBareEdition(test, old.id);
    await startProcess(test.ports.db, { sent: sentMails }).run();
    expect(sentMails.map(({ to, text }) => [to, text.includes(old.name)])).toEqual([['tarde2@ejemplo.cl', true]]);
  });

  it('is mailed to later followers if its day is moved after it had come, and not again to earlier ones', async () => {
    const { book, part } = await shelf(TEST_NOW);
    await follow('primera@ejemplo.cl', book.id);
    const sentMails: Sent[] = [];
    await startProcess(test.ports.db, { sent: sentMails }).run();
    test.clock.time += MINUTE_MS;
    await change(part.id, { release_at: test.clock.time + DAY_MS });
    await follow('segunda@ejemplo.cl', book.id);
    await startProcess(test.ports.db, { sent: sentMails }).run();
    expect(sentMails.map(({ to }) => to)).toEqual(['primera@ejemplo.cl']);
    test.clock.time += DAY_MS;
    await startProcess(test.ports.db, { sent: sentMails }).run();
    expect(sentMails.map(({ to }) => to)).toEqual(['primera@ejemplo.cl', 'segunda@ejemplo.cl']);
    // Moving the day within the past does not make another release.
    await change(part.id, { release_at: TEST_NOW - DAY_MS });
    await follow('tercera@ejemplo.cl', book.id);
    await startProcess(test.ports.db, { sent: sentMails }).run();
    expect(sentMails).toHaveLength(2);
  });

  it('is held back in the outbox if the part is withdrawn, and sent when it is back', async () => {
    const { book, part } = await shelf(TEST_NOW);
    await follow('sigue@ejemplo.cl', book.id);
    const sentMails: Sent[] = [];
    await test.services.releases.tell(new AbortController().signal);
    await change(part.id, { is_draft: 1 });
    await startProcess(test.ports.db, { sent: sentMails }).run();
    expect(sentMails).toEqual([]);
    await change(part.id, { is_draft: 0, name: 'Otro nombre' });
    await startProcess(test.ports.db, { sent: sentMails }).run();
    expect(sentMails.map(({ subject }) => subject)).toEqual(['Ya salió «Otro nombre»']);
  });

  it('is not sent to those who unsubscribed while the mail waited, nor of an archived part', async () => {
    const { book, part } = await shelf(TEST_NOW);
    await follow('sigue@ejemplo.cl', book.id);
    await follow('queda@ejemplo.cl', book.id);
    await test.services.releases.tell(new AbortController().signal);
    const row = await rowOf('sigue@ejemplo.cl');
    await test.ports.db.withTx(async (tx) =>
      leaveBook(tx, row, { method: 'mail-link', bookId: book.id, announcementId: null }, test.clock.time),
    );
    const sentMails: Sent[] = [];
    await change(part.id, { is_active: 0 });
    await startProcess(test.ports.db, { sent: sentMails }).run();
    await change(part.id, { is_active: 1 });
    await startProcess(test.ports.db, { sent: sentMails }).run();
    expect(sentMails).toEqual([]);
  });

  it('is readable without pictures or styles, and names appear as text, never as HTML', async () => {
    const book = await addBook(test, { name: '<script>alert(1)</script>' });
    const part = await addPart(test, book.id, { name: '"><img src=x onerror=alert(1)>', releaseAt: TEST_NOW });
    await addBareEdition(test, part.id);
    await follow('sigue@ejemplo.cl', book.id);
    const sentMails: Sent[] = [];
    await startProcess(test.ports.db, { sent: sentMails }).run();
    expect(sentMails[0]!.html).not.toMatch(/<script|<img src=x/);
    expect((await new PostalMime().parse(`Content-Type: text/html\n\n${sentMails[0]!.html}`)).html).toContain(
      '&lt;script&gt;',
    );
  });

  it('is mailed at the rate that the shop allows', async () => {
    const { book } = await shelf(TEST_NOW);
    for (let n = 0; n < 7; n += 1) await follow(`s${n}@ejemplo.cl`, book.id);
    const sentMails: Sent[] = [];
    const counts: number[] = [];
    for (let minute = 0; minute < 5; minute += 1) {
      for (let run = 0; run < 3; run += 1) await startProcess(test.ports.db, { sent: sentMails, perMinute: 2 }).run();
      counts.push(sentMails.length);
      test.clock.time += MINUTE_MS;
    }
    expect(counts).toEqual([2, 4, 6, 7, 7]);
  });
});

type Step =
  | { readonly kind: 'wait' | 'run' | 'two' | 'edge' | 'withdraw' | 'list' | 'hide-book' | 'list-book' | 'leave' }
  | { readonly kind: 'kill'; readonly after: number }
  | { readonly kind: 'date'; readonly minutes: number }
  | { readonly kind: 'follow' | 'news' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill' as const), after: fc.nat(14) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('date' as const),
      minutes: fc.constantFrom(-1440, -1, 0, 1, 7, 60, 1440),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['wait', 'run', 'two', 'edge', 'withdraw', 'list', 'hide-book', 'list-book', 'leave'] as const),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('follow' as const, 'news' as const) }) },
);

const proof = longProof('release-histories', 15);

/** One part, its followers, and random changes of both. */
class History {
  readonly sent: Sent[] = [];
  readonly waiting = new Map<string, 'follow' | 'news'>();
  readonly gone = new Set<string>();
  isDraft: 0 | 1 = 0;
  isBookDraft: 0 | 1 = 0;
  joined = 0;
  readonly #bookId: string;
  readonly #partId: string;
  releaseAt: number;

  private constructor(bookId: string, partId: string, releaseAt: number) {
    this.#bookId = bookId;
    this.#partId = partId;
    this.releaseAt = releaseAt;
  }

  static async begin(start: number): Promise<History> {
    await wipe(test.ports.db);
    test.clock.time = start;
    const releaseAt = start + 5 * MINUTE_MS;
    const { book, part } = await shelf(releaseAt);
    const history = new History(book.id, part.id, releaseAt);
    for (const kind of ['follow', 'news', 'follow'] as const) await history.#join(kind);
    return history;
  }

  get isOut(): boolean {
    return this.isDraft === 0 && this.isBookDraft === 0 && this.releaseAt <= test.clock.time;
  }

  async take(each: Step): Promise<void> {
    const { db } = test.ports;
    const { sent } = this;
    const before = sent.length;
    if (each.kind === 'wait') test.clock.time += 3 * MINUTE_MS;
    else if (each.kind === 'edge') {
      // The jobs run at the last instant before the release, where they must send nothing, and then at the first after
      // it.
      if (test.clock.time < this.releaseAt) test.clock.time = this.releaseAt - 1;
      await startProcess(db, { sent }).run();
      test.clock.time += 1;
    } else if (each.kind === 'run') await startProcess(db, { sent }).run();
    else if (each.kind === 'kill') await startProcess(db, { sent, fuse: each.after }).run();
    else if (each.kind === 'two') {
      const { signal } = new AbortController();
      const tell = async (on: Db) => releasesOn(on).tell(signal);
      await Promise.all([tell(db), tell(other), tell(other)]);
    } else if (each.kind === 'date') {
      this.releaseAt = test.clock.time + each.minutes * MINUTE_MS;
      await change(this.#partId, { release_at: this.releaseAt });
    } else if (each.kind === 'withdraw' || each.kind === 'list') {
      this.isDraft = each.kind === 'withdraw' ? 1 : 0;
      await change(this.#partId, { is_draft: this.isDraft });
    } else if (each.kind === 'hide-book' || each.kind === 'list-book') {
      this.isBookDraft = each.kind === 'hide-book' ? 1 : 0;
      await db.withTx(async (tx) => updateBook(tx, this.#bookId, { is_draft: this.isBookDraft }));
    } else if (each.kind === 'leave') await this.#leave();
    else await this.#join(each.kind);
    for (const { at, to } of sent.slice(before)) {
      expect(at, `${to} before its minute`).toBeGreaterThanOrEqual(this.releaseAt);
      expect(this.isDraft + this.isBookDraft, `${to} of a withdrawn part`).toBe(0);
      expect(this.gone.has(to), `${to} had left`).toBe(false);
    }
  }

  async #join(kind: 'follow' | 'news'): Promise<void> {
    this.joined += 1;
    // One millisecond later, since the order within the millisecond of the release is undefined.
    test.clock.time += 1;
    const email = `${kind}-${this.joined}@ejemplo.cl`;
    this.waiting.set(email, kind);
    if (kind === 'follow') await follow(email, this.#bookId);
    else await joinNews(email);
  }

  async #leave(): Promise<void> {
    const email = [...this.waiting.keys()].find((each) => !this.gone.has(each));
    if (email === undefined) return;
    this.gone.add(email);
    const row = await rowOf(email);
    await test.ports.db.withTx(async (tx) =>
      leaveBook(tx, row, { method: 'mail-link', bookId: this.#bookId, announcementId: null }, test.clock.time),
    );
  }

  /** Runs everything that is still due, and checks the sent mails. */
  async end(): Promise<void> {
    await this.take({ kind: 'list' });
    await this.take({ kind: 'list-book' });
    test.clock.time = Math.max(test.clock.time, this.releaseAt);
    for (let run = 0; run < 3; run += 1) {
      await this.take({ kind: 'run' });
      // A mail that failed because its process was killed is tried again.
      test.clock.time += 30 * 60 * MINUTE_MS;
    }
    const { opened_at: opened } = await test.ports.db.read
      .selectFrom('releases')
      .selectAll()
      .where('part_id', '=', this.#partId)
      .executeTakeFirstOrThrow();
    expect(opened, 'noticed since its day came').toBeGreaterThanOrEqual(this.releaseAt);
    for (const [email] of this.waiting) {
      const mails = this.sent.filter(({ to }) => to === email);
      expect(new Set(mails.map(({ messageId }) => messageId)).size, email).toBeLessThanOrEqual(1);
      const agreedBy = await this.#agreedAt(email);
      if (agreedBy === null || agreedBy > opened) continue;
      expect(mails.length, `${email}, who waited`).toBeGreaterThanOrEqual(1);
    }
    expect(this.sent.length - new Set(this.sent.map(({ messageId }) => messageId)).size).toBeLessThanOrEqual(
      this.repeats,
    );
  }

  /** Number of sent mails whose record was lost by a kill: the one case in which a mail may be sent twice. */
  repeats = 0;

  async #agreedAt(email: string): Promise<number | null> {
    if (this.gone.has(email)) return null;
    const { id, state, confirmed_at: news } = await rowOf(email);
    if (state === 'confirmed') return news;
    const row = await test.ports.db.read
      .selectFrom('follows')
      .select(['state', 'confirmed_at'])
      .where('subscriber_id', '=', id)
      .executeTakeFirst();
    return row?.state === 'confirmed' ? row.confirmed_at : null;
  }
}

it(
  'any history of dates, withdrawals, kills and processes tells each address once, at its minute',
  async () => {
    const starts = fc.constantFrom(TEST_NOW, Date.UTC(2026, 8, 6, 3, 57), Date.UTC(2026, 3, 5, 3, 57));
    expect.hasAssertions();
    await proof.assert(
      fc.asyncProperty(starts, fc.array(step, { minLength: 3, maxLength: 18 }), async (start, steps) => {
        const history = await History.begin(start);
        for (const each of steps) {
          history.repeats += each.kind === 'kill' ? 3 : 0;
          await history.take(each);
        }
        await history.end();
        expect(history.isOut).toBe(true);
      }),
    );
  },
  proof.timeout(120_000),
);
