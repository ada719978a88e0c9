import type { Profile } from '@cuentos/contract/users';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import { findLiveUser, renameAccount } from '../auth/service.ts';

export type UserService = ReturnType<typeof createUserService>;

/** A user's view and change of the own profile. */
export function createUserService(db: Db, clock: Clock) {
  const profile = async (userId: string): Promise<Profile> => {
    const user = await findLiveUser(db.read, userId);
    if (!user) throw new AppError('invalid_user_session');
    const { id, name, email, role } = user;
    return {
      id,
      name,
      email,
      role,
      email_verified: user.email_verified_at !== null,
      has_password: user.password_hash !== null,
    };
  };
  return {
    /** The caller's own name, address and role ('Mi perfil'). */
    profile,
    async rename(userId: string, name: string): Promise<Profile> {
      await db.withTx(async (tx) => {
        // Here, not before: what the lists and searches go by is made of the address and the role too.
        const user = await findLiveUser(tx, userId);
        if (!user) throw new AppError('invalid_user_session');
        await renameAccount(tx, user, name, clock.now());
      });
      return profile(userId);
    },
  };
}
