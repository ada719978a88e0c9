import type { AuditedAct } from '@cuentos/contract/audit';
import { toIso } from '../../../platform/to-iso.ts';
import type { Role } from '@cuentos/contract/account-fields';
import type { AdminUser, AdminUserDetails, deletedUsers } from '@cuentos/contract/users';
import type { z } from 'zod';
import { type Db, type Tx } from '../../../platform/db/db.ts';
import type { UserRow } from '../../../platform/db/tables/accounts.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError, refuseTaken } from '../../../platform/http/app-error.ts';
import type { Page, PageRequest } from '../../../platform/http/paging.ts';
import { refuseOverwriting } from '../../../platform/http/seen-fields.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { AdminEntitlementService } from '../../entitlements/admin/service.ts';
import type { AdminSessionService } from '../../auth/admin/service.ts';
import { recordAudit } from '../../audit/service.ts';
import {
  closeAccount,
  endOldProofs,
  hashPassword,
  hasSecondFactor,
  insertUser,
  makeInvitation,
  newUser,
  reopenAccount,
  refuseCommonPassword,
  resetSecondFactor,
  revokeSessions,
  updateUser,
  findLiveUser,
  findUserBy,
  tellMoved,
  userKeys,
  type VerificationService,
} from '../../auth/service.ts';
import { accountMadeMail, type MailSender, queueMail } from '../../mail/service.ts';
import * as repository from './repository.ts';

type DeletedUser = z.infer<typeof deletedUsers>[number];

/** Fields of the user form; absent ones stay as they are. */
export interface UserChange {
  readonly role_id?: Role | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  /** Values that the changed fields had when the form was opened. */
  readonly seen?: Readonly<Record<string, unknown>> | undefined;
}

/** Fields of a new user. */
export interface NewUser extends Required<{ [K in Exclude<keyof UserChange, 'seen'>]: NonNullable<UserChange[K]> }> {
  /** Whether to mail the person. */
  readonly notify: boolean;
}

export type AdminUserService = ReturnType<typeof createAdminUserService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly purchases: AdminEntitlementService;
  readonly sessions: AdminSessionService;
  readonly from: MailSender;
  readonly verification: Pick<VerificationService, 'makeLink'>;
}

/** Accounts as admins manage them. */
export function createAdminUserService({ db, clock, purchases, sessions, from, verification }: Deps) {
  return {
    async list(page: PageRequest): Promise<Page<AdminUser>> {
      const { rows, total } = await repository.listUsers(db, page);
      return { rows: rows.map(present), total };
    },
    /** Profile, purchases and sessions; never notes or reading positions. @throws {AppError} user_not_found */
    async details(id: string): Promise<AdminUserDetails> {
      const user = await findLiveUser(db.read, id);
      if (!user) throw new AppError('user_not_found');
      return {
        ...present(user),
        purchases: await purchases.ofUser(id),
        sessions: await sessions.ofUser(id),
        second_factor: await hasSecondFactor(db, id),
      };
    },
    /** @throws {AppError} email_taken, password_too_common */
    create: async (actor: Caller, user: NewUser) => create({ db, clock, from }, actor, user),
    /** @throws {AppError} user_not_found, email_taken, last_admin, password_too_common, changed_meanwhile */
    async change(actor: Caller, id: string, change: UserChange): Promise<AdminUser> {
      const now = clock.now();
      const { storeName } = from;
      const passwordHash =
        change.password === undefined ? null : await newHash(db, { id, ...change, storeName }, change.password);
      const user = await db
        .withTx(async (tx) => applyChange(tx, { from, verification }, { actor, id, change, passwordHash, now }))
        .catch(refuseKnownAddress);
      return present(user);
    },
    /**
     * Deletes a user softly: the address stays taken, and a login reports the deletion. @throws {AppError} last_admin
     */
    async remove(actor: Caller, id: string): Promise<void> {
      const now = clock.now();
      await db.withTx(async (tx) => {
        const user = await findLiveUser(tx, id);
        if (!user) throw new AppError('user_not_found');
        await keepAnAdmin(tx, user);
        await closeAccount(tx, id, now);
        await recordAudit(tx, { actorId: actor.userId, action: 'user.deleted', subject: id }, now);
      });
    },
    /** Lists deleted users, the last one first. */
    async deleted(): Promise<DeletedUser[]> {
      const users = await repository.deletedUsers(db.read, DELETED_SHOWN);
      return users.map(({ id, name, email, deleted_at }) => ({ id, name, email, deleted_at: toIso(deleted_at ?? 0) }));
    },
    /**
     * Lets a deleted person in again, with everything that was bought; a second time changes nothing.
     * @throws {AppError} user_not_found
     */
    restore: async (actor: Caller, id: string) => restore({ db, clock }, actor, id),
    /**
     * Removes a lost second factor, so that the password alone opens the account.
     * @throws {AppError} user_not_found, second_factor_missing
     */
    resetFactor: async (actor: Caller, id: string) => resetFactor({ db, clock, from }, actor, id),
  };
}

