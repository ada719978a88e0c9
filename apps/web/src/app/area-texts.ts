/** Words around the tabs of the working areas. */
export const areaTexts = {
  title: 'Panel de administración',
  back: 'Mi perfil',
  tabsLabel: 'Secciones del panel',
  users: 'Usuarios',
  books: 'Libros',
  parts: 'Partes de libros',
  purchases: 'Compras de usuarios',
  sessions: 'Sesiones Activas',
  sales: 'Ventas',
  metaTitle: (tab: string, store: string) => `${tab} · ${store}`,
  roleLost: 'Tu cuenta ya no tiene permiso para usar el panel de administración.',
} as const;
