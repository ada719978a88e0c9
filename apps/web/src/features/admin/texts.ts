import type { Role } from '@cuentos/contract/account-fields';

/** Names of the roles for the team. */
export const roleNames: Readonly<Record<Role, string>> = {
  admin: 'Administración',
  writter: 'Escritura',
  reader: 'Lectura',
};

/** Words around the tabs of the working areas. */
export const areaTexts = {
  title: 'Panel de administración',
  profile: 'Mi perfil',
  toStore: 'Volver a la tienda',
  areasLabel: 'Áreas de trabajo',
  tabsLabel: 'Secciones del panel',
  areas: {
    today: 'Hoy',
    store: 'Tienda',
    readers: 'Lectores',
    money: 'Dinero',
    settings: 'Ajustes',
    books: 'Libros',
  },
  waiting: (count: number) => (count === 1 ? '1 cosa espera' : `${count} cosas esperan`),
  users: 'Usuarios',
  books: 'Libros',
  parts: 'Partes de libros',
  purchases: 'Compras de usuarios',
  discountCodes: 'Códigos',
  messages: 'Mensajes',
  sessions: 'Sesiones Activas',
  dataRequests: 'Solicitudes de datos',
  sales: 'Ventas',
  accounting: 'Contabilidad',
  shop: 'Mi tienda',
  setup: 'Puesta en marcha',
  announcements: 'Anuncios',
  log: 'Registro',
  settings: 'Servicios',
  earlyAccess: 'Lecturas para revisión',
  metaTitle: (tab: string, store: string) => `${tab} · ${store}`,
  factorNeeded: 'Para entrar al panel activa primero la verificación en dos pasos, aquí en tu perfil.',
  roleLost: 'Tu cuenta ya no tiene permiso para usar el panel de administración.',
} as const;

/** Words about drafts whose objects were deleted. */
export const goneDraftTexts = {
  copy: 'Copiar',
  discard: 'Descartar',
} as const;

/** Words for two people who edit one field. */
export const changedMeanwhileTexts = {
  title: 'Otra persona cambió esto mientras lo editabas',
  line: (field: string, value: string) =>
    value === '' ? `${field}: ahora está vacío.` : `${field}: ahora dice «${value}».`,
  more: 'Hay valores nuevos en este formulario.',
  sinceDraft: (line: string) => `Desde entonces otra persona cambió algo. ${line}`,
  question: '¿Guardar lo tuyo?',
  mine: 'Guardar lo mío',
  theirs: 'No guardar todavía',
} as const;

/** Names of the fields as the forms show them. */
export const fieldNames: Readonly<Record<string, string>> = {
  name: 'Nombre',
  email: 'Correo',
  role_id: 'Rol',
  value: 'Valor',
  release_date: 'Publicación',
  is_presale: 'Preventa',
  presale_discount_percentage: 'Descuento',
  presale_end_date: 'Fin de la preventa',
  description: 'Descripción',
  location: 'Ubicación',
  genre: 'Género',
  pages: 'Número de páginas',
  fragment: 'Fragmento destacado',
  highlights: 'Highlights',
  isbn: 'ISBN',
  language: 'Idioma',
  series: 'Serie',
  keywords: 'Palabras clave',
  completion_discount: 'Descuento por completar el libro',
  export_permission: 'Llévate el libro',
  folio: 'Folio',
  code: 'Código',
  amount: 'Descuento',
  from: 'Primer día',
  until: 'Último día',
  uses: 'Usos en total',
  max_uses: 'Usos en total',
  usesPerPerson: 'Usos por persona',
  max_uses_per_person: 'Usos por persona',
  subject: 'Asunto',
  body: 'Texto',
  audienceWords: 'Para quién',
};

/** Words of a change that failed. */
export const changeTexts = { failed: 'No pudimos guardar el cambio. Intenta de nuevo.' } as const;

/** Words about hours in Santiago. */
export const hourTexts = {
  missing: (hour: string) => `Esa hora no existe: ese día el reloj se adelanta. Será a las ${hour}.`,
} as const;

/** Words about undoing a change. */
export const undoTexts = {
  undo: 'Deshacer',
  undone: 'Quedó como estaba',
  failed: 'No pudimos deshacerlo. Intenta de nuevo.',
} as const;

/** Words about deleted objects. */
export const deletedTexts = {
  restore: 'Recuperar',
  of: (name: string) => `Recuperar: ${name}`,
  since: (day: string) => `Eliminado el ${day}`,
  failed: 'No pudimos cargar lo eliminado.',
  restoreFailed: 'No pudimos recuperarlo. Intenta de nuevo.',
  retry: 'Intentar nuevamente',
} as const;
