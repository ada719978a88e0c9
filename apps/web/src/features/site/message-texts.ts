/** Words of rare messages, which are loaded with their screen or event. */
export const messageTexts = {
  highlightNotCreated: 'Error al crear el highlight',
  highlightNotUpdated: 'Error al actualizar el highlight',
  logoutFailed: 'Error al cerrar sesión',
  accountErased: 'Esta cuenta se borró, y con ella lo que había en este dispositivo.',
  sessionOfThisTab:
    'Este navegador no deja guardar nada aquí: puedes leer con conexión, y al cerrar la pestaña tendrás que entrar de nuevo.',
  downloaded: 'Libro descargado y guardado',
  deviceFull: 'No queda espacio en este dispositivo para guardar el libro. Puedes seguir leyendo con conexión.',
  deviceOfAnother:
    'El libro no se guardó en este dispositivo, porque aquí hay copias de otra cuenta. Puedes seguir leyendo con conexión.',
  unsent: {
    title: 'Hay avances, notas o mensajes sin enviar',
    message:
      'Lo último que leíste, anotaste o escribiste todavía no llega a la tienda. Si cierras la sesión ahora, se perderá.',
    confirm: 'Cerrar sesión',
    cancel: 'Quedarme',
  },

  /** Logging out without a connection. */
  leavingOffline: (stored: number, hasUnsent: boolean) => ({
    title: 'Cerrar sesión sin conexión',
    message: [
      stored === 1
        ? 'La parte descargada se borrará de este dispositivo, y sin conexión no podrás volver a entrar ni a descargarla.'
        : `Las ${stored} partes descargadas se borrarán de este dispositivo, y sin conexión no podrás volver a entrar ni a descargarlas.`,
      ...(hasUnsent
        ? ['También se perderá lo último que leíste, anotaste o escribiste, que todavía no llega a la tienda.']
        : []),
    ].join(' '),
    confirm: 'Cerrar sesión',
    cancel: 'Quedarme',
  }),
  leftOffline: 'Cerraste sesión en este dispositivo. La tienda lo sabrá cuando vuelva la conexión.',

  notFound: {
    title: '404',
    message: 'Página no encontrada',
    text: 'El hilo se cortó en esta dirección.',
    back: 'Volver a la página principal',
  },
  notAuthorized: {
    title: 'Acceso Denegado',
    message: 'No tienes permiso para ver esta página.',
    back: 'Volver a la página principal',
  },

  noConnectionTitle: 'Sin conexión a Internet',
  pageOnReturn: 'Esta página se mostrará cuando vuelva la conexión.',
  noConnectionText: 'Lo que descargaste te espera en tu biblioteca.',
  toLibrary: 'Ir a mi biblioteca',
} as const;
