import type { Db } from '../../../platform/db/db.ts';
import type { MailPort, OutgoingMail } from '../../../ports/mail.ts';
import type { TestApp } from '../../../testing/build-test-app.ts';
import { addBareEdition, addBook, addPart } from '../../../testing/fixtures.ts';
import { updatePart } from '../../books/service.ts';
import { type BulkComposers, createBulkMailJob } from '../../mail/service.ts';
import { knownSubscriber, saveFollow } from '../../site/service.ts';
import { updateSubscriber } from '../../site/repository.ts';
import { createReleaseService } from '../releases.ts';

export interface Sent extends OutgoingMail {
  readonly at: number;
}

class Killed extends Error {}

/** Returns the steps that the release tests share, for a shop that is open when they run. */
export function releaseSteps(test: () => TestApp) {
  const releasesOn = (db: Db, perMinute = 1_000_000) =>
    createReleaseService({
      db,
      clock: test().clock,
      links: test().services.mailingList.links,
      sender: async () => ({ storeName: 'Tienda', origin: 'http://shop.test', signature: 'Tienda. Calle 1' }),
      perMinute: async () => perMinute,
    });

  /** A process that announces releases and sends mails, and may be killed at one of its steps. */
  function startProcess(
    db: Db,
    {
      sent,
      perMinute = 1_000_000,
      fuse = Infinity,
    }: { readonly sent: Sent[]; readonly perMinute?: number; readonly fuse?: number },
  ) {
    let left = fuse;
    /** Counts a step. @returns true at the step of the kill and at all later ones */
    const burn = (): boolean => (left -= 1) < 0;
    const mortal: Db = {
      ...db,
      async withTx(work) {
        if (burn()) throw new Error('killed before the commit');
        const result = await db.withTx(work);
        if (burn()) throw new Error('killed after the commit');
        return result;
      },
    };
    const mail: MailPort = {
      name: 'recorded',
      async send(message) {
        if (burn()) throw new Killed();
        sent.push({ ...message, at: test().clock.time });
      },
      close: () => undefined,
    };
    const releases = releasesOn(mortal, perMinute);
    const composers: BulkComposers = new Map([['release', releases.composer]]);
    const job = createBulkMailJob({ db: mortal, clock: test().clock, mail, composers });
    const { signal } = new AbortController();
    return {
      async run() {
        await releases.tell(signal).catch(ifAlive);
        await job.run(signal).catch(ifAlive);
      },
    };
    function ifAlive(error: unknown): void {
      if (fuse === Infinity) throw error;
    }
  }

  const rowOf = async (email: string) =>
    test().ports.db.withTx(async (tx) => knownSubscriber(tx, email, test().clock.time));
  async function follow(email: string, bookId: string, state: 'confirmed' | 'pending' = 'confirmed'): Promise<void> {
    const { id } = await rowOf(email);
    const now = test().clock.time;
    const row = {
      subscriber_id: id,
      book_id: bookId,
      user_id: null,
      state,
      confirm_hash: null,
      confirm_expires_at: null,
      confirmed_at: state === 'confirmed' ? now : null,
      created_at: now,
    } as const;
    await test().ports.db.withTx(async (tx) => saveFollow(tx, row));
  }
  async function joinNews(email: string): Promise<void> {
    const { id } = await rowOf(email);
    const change = { state: 'confirmed', confirmed_at: test().clock.time } as const;
    await test().ports.db.withTx(async (tx) => updateSubscriber(tx, id, change));
  }
  const change = async (partId: string, values: Parameters<typeof updatePart>[2]) =>
    test().ports.db.withTx(async (tx) => updatePart(tx, partId, values));

  /** Makes a listed book with a part that is released at an instant. */
  async function shelf(releaseAt: number) {
    const book = await addBook(test(), { name: 'El faro' });
    const part = await addPart(test(), book.id, { name: 'La valija', releaseAt });
    await addBareEdition(test(), part.id);
    return { book, part };
  }
  return { releasesOn, startProcess, rowOf, follow, joinNews, change, shelf };
}
