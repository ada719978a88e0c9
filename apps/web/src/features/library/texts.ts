export const libraryTexts = {
  title: 'Mi Biblioteca',
  metaTitle: (store: string) => `Mi Biblioteca · ${store}`,
  tabs: { label: 'Secciones de la biblioteca', myBooks: 'Mis Libros', moreBooks: 'Descubrir Libros' },
  notebook: 'Cuaderno',
  refresh: 'Actualizar',
  profile: 'Mi Perfil',
  whereYouLeft: 'Donde quedaste',
  review: 'Lecturas para revisión',
  reviewText: (author: string) =>
    `${author} te invitó a leer esto antes que nadie. Es un borrador: cuéntale lo que encuentres.`,
  reviewUntil: (date: string) => `Prueba, hasta el ${date}`,
  reviewOpen: 'Prueba, sin fecha de término',
  pendingLead: 'Falta que se confirme tu pago.',
  pending: (part: string, book: string) => `«${part}», de ${book}, aparece aquí cuando llegue.`,
  pendingSee: 'Ver el pago',
  empty: 'Aún no tienes libros. Descarga algunos abajo.',
  seeAvailable: 'Ver libros disponibles',
  discoverTitle: 'Libros disponibles',
  /** On a book of which the reader owns a part already. */
  begun: 'Ya tienes una parte',
  noMore: 'No existen más títulos disponibles.',
  /** Discover tab offline. */
  offlineTitle: 'Sin conexión a Internet',
  offlineText: 'Por favor, verifica tu conexión e intenta nuevamente',
  loadFailed: 'No pudimos cargar tu biblioteca.',
  retry: 'Intentar nuevamente',

  // Part card.
  readNow: 'Leer ahora',
  read: 'Leer',
  unavailable: 'No disponible',
  recalled: 'Retirada por la tienda',
  recalledText:
    'Tuvimos que retirarla y nadie puede leerla; guardamos tu página y tus notas. Si la pagaste, pide tu dinero en',
  toOrders: 'Mis compras',
  unavailableUntil: (date: string) => `No disponible · Disponible: ${date}`,
  freeDownload: '¡Descarga gratis!',
  buyNow: '¡Compra ahora!',
  salesClosed: 'Ventas aún cerradas',
  available: 'Disponible',
  availableOn: (date: string) => `Disponible: ${date}`,
  offer: '¡Oferta por tiempo limitado!',
  until: (date: string) => `Hasta el ${date}`,
  savings: (amount: string) => `Ahorras: ${amount} CLP`,
  discount: (percent: string) => `−${percent}`,
  currency: 'CLP',
  offline: 'Sin conexión a internet',
  offlineNoBuying: 'No puedes comprar el libro sin conexión.',
  /** An owned part that is not stored on this device. */
  downloadsOnReturn: 'Se descarga cuando vuelva la conexión',
  /** The line about parts that can be read without a connection. */
  readableHere: (count: number) => {
    if (count === 0) return 'Sin conexión. En este dispositivo todavía no hay partes descargadas.';
    return count === 1
      ? 'Sin conexión. Puedes leer la parte que está en este dispositivo.'
      : `Sin conexión. Puedes leer las ${count} partes que están en este dispositivo.`;
  },
  /** The same on the page of a book. */
  readableOfBook: (count: number) => {
    if (count === 0) return 'Sin conexión. De este libro no hay partes descargadas en este dispositivo.';
    return count === 1
      ? 'Sin conexión. De este libro puedes leer la parte que está en este dispositivo.'
      : `Sin conexión. De este libro puedes leer las ${count} partes que están en este dispositivo.`;
  },
  /** For a device that has no copy of the library. */
  libraryOnReturn: 'Tus libros aparecerán aquí cuando vuelva la conexión.',
  bookOnReturn: 'Este libro aparecerá aquí cuando vuelva la conexión.',
  onDevice: 'En este dispositivo',
  downloadsOnOpening: (size: string) => `Se descarga al abrir, ${size}`,
  downloadsOnOpeningUnsized: 'Se descarga al abrir',
  downloading: 'Descargando',
  downloadingOf: (received: string, total: string) => `Descargando, ${received} de ${total}`,
  cancelDownload: 'Detener la descarga',
  earlyAccess: 'Lectura para revisión',
  progress: (name: string) => `Avance en ${name}`,
  finished: 'Terminado',
  notFinished: 'Todavía no la termino',
  notFinishedFailed: 'Este dispositivo no pudo guardar el cambio. Intenta de nuevo.',
  cover: (name: string) => `Portada de ${name}`,
  enlarge: (name: string) => `Ver en grande la portada de ${name}`,
  /** @param giver name of the giver; empty when none was given, absent when it was no gift */
  acquired: (date: string, giver?: string) => {
    const gift = giver === '' ? 'Te la regalaron' : `Regalo de ${giver}`;
    return giver === undefined ? `Tuya desde el ${date}` : `${gift} · Tuya desde el ${date}`;
  },
  withName: (action: string, name: string) => `${action}: ${name}`,

  // Book of the library.
  detail: 'Detalle del libro',
  partsTitle: 'Libro',
  noParts: 'Libro aún no disponible.',
  bookFailed: 'No se pudo cargar el libro',
  bookFailedText: 'Lo sentimos, ha ocurrido un problema al intentar recuperar el libro.',

  // Toasts.
  noConnection: 'No hay conexión a internet',
  refreshFailed: 'No pudimos actualizar. Lo que ves es lo último que supimos.',
  discoverFailed: 'No pudimos cargar los libros disponibles.',
  refreshLimit: 'Límite de recargas alcanzado',
  booksRefreshed: 'Libros actualizados',
  bookRefreshed: 'Libro actualizado',
  bookUnavailable: 'Error al obtener el libro.',
} as const;