async function create(
  { db, clock, from }: Pick<Deps, 'db' | 'clock' | 'from'>,
  actor: Caller,
  { role_id: role, name, email, password, notify }: NewUser,
): Promise<AdminUser> {
  const now = clock.now();
  refuseCommonPassword(password, { own: [name, email, from.storeName] });
  const user = await newUser({ name, email, password, role }, now);
  await db
    .withTx(async (tx) => {
      await insertUser(tx, user);
      if (notify) {
        const token = await makeInvitation(tx, user, now);
        await queueMail(tx, email, `account-made:${user.id}`, accountMadeMail({ from, name, token }), now);
      }
      await recordAudit(tx, { actorId: actor.userId, action: 'user.created', subject: user.id, detail: { role } }, now);
    })
    .catch(refuseKnownAddress);
  return present(user);
}

const DELETED_SHOWN = 100;

async function restore({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Caller, id: string): Promise<AdminUser> {
  const now = clock.now();
  return db.withTx(async (tx) => {
    const user = await findUserBy(tx, 'id', id);
    if (!user || user.erased_at !== null) throw new AppError('user_not_found');
    if (user.deleted_at !== null) {
      await reopenAccount(tx, id, now);
      await recordAudit(tx, { actorId: actor.userId, action: 'user.restored', subject: id }, now);
    }
    return present(user);
  });
}

async function resetFactor({ db, clock, from }: Pick<Deps, 'db' | 'clock' | 'from'>, actor: Caller, id: string) {
  const now = clock.now();
  await db.withTx(async (tx) => {
    const user = await findLiveUser(tx, id);
    if (!user) throw new AppError('user_not_found');
    await resetSecondFactor(tx, { from, user, actorId: actor.userId }, now);
  });
}

interface Change {
  readonly actor: Caller;
  readonly id: string;
  readonly change: UserChange;
  readonly passwordHash: string | null;
  readonly now: number;
}

async function applyChange(
  tx: Tx,
  tools: Pick<Deps, 'from' | 'verification'>,
  { actor, id, change, passwordHash, now }: Change,
): Promise<UserRow> {
  const user = await findLiveUser(tx, id);
  if (!user) throw new AppError('user_not_found');
  const { name = user.name, email = user.email, role_id: role = user.role } = change;
  if (role !== 'admin') await keepAnAdmin(tx, user);
  const next: UserRow = {
    ...user,
    name,
    email,
    role,
    password_hash: passwordHash ?? user.password_hash,
    // A new address proves itself anew.
    email_verified_at: email === user.email ? user.email_verified_at : null,
    ...userKeys({ name, email, role }),
    updated_at: now,
  };
  refuseOverwriting(change.seen, present(user), present(next));
  await updateUser(tx, id, next);
  const record = async (act: AuditedAct) => recordAudit(tx, { actorId: actor.userId, subject: id, ...act }, now);
  if (name !== user.name || email !== user.email)
    await record({ action: 'user.changed', detail: { email: email !== user.email } });
  if (role !== user.role) await record({ action: 'user.role_changed', detail: { from: user.role, to: role } });
  if (passwordHash !== null) await record({ action: 'user.password_set' });
  // Tokens show the role, and a session of the old password must not stay; the admin's own session goes on.
  const keepSession = actor.userId === id ? actor.sessionId : null;
  if (passwordHash !== null) await endOldProofs(tx, id, now, keepSession);
  else if (role !== user.role) await revokeSessions(tx, id, now, keepSession);
  if (email !== user.email) await tellMoved(tx, tools, { before: user, user: next }, now);
  return next;
}

/** The change of a user, and what else a password must not be made of. */
interface PasswordOwner extends UserChange {
  readonly id: string;
  readonly storeName: string;
}

async function newHash(db: Db, { id, name, email, storeName }: PasswordOwner, password: string): Promise<string> {
  const user = await findLiveUser(db.read, id);
  refuseCommonPassword(password, { own: [name ?? user?.name ?? '', email ?? user?.email ?? '', storeName] });
  return hashPassword(password);
}

/** Refuses to remove the last admin. */
async function keepAnAdmin(tx: Tx, user: UserRow): Promise<void> {
  if (user.role === 'admin' && (await repository.countOtherAdmins(tx, user.id)) === 0) throw new AppError('last_admin');
}

/** The address is known, be it of a deleted account. */
const refuseKnownAddress = refuseTaken('email_taken', { detail: 'Error: el correo ingresado ya existe.' });

function present({ id, name, email, role, email_verified_at, created_at }: UserRow): AdminUser {
  return {
    id,
    name,
    email,
    role_id: role,
    role_name: role,
    email_verified: email_verified_at !== null,
    created_at: toIso(created_at),
  };
}
