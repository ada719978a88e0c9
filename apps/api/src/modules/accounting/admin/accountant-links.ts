import type { AccountantLink, accountantLinkBody } from '@cuentos/contract/accounting';
import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { formatCivilDate } from '@cuentos/domain/time/civil-date';
import { santiagoDate } from '@cuentos/domain/time/santiago';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { addressKey, type RateLimiter } from '../../../platform/http/rate-limiter.ts';
import { hashLinkToken, newLinkToken } from '../../../platform/link-token.ts';
import { toIso } from '../../../platform/to-iso.ts';
import type { Clock } from '../../../ports/clock.ts';
import { recordAudit } from '../../audit/service.ts';
import * as repository from './repository.ts';

/** Limit of calls per network and hour; an accountant who opens every document of a month stays below it. */
const CALLS_AN_HOUR = 300;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
}

export type AccountantLinkService = ReturnType<typeof createAccountantLinkService>;

/** Links that open 'Contabilidad' to an accountant, and nothing else to anybody. */
export function createAccountantLinkService(deps: Deps) {
  const { db, clock, limiter } = deps;
  return {
    /** The links that were not withdrawn, the newest first. */
    async list(): Promise<{ links: AccountantLink[] }> {
      const now = clock.now();
      const rows = await repository.accountantLinks(db.read);
      return {
        links: rows.map(({ id, name, ...row }) => ({
          id,
          name,
          created_at: toIso(row.created_at),
          expires_at: toIso(row.expires_at),
          last_used_at: toIso(row.last_used_at),
          is_over: row.expires_at <= now,
        })),
      };
    },
    /** @returns the token, which is not stored and cannot be shown again */
    async make({ name, days }: z.output<typeof accountantLinkBody>, actorId: string): Promise<{ token: string }> {
      const now = clock.now();
      const id = newId(now);
      const { token, hash } = newLinkToken();
      const times = { created_at: now, expires_at: now + days * DAY_MS, last_used_at: null, withdrawn_at: null };
      await db.withTx(async (tx) => {
        await repository.insertAccountantLink(tx, { id, name, token_hash: hash, ...times });
        await recordAudit(tx, { actorId, action: 'accountant_link.made', subject: id, detail: { days } }, now);
      });
      return { token };
    },
    /** Closes a link at once; one that is withdrawn stays so. @throws {AppError} accountant_link_unknown */
    async withdraw(id: string, actorId: string): Promise<void> {
      const now = clock.now();
      await db.withTx(async (tx) => {
        if (!(await repository.withdrawAccountantLink(tx, id, now))) throw new AppError('accountant_link_unknown');
        await recordAudit(tx, { actorId, action: 'accountant_link.withdrawn', subject: id }, now);
      });
    },
    /**
     * Lets the holder of a link in, and notes the use; the audit log gets the first one of each day.
     * @throws {AppError} too_many_requests, accountant_link_unknown, accountant_link_over
     */
    async enter(token: string, address: string): Promise<void> {
      const isWithin = await limiter.hit(`accountant:${addressKey(address)}`, CALLS_AN_HOUR, HOUR_MS);
      if (!isWithin) throw new AppError('too_many_requests');
      await noteUse(deps, token);
    },
  };
}

const dayOf = (time: number): string => formatCivilDate(santiagoDate(time));

/** @throws {AppError} accountant_link_unknown, accountant_link_over */
async function noteUse({ db, clock }: Deps, token: string): Promise<void> {
  const now = clock.now();
  await db.withTx(async (tx) => {
    const link = await repository.findAccountantLink(tx, hashLinkToken(token));
    if (!link) throw new AppError('accountant_link_unknown');
    const { id, last_used_at: lastUse } = link;
    if (link.withdrawn_at !== null || link.expires_at <= now) throw new AppError('accountant_link_over');
    await repository.noteAccountantUse(tx, id, now);
    if (lastUse !== null && dayOf(lastUse) === dayOf(now)) return;
    await recordAudit(tx, { actorId: null, action: 'accountant_link.used', subject: id }, now);
  });
}
