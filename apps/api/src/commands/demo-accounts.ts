import { demoAccounts } from '@cuentos/demo/catalogue';
import type { Shop } from '../compose.ts';
import { recordAudit } from '../modules/audit/service.ts';
import { endOldProofs, listPasswordHolders, passwordMatches, updateUser } from '../modules/auth/service.ts';
import type { UserRow } from '../platform/db/tables/accounts.ts';
import { demoAccountTexts as t } from './texts.ts';

/** Password of every demonstration account. It is published in the documents. */
export const DEMO_PASSWORD = 'cuentos-demo';

const demoAddresses = demoAccounts.map(({ email }) => email);

/** Thrown because production must not serve with a published password; the message explains the remedy. */
export class DemoPasswordAlive extends Error {
  override name = 'DemoPasswordAlive';
}

/**
 * Refuses to serve while the password of the demonstration opens an account: one of the demonstration's own, or one of
 * the team that was made of it. A deleted one loses the password, so that bringing it back while the shop runs opens nothing.
 * @throws {DemoPasswordAlive}
 */
export async function refuseDemoPassword({ ports }: Pick<Shop, 'ports'>): Promise<void> {
  const demoUsers = await withDemoPassword(ports);
  const open = demoUsers.filter(({ deleted_at: deletedAt }) => deletedAt === null);
  const now = ports.clock.now();
  await ports.db.withTx(async (tx) => {
    for (const { id } of demoUsers.filter((user) => !open.includes(user))) {
      await updateUser(tx, id, { password_hash: null, updated_at: now });
    }
  });
  if (open.length === 0) return;
  throw new DemoPasswordAlive(
    `This data was filled by a development start: everybody knows the password of ${named(open)}.\n` +
      'In production the shop does not serve with demonstration accounts that are open. Close them with\n' +
      '  npm run demo:close\n' +
      'and, if nobody else of the team has an account, make one: npm run admin:create -- --email A --name "N"',
  );
}

/**
 * Closes what {@link refuseDemoPassword} refuses (`npm run demo:close`): accounts of the demonstration are deleted,
 * others lose the password, and their owner sets a new one by mail.
 */
export async function closeDemoAccounts({ ports }: Pick<Shop, 'ports'>): Promise<string> {
  const { db, clock } = ports;
  const demoUsers = await withDemoPassword(ports);
  const now = clock.now();
  await db.withTx(async (tx) => {
    for (const { id, email } of demoUsers) {
      const isDemo = demoAddresses.includes(email);
      // The addresses of the demonstration have no mailbox.
      await updateUser(tx, id, { password_hash: null, updated_at: now, ...(isDemo ? { deleted_at: now } : {}) });
      await endOldProofs(tx, id, now, null);
      const action = isDemo ? 'user.deleted' : 'user.password_set';
      await recordAudit(tx, { actorId: null, action, subject: id }, now);
    }
  });
  return demoUsers.length === 0 ? t.none : t.closed(named(demoUsers));
}

/** Deleted accounts too. */
async function withDemoPassword({ db }: Pick<Shop['ports'], 'db'>): Promise<UserRow[]> {
  const demoUsers: UserRow[] = [];
  for (const user of await listPasswordHolders(db.read, demoAddresses)) {
    if (await passwordMatches(user.password_hash, DEMO_PASSWORD)) demoUsers.push(user);
  }
  return demoUsers;
}

function named(users: readonly UserRow[]): string {
  return users.map(({ email }) => email).join(', ');
}
