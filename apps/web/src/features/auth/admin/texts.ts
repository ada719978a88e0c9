import { roleNames } from '../../admin/texts.ts';

/** Words of 'Sesiones Activas'. */
export const sessionTexts = {
  title: 'Sesiones Activas',
  text: 'Los dispositivos donde hay una cuenta abierta ahora mismo.',
  search: 'Buscar sesión...',
  caption: 'Sesiones activas',
  columns: {
    name: 'Nombre',
    email: 'Correo',
    role: 'Rol',
    created: 'Creación',
    expires: 'Expiración',
    actions: 'Acciones',
  },
  roles: roleNames,
  empty: { title: 'No hay sesiones activas', text: 'Aquí aparecerán las cuentas abiertas en algún dispositivo.' },
  thisOne: 'Esta sesión',
  lastUse: (device: string, at: string) => `${device}, usada el ${at}`,
  add: 'Agregar usuario',
  close: 'Cerrar sesión',
  edit: 'Editar usuario',
  remove: 'Eliminar usuario',
  of: (action: string, name: string) => `${action}: ${name}`,
  closeTitle: '¿Cerrar esta sesión?',
  closeText: (name: string, created: string) =>
    `La sesión de ${name}, abierta el ${created}, se cerrará al instante en ese dispositivo. No se puede deshacer: la persona vuelve a entrar. Su cuenta no cambia.`,
  cancel: 'Cancelar',
  closed: 'Sesión cerrada',
  gone: 'Esa sesión ya no existe.',
  failed: 'No pudimos cerrar la sesión. Intenta de nuevo.',
} as const;
