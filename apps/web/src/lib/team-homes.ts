import type { Role } from '@cuentos/contract/account-fields';

/** Working area behind 'Panel de administración', which its members see first after a login; readers have none. */
export const teamHomes: Readonly<Record<Role, string | null>> = { reader: null, admin: '/admin', writter: '/writter' };
