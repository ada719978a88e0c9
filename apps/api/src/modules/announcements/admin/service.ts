import { csvOf } from '../../../platform/http/csv.ts';
import type { Db } from '../../../platform/db/db.ts';
import { toIso } from '../../../platform/to-iso.ts';
import type { Clock } from '../../../ports/clock.ts';
import { recordAudit } from '../../audit/service.ts';
import { deleteListMails } from '../../mail/service.ts';
import { consentsOf, deleteSubscriber, findTyped, listSubscribers } from '../../site/service.ts';
import { listCsvTexts as t } from './texts.ts';

/** Addresses read at a time. */
const BATCH = 500;

export type AdminMailingListService = ReturnType<typeof createAdminMailingListService>;

/** The list as admins keep it. */
export function createAdminMailingListService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Every address with each proof of what it agreed to, for a spreadsheet; noted in the audit log. */
    async exportCsv(actorId: string): Promise<string> {
      const rows: (readonly (string | null)[])[] = [];
      for (let after = ''; ;) {
        const subscribers = await listSubscribers(db.read, after, BATCH);
        const last = subscribers.at(-1);
        if (!last) break;
        after = last.email;
        const emails = subscribers.map(({ email }) => email);
        const proofs = Map.groupBy(await consentsOf(db.read, emails), ({ email }) => email);
        for (const { email, state, refused_at: refused } of subscribers) {
          const personColumns = [email, t.states[state], refused === null ? '' : toIso(refused)];
          const own = proofs.get(email) ?? [];
          if (own.length === 0) rows.push([...personColumns, '', '', '', '', '']);
          for (const proof of own) {
            const about = proof.book_id === null ? t.allNews : (proof.book_name ?? proof.book_id);
            const how = t.methods[proof.method];
            rows.push([...personColumns, about, t.actions[proof.action], toIso(proof.at), how, proof.text_version]);
          }
        }
      }
      await db.withTx(async (tx) =>
        recordAudit(tx, { actorId, action: 'mailing_list.exported', subject: actorId }, clock.now()),
      );
      return csvOf([t.head, ...rows]);
    },
    /** Removes an address with everything about it; false when nothing was known. */
    async erase(actorId: string, email: string): Promise<boolean> {
      return db.withTx(async (tx) => {
        const subscriber = await findTyped(tx, email);
        if (!subscriber) return false;
        await deleteSubscriber(tx, subscriber);
        await deleteListMails(tx, subscriber.email);
        await recordAudit(tx, { actorId, action: 'mailing_list.erased', subject: subscriber.id }, clock.now());
        return true;
      });
    },
  };
}
