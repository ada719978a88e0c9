import type { RecallKind, RecallPart } from '@cuentos/contract/recalls';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@cuentos/domain/time/durations';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError, refuseTaken } from '../../platform/http/app-error.ts';
import { workThrough } from '../../platform/jobs/work-through.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { Clock } from '../../ports/clock.ts';
import { recordAudit } from '../audit/service.ts';
import { type CatalogueCache, findPart, updatePart } from '../books/service.ts';
import { ownersOfParts, tellHolders } from '../entitlements/service.ts';
import { giftRecalledMail, type MailSender, partRecalledMail, queueMail } from '../mail/service.ts';
import * as repository from './repository.ts';

/** Number of people mailed in one transaction. */
const BATCH = 100;
/** Time after which the next round looks for people who got the part since, by a late payment or a claimed gift. */
const NEXT_ROUND_MS = 10 * MINUTE_MS;
/**
 * A round looks back over this much of the time before it. It is longer than a round takes, so that the next round finds
 * a person who got the part during a round. The row of each recall says who was told, so that each is mailed once.
 */
const OVERLAP_MS = HOUR_MS;

export type RecallService = ReturnType<typeof createRecallService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalogue: Pick<CatalogueCache, 'invalidate'>;
  readonly from: MailSender;
}

/** The part that an admin recalls, and the reason. */
export interface NewRecall {
  readonly partIds: readonly string[];
  readonly kind: RecallKind;
  /** Reason, shown to the team and in the log. */
  readonly reason: string;
}

/**
 * Recalls: an admin withdraws a part from every reader, buyers too, because of a rights claim or a court order. The
 * shop stops selling it, copies on devices close at the next contact, and buyers may ask for their money. Notes and
 * positions are kept, and an admin can lift the recall.
 */
export function createRecallService(deps: Deps) {
  const { db, clock, catalogue } = deps;
  const list = async (): Promise<RecallPart[]> => present(db, await repository.recallableParts(db.read));
  const tell = async (signal: AbortSignal): Promise<void> =>
    workThrough(
      await repository.partsToTell(db.read, clock.now() - OVERLAP_MS - NEXT_ROUND_MS),
      signal,
      async (partId) => {
        let isLeft = true;
        while (isLeft && !signal.aborted) isLeft = await db.withTx(async (tx) => tellBatch(tx, deps, partId));
      },
    );
  return {
    list,
    /** A part that is recalled already stays as it is. @throws {AppError} part_not_found */
    async recall(actorId: string, recall: NewRecall): Promise<RecallPart[]> {
      const now = clock.now();
      await db.withTx(async (tx) => {
        for (const partId of new Set(recall.partIds)) await recallPart(tx, { ...recall, partId, actorId }, now);
      });
      catalogue.invalidate();
      for (const partId of new Set(recall.partIds)) await tellHolders(db, partId);
      return list();
    },
    /**
     * Gives a part back to its readers, and to the shop if it was there.
     * @throws {AppError} part_not_recalled, part_name_taken
     */
    async lift(actorId: string, partId: string): Promise<void> {
      const now = clock.now();
      await db.withTx(async (tx) => lift(tx, { actorId, partId }, now)).catch(refuseTaken('part_name_taken'));
      catalogue.invalidate();
      await tellHolders(db, partId);
    },
    /** Mails everybody concerned by a recall, once. */
    job: { name: 'recalls', everyMs: 5 * SECOND_MS, run: tell },
  };
}

interface PartRecall extends Omit<NewRecall, 'partIds'> {
  readonly partId: string;
  readonly actorId: string;
}

async function recallPart(tx: Tx, { partId, actorId, kind, reason }: PartRecall, now: number): Promise<void> {
  const partWithBook = await findPart(tx, partId);
  if (!partWithBook) throw new AppError('part_not_found');
  const { part } = partWithBook;
  if (part.recalled_at !== null) return;
  await updatePart(tx, partId, { recalled_at: now, is_active: 0, updated_at: now });
  await repository.insertRecall(tx, {
    part_id: partId,
    kind,
    reason,
    recalled_by: actorId,
    recalled_at: now,
    was_active: part.is_active,
    told_through: '',
    told_until: 0,
  });
  await recordAudit(tx, { actorId, action: 'part.recalled', subject: partId, detail: { kind, reason } }, now);
}

async function lift(
  tx: Tx,
  { actorId, partId }: { readonly actorId: string; readonly partId: string },
  now: number,
): Promise<void> {
  const recall = await repository.findRecall(tx, partId);
  if (!recall) throw new AppError('part_not_recalled');
  await updatePart(tx, partId, { recalled_at: null, is_active: recall.was_active, updated_at: now });
  await repository.deleteRecall(tx, partId);
  await recordAudit(tx, { actorId, action: 'part.recall_lifted', subject: partId }, now);
}

/**
 * Mails the next people. Mails and the record of who was told are written together, so that no interruption omits or
 * repeats a mail.
 * @returns whether others may be left
 */
async function tellBatch(tx: Tx, { clock, from }: Deps, partId: string): Promise<boolean> {
  const recall = await repository.findRecall(tx, partId);
  const partWithBook = await findPart(tx, partId);
  if (!recall || !partWithBook) return false;
  const now = clock.now();
  const round = { after: recall.told_through ?? '', since: recall.told_until, now, limit: BATCH };
  const people = await repository.concernedPeople(tx, partId, round);
  const { part, book } = partWithBook;
  for (const { id, name, email, is_holder: isHolder, has_paid: hasPaid } of people) {
    const about = { from, name, bookName: book.name, partName: part.name, kind: recall.kind };
    const content = isHolder ? partRecalledMail({ ...about, hasPaid }) : giftRecalledMail(about);
    await queueMail(tx, email, `recalled:${partId}:${recall.recalled_at}:${id}`, content, now);
  }
  const last = people.length < BATCH ? undefined : people.at(-1);
  const over = { told_through: null, told_until: now - OVERLAP_MS };
  await repository.setTold(tx, partId, last ? { told_through: last.id } : over);
  return last !== undefined;
}

async function present(db: Db, rows: readonly repository.RecallableRow[]): Promise<RecallPart[]> {
  const owners = await ownersOfParts(
    db.read,
    rows.map(({ part_id: id }) => id),
  );
  return rows.map(({ recall, ...row }) => ({
    ...row,
    owner_count: owners.get(row.part_id) ?? 0,
    recall: recall && {
      kind: recall.kind,
      reason: recall.reason,
      recalled_by: recall.recaller,
      recalled_at: toIso(recall.recalled_at),
      is_telling: recall.told_through !== null,
    },
  }));
}
