import type { Role } from '@cuentos/contract/auth';

/** Working area behind 'Panel de administración': admins and writters have one. */
export const panels: Readonly<Record<Role, string | null>> = { reader: null, admin: '/admin', writter: '/writter' };
