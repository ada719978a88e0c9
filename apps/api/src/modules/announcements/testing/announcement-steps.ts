import type { Announcement, Audiences } from '@cuentos/contract/announcements';
import type { OutgoingMail } from '../../../ports/mail.ts';
import type { TestApp } from '../../../testing/build-test-app.ts';
import type { SignedIn } from '../../../testing/fixtures.ts';
import { createBulkMailJob } from '../../mail/service.ts';
import { saveFollow, updateSubscriber } from '../../site/repository.ts';
import { knownSubscriber } from '../../site/mailing-list-service.ts';

interface AnnouncingShop {
  readonly test: TestApp;
  readonly admin: SignedIn;
  readonly sentMails: OutgoingMail[];
  /** Errors of the mail server by address; an address without one is accepted. */
  readonly answers: ReadonlyMap<string, Error>;
}

const { signal } = new AbortController();
const draft = { subject: 'Una carta', body: 'Hola, **todas**.', audience: 'news', audience_id: null } as const;

/** Returns the steps that the announcement tests share. */
export function announcementSteps(shop: () => AnnouncingShop) {
  async function perMinute(count: number): Promise<void> {
    const { shop: facts } = shop().test.services;
    const { revision } = await facts.section('settings');
    const settings = { ...facts.latest().settings, mails_per_minute: count };
    await facts.publish({ section: 'settings', revision, actorId: null }, settings);
  }
  const mailPort = {
    name: 'recorded',
    send: async (mail: OutgoingMail) => {
      const refused = shop().answers.get(mail.to);
      if (refused) throw refused;
      shop().sentMails.push(mail);
    },
    close: () => undefined,
  };
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    caller = shop().admin,
  ) =>
    shop().test.app.inject({
      method,
      url: `/api/admin/${path}`,
      headers: caller.headers,
      ...(payload ? { payload } : {}),
    });
  const create = async (changes: object = {}) =>
    (await call('POST', 'announcements', { ...draft, ...changes })).json<Announcement>();
  const read = async (id: string) => (await call('GET', `announcements/${id}`)).json<Announcement>();
  const send = async (id: string, at: string | null = null) =>
    call('POST', `announcements/${id}/send`, { send_at: at });
  const take = async (id: string, step: string) => call('POST', `announcements/${id}/state`, { step });
  const audiences = async () => (await call('GET', 'announcements/audiences')).json<Audiences>();

  /** Runs the background jobs of announcements and mail. */
  async function work(): Promise<void> {
    await shop().test.services.announcements.run(signal);
    await createBulkMailJob({
      ...shop().test.ports,
      mail: mailPort,
      composers: shop().test.services.bulkComposers,
    }).run(signal);
    await shop().test.services.announcements.run(signal);
  }
  async function agree(email: string): Promise<string> {
    return shop().test.ports.db.withTx(async (tx) => {
      const { id } = await knownSubscriber(tx, email, 1);
      await updateSubscriber(tx, id, { state: 'confirmed', confirmed_at: 1 });
      return id;
    });
  }
  async function agreeMany(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) await agree(`l${String(n).padStart(4, '0')}@ejemplo.cl`);
  }
  async function follow(email: string, bookId: string): Promise<void> {
    await shop().test.ports.db.withTx(async (tx) => {
      const { id } = await knownSubscriber(tx, email, 1);
      const none = { user_id: null, confirm_hash: null, confirm_expires_at: null };
      await saveFollow(tx, {
        subscriber_id: id,
        book_id: bookId,
        state: 'confirmed',
        confirmed_at: 1,
        created_at: 1,
        ...none,
      });
    });
  }
  const audited = async () =>
    (await shop().test.ports.db.read.selectFrom('audit_log').select('action').orderBy('at').orderBy('id').execute())
      .map(({ action }) => action)
      .filter((action) => /^(announcement|mailing_list)\./.test(action));
  return {
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
  };
}
