import type { PersonalData, PersonalSection } from '@cuentos/contract/personal-data';
import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { ModuleContext } from '../../platform/module.ts';
import { toIso } from '../../platform/to-iso.ts';
import { findLiveUser } from '../auth/service.ts';
import type { ShopService } from '../shop/service.ts';
import { addressesOf } from './erase-account.ts';
import * as repository from './repository.ts';
import { latestRequest } from './request-repository.ts';
import { noteRequest } from './request-service.ts';
import { personalTexts } from './texts.ts';

/** Most copies of an account within an hour; a copy reads every table. */
const COPIES_AN_HOUR = 10;

export type PersonalDataService = ReturnType<typeof createPersonalDataService>;

/** The right of a person to a copy of their data. */
export function createPersonalDataService(
  { ports: { db, clock }, limiter }: ModuleContext,
  shop: Pick<ShopService, 'seller'>,
) {
  return {
    /**
     * Reads all data of a user, under names that a person understands.
     * @throws {AppError} too_many_requests, invalid_user_session
     */
    async copy(userId: string): Promise<PersonalData> {
      if (!(await limiter.hit(`personal-data:${userId}`, COPIES_AN_HOUR, HOUR_MS)))
        throw new AppError('too_many_requests');
      const user = await findLiveUser(db.read, userId);
      if (!user) throw new AppError('invalid_user_session');
      await db.withTx(async (tx) => noteCopy(tx, userId, clock.now()));
      const rows = await repository.rowsOfPerson(db.read, { ...user, ...(await addressesOf(db.read, user)) });
      return {
        shop: shop.seller.store_name,
        made_at: toIso(clock.now()),
        sections: Object.entries(personalTexts).map(([key, { title, columns }]) => ({
          key,
          title,
          columns: Object.entries<string>(columns).map(([column, label]) => ({ key: column, label })),
          rows: rows[key as keyof typeof rows].map((row) => present(row)),
        })),
      };
    },
  };
}

/** Adds one line a day to the register, however often the person takes a copy. */
async function noteCopy(tx: Tx, userId: string, now: number): Promise<void> {
  const last = await latestRequest(tx, userId, { kind: 'access', state: 'done' });
  if (last && last.asked_at > now - DAY_MS) return;
  await noteRequest(tx, { userId, kind: 'access', state: 'done', outcome: 'copied' }, now);
}

/** Turns instants into texts, and notes into their words. */
function present(row: object): PersonalSection['rows'][number] {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]: [string, string | number | null]) => {
      if (typeof value === 'number' && (key === 'at' || key.endsWith('_at'))) return [key, toIso(value)];
      return [key, key === 'notes' && typeof value === 'string' ? wordsOf(value) : value];
    }),
  );
}

/** Joins the notes of one highlight, of which devices may have written several. */
function wordsOf(notes: string): string {
  return (JSON.parse(notes) as { readonly text: string }[]).map(({ text }) => text).join('\n\n');
}

/** Exports for the register of requests and for a restored backup. */
export { eraseAgain } from './erase-account.ts';

export { beginErasure, blockPerson } from './rights-service.ts';
