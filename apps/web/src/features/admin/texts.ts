import type { Role } from '@cuentos/contract/account-fields';

/** What the roles are called wherever the team sees them. */
export const roleNames: Readonly<Record<Role, string>> = {
  admin: 'Administración',
  writter: 'Escritura',
  reader: 'Lectura',
};
