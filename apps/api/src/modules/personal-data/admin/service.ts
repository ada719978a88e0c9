import type {
  closeDataRequestBody,
  DataRequest,
  dataRequestBody,
  DataRequestKind,
} from '@cuentos/contract/personal-data';
import { requestDueAt } from '@cuentos/domain/personal-data/request-due';
import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import type { z } from 'zod';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/db/new-id.ts';
import type { DataRequestRow } from '../../../platform/db/tables/accounts.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Page } from '../../../platform/http/paging.ts';
import { toIso } from '../../../platform/to-iso.ts';
import type { Clock } from '../../../ports/clock.ts';
import { recordAudit } from '../../audit/service.ts';
import { findOwner, findUserBy } from '../../auth/service.ts';
import type { MailSender } from '../../mail/service.ts';
import { beginErasure, blockPerson } from '../service.ts';
import { findRequest, insertRequest, type ListedRequest, listRequests, updateRequest } from '../request-repository.ts';
import { requestTexts } from '../texts.ts';

/** Kinds of requests that the shop carries out itself; an admin carries out the others and notes it. */
const CARRIED_OUT: ReadonlySet<DataRequestKind> = new Set(['block', 'erasure']);

export type DataRequestService = ReturnType<typeof createDataRequestService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly from: MailSender;
}

async function readRequest(db: Db, id: string): Promise<DataRequest> {
  const row = await findRequest(db.read, id);
  if (!row) throw new AppError('data_request_not_found');
  return present(row);
}

/** Keeps the register of requests of people about their data. */
export function createDataRequestService(deps: Deps) {
  const { db, clock } = deps;
  return {
    /** Lists pending requests first, by their due day; then the others, the newest first. */
    async list(page: { readonly offset: number; readonly limit: number }): Promise<Page<DataRequest>> {
      const { rows, total } = await listRequests(db.read, page);
      return { rows: rows.map(present), total };
    },
    /**
     * Adds a request that came by letter, and links it to the account that proved the address in it.
     * @throws {AppError} invalid_request for a day to come
     */
    async enter(actor: Caller, request: z.output<typeof dataRequestBody>): Promise<DataRequest> {
      const now = clock.now();
      const row = letterOf(request, now);
      await db.withTx(async (tx) => {
        const owner = await findOwner(tx, request.person.toLowerCase());
        await insertRequest(tx, { ...row, user_id: owner?.id ?? null });
        await record(tx, actor, 'entered', row, now);
      });
      return readRequest(db, row.id);
    },
    carryOut: async (actor: Caller, id: string) => carryOut(deps, actor, id),
    /** @throws {AppError} data_request_not_found, data_request_closed */
    async close(
      actor: Caller,
      id: string,
      { state, outcome }: z.output<typeof closeDataRequestBody>,
    ): Promise<DataRequest> {
      await db.withTx(async (tx) => {
        const now = clock.now();
        const { kind } = await openRequest(tx, id);
        await updateRequest(tx, id, { state, outcome, done_at: now });
        await record(tx, actor, 'closed', { id, kind }, now);
      });
      return readRequest(db, id);
    },
  };
}

/**
 * Blocks the data of the account, or begins to erase it: the person gets the same mail and the same days as after a
 * request in 'Mis datos'.
 * @throws {AppError} data_request_not_found, data_request_closed, data_request_without_account, last_admin
 */
async function carryOut(deps: Deps, actor: Caller, id: string): Promise<DataRequest> {
  const { db, clock, from } = deps;
  await db.withTx(async (tx) => {
    const now = clock.now();
    const { kind, user_id } = await openRequest(tx, id);
    const user = user_id === null ? undefined : await findUserBy(tx, 'id', user_id);
    // An account that the shop closed still has data.
    if (!user || user.erased_at !== null || !CARRIED_OUT.has(kind)) throw new AppError('data_request_without_account');
    if (kind === 'block') {
      await blockPerson(tx, from, { user, actorId: actor.userId }, now);
      await updateRequest(tx, id, { state: 'done', outcome: 'blocked', done_at: now });
    } else {
      await beginErasure(tx, from, { user, actorId: actor.userId, keepSession: null }, now);
      await updateRequest(tx, id, { state: 'running' });
    }
    await record(tx, actor, 'carried_out', { id, kind }, now);
  });
  return readRequest(db, id);
}

function letterOf({ kind, person, asked_on, note }: z.output<typeof dataRequestBody>, now: number): DataRequestRow {
  const day = parseCivilDate(asked_on);
  const asked_at = day ? startOfSantiagoDay(day) : now;
  if (asked_at > now) throw new AppError('invalid_request', { fields: { asked_on: requestTexts.inFuture } });
  const due_at = requestDueAt(kind, asked_at);
  const open = { state: 'open', outcome: '', done_at: null } as const;
  return { id: newId(now), user_id: null, kind, channel: 'letter', person, note, ...open, asked_at, due_at };
}

async function openRequest(tx: Tx, id: string): Promise<DataRequestRow> {
  const row = await findRequest(tx, id);
  if (!row) throw new AppError('data_request_not_found');
  if (row.state !== 'open') throw new AppError('data_request_closed');
  return row;
}

async function record(
  tx: Tx,
  { userId }: Caller,
  step: 'entered' | 'carried_out' | 'closed',
  { id, kind }: Pick<DataRequestRow, 'id' | 'kind'>,
  now: number,
): Promise<void> {
  await recordAudit(tx, { actorId: userId, action: `data_request.${step}`, subject: id, detail: { kind } }, now);
}

function present(row: ListedRequest): DataRequest {
  const { id, kind, channel, state, note, outcome, asked_at, due_at, done_at } = row;
  const isErased = row.erased_at !== null;
  const account = row.name === null || row.email === null ? null : `${row.name}, ${row.email}`;
  const isKnown = account !== null && !isErased;
  return {
    id,
    kind,
    channel,
    state,
    user_id: isKnown && row.deleted_at === null ? row.user_id : null,
    person: isErased ? null : (account ?? row.person),
    note,
    outcome,
    asked_at: toIso(asked_at),
    due_at: toIso(due_at),
    done_at: toIso(done_at),
    erase_at: state === 'running' ? toIso(row.erase_at) : null,
    can_carry_out: state === 'open' && isKnown && CARRIED_OUT.has(kind),
  };
}
