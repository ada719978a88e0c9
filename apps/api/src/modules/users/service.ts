import type { Profile } from '@cuentos/contract/users';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import { findLiveUser, updateUser, userKeys } from '../auth/service.ts';

export interface UserService {
  /** The caller's own name, address and role ('Mi perfil'). */
  profile(userId: string): Promise<Profile>;
  rename(userId: string, name: string): Promise<Profile>;
}

/** What users see and change of themselves. */
export function createUserService(db: Db, clock: Clock): UserService {
  const profile = async (userId: string): Promise<Profile> => {
    const user = await findLiveUser(db.read, userId);
    if (!user) throw new AppError('invalid_user_session');
    const { id, name, email, role } = user;
    return { id, name, email, role, email_verified: user.email_verified_at !== null };
  };
  return {
    profile,
    async rename(userId, name) {
      const { email, role } = await profile(userId);
      const change = { name, ...userKeys({ name, email, role }) };
      await db.withTx(async (tx) => updateUser(tx, userId, { ...change, updated_at: clock.now() }));
      return profile(userId);
    },
  };
}
