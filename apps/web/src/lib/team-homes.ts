import type { Role } from '@cuentos/contract/account-fields';

/** Working area behind 'Panel de administración', to which a login leads its members; readers have none. */
export const teamHomes: Readonly<Record<Role, string | null>> = { reader: null, admin: '/admin', writter: '/writter' };
