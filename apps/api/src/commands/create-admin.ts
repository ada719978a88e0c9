import { parseArgs } from 'node:util';
import { email as emailSchema, newPassword, personName } from '@cuentos/contract/account-fields';
import type { Shop } from '../compose.ts';
import { findUserBy, insertUser, isCommonPassword, newUser } from '../modules/auth/service.ts';
import { CommandFailure } from './run-command.ts';
import { createAdminTexts as t } from './texts.ts';

/**
 * Makes the first admin: `npm run admin:create -- --email A --name N`, with the password in
 * the environment as `ADMIN_PASSWORD`, so that it stays out of the shell's history and of the process list.
 */
export async function createAdmin(
  { ports, services, config }: Pick<Shop, 'ports' | 'services' | 'config'>,
  args: readonly string[],
  password: string | undefined,
): Promise<string> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { email: text, name: text } });
  const email = emailSchema.safeParse(values.email ?? '');
  const name = personName.safeParse(values.name ?? '');
  const secret = newPassword.safeParse(password ?? '');
  if (!email.success) throw new CommandFailure(t.noEmail);
  if (!name.success) throw new CommandFailure(t.noName);
  if (!secret.success) throw new CommandFailure(t.noPassword);
  if (isCommonPassword(secret.data, [name.data, email.data, services.shop.sender.storeName])) {
    throw new CommandFailure(t.commonPassword);
  }
  if (await findUserBy(ports.db.read, 'email', email.data)) throw new CommandFailure(t.emailTaken);
  const now = ports.clock.now();
  const user = await newUser({ name: name.data, email: email.data, password: secret.data, role: 'admin' }, now);
  await ports.db.withTx(async (tx) => insertUser(tx, { ...user, email_verified_at: now }));
  const next = config.PUBLIC_URL === undefined ? '' : t.next(config.PUBLIC_URL);
  return `${t.done(email.data)}${next}`;
}
