import { email as emailSchema } from '@cuentos/contract/account-fields';
import type { Shop } from '../compose.ts';
import { findUserBy, resetSecondFactor } from '../modules/auth/service.ts';
import { AppError } from '../platform/http/app-error.ts';
import { CommandFailure } from './run-command.ts';

/**
 * Removes the second factor of a user who lost telephone and codes: `npm run admin:reset-factor -- correo`. The
 * person hears of it by mail, and the password alone opens the account then.
 */
export async function resetFactor(
  { services, ports: { db, clock } }: Pick<Shop, 'services' | 'ports'>,
  [address = '']: readonly string[],
): Promise<string> {
  const email = emailSchema.safeParse(address);
  if (!email.success) throw new CommandFailure('Falta el correo: npm run admin:reset-factor -- correo');
  const from = services.shop.sender;
  await db
    .withTx(async (tx) => {
      const user = await findUserBy(tx, 'email', email.data);
      if (!user || user.deleted_at !== null) throw new CommandFailure('Ese correo no tiene una cuenta.');
      await resetSecondFactor(tx, { from, user, actorId: null }, clock.now());
    })
    .catch((error: unknown) => {
      throw error instanceof AppError ? new CommandFailure('Esa cuenta no tiene la verificación en dos pasos.') : error;
    });
  return `Verificación en dos pasos quitada de ${email.data}. Ahora entra solo con su contraseña.`;
}
