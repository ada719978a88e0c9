import { email as emailSchema } from '@cuentos/contract/account-fields';
import type { Shop } from '../compose.ts';
import { findUserBy, resetSecondFactor } from '../modules/auth/service.ts';
import { AppError } from '../platform/http/app-error.ts';
import { CommandFailure } from './run-command.ts';
import { resetFactorTexts as t } from './texts.ts';

/**
 * Removes the second factor of a user who lost telephone and codes: `npm run admin:reset-factor -- correo`. The
 * person hears of it by mail, and the password alone opens the account then.
 */
export async function resetFactor(
  { services, ports: { db, clock } }: Pick<Shop, 'services' | 'ports'>,
  [address = '']: readonly string[],
): Promise<string> {
  const email = emailSchema.safeParse(address);
  if (!email.success) throw new CommandFailure(t.noEmail);
  const from = services.shop.sender;
  await db
    .withTx(async (tx) => {
      const user = await findUserBy(tx, 'email', email.data);
      if (!user || user.deleted_at !== null) throw new CommandFailure(t.unknownEmail);
      await resetSecondFactor(tx, { from, user, actorId: null }, clock.now());
    })
    .catch((error: unknown) => {
      throw error instanceof AppError ? new CommandFailure(t.noFactor) : error;
    });
  return t.done(email.data);
}
