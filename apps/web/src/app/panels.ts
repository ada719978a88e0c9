import type { Role } from '@cuentos/contract/auth';

/**
 * Working area behind 'Panel de administración' (spec §2, user settings): admins and writters have one. Null as long as
 * the area has no route, so that no row leads nowhere.
 */
export const panels: Readonly<Record<Role, string | null>> = { reader: null, admin: null, writter: null };
