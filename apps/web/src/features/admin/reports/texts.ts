/** Words of 'Ventas', the owner's own page. */
export const reportTexts = {
  title: 'Ventas',
  sections: 'Secciones de Ventas',
  tabs: {
    resumen: 'Resumen',
    correos: 'Correos',
    avisos: 'Avisos de pago',
    registro: 'Registro',
    ajustes: 'Ajustes',
  },

  period: 'Período',
  presets: {
    '7': 'Últimos 7 días',
    '30': 'Últimos 30 días',
    '90': 'Últimos 90 días',
    '365': 'Último año',
    own: 'Otras fechas',
  },
  from: 'Desde',
  to: 'Hasta',
  periodWords: (from: string, to: string) => `Del ${from} al ${to}.`,
  periodFaults: {
    unfinished: undefined,
    disorder: 'La fecha de término debe ser igual o posterior a la de inicio.',
    long: 'Elige un período de hasta tres años.',
  },
  csv: 'CSV',
  csvLabel: 'Descargar las cifras en CSV',
  csvName: (from: string, to: string) => `cifras-${from}-${to}.csv`,
  csvFailed: 'No pudimos preparar el archivo. Intenta de nuevo.',
  hidden: 'Menos de 5',
  failed: 'No pudimos cargar las cifras.',
  failedText: 'No se perdió nada. Revisa tu conexión e intenta de nuevo.',
  retry: 'Intentar nuevamente',
  loading: 'Cargando...',

  figures: 'Cifras del período',
  chartTitle: { day: 'Ventas por día', week: 'Ventas por semana', month: 'Ventas por mes' },
  sold: 'Vendido',
  refunded: 'Devuelto',
  point: (when: string, amount: string, count: string) => `${when}: ${amount}, ${count}`,
  sales: (count: number, shown: string) => (count === 1 ? '1 venta' : `${shown} ventas`),
  summary: (amount: string, sales: string, best: string, bestAmount: string) =>
    `Se vendieron ${amount} en ${sales}. Lo más alto: ${best}, con ${bestAmount}.`,
  week: (from: string, to: string) => `${from} a ${to}`,
  thousands: (value: string) => `$${value} mil`,
  millions: (value: string) => `$${value} M`,
  noSalesTitle: 'Sin ventas en este período',
  noSalesText: 'Cuando alguien compre una parte, aquí verás cuánto y cuándo.',
  asTable: 'Ver como tabla',
  tableCaption: 'Ventas y devoluciones por período',
  columns: { when: 'Fecha', sales: 'Ventas', amount: 'Vendido', refunds: 'Devuelto' },
  mostRead: 'Partes más leídas',
  noReaders: 'Ninguna parte llegó a cinco personas en este período.',

  // Mails.
  mailsText: 'Lo que la tienda envió por correo. Por privacidad, aquí no se muestra el contenido.',
  mailsCaption: 'Correos de la tienda',
  mailStates: { sent: 'Enviado', waiting: 'En espera', failed: 'Falló' },
  mailColumns: { state: 'Estado', to: 'Para', subject: 'Asunto', created: 'Creado', tries: 'Intentos' },
  mailsEmpty: {
    title: 'Todavía no hay correos',
    text: 'Los comprobantes y avisos que envíe la tienda aparecerán aquí.',
  },
  resend: 'Reintentar',
  of: (action: string, what: string) => `${action}: ${what}`,
  mailRetried: 'El correo se enviará ahora',
  nothingToRetry: 'Ya no hace falta reintentar.',
  /** Why a mail or a payment notice could not be worked off. */
  tryFailures: {
    unreachable: 'El servidor no respondió',
    slow: 'El servidor tardó demasiado',
    credentials: 'El servidor de correo no aceptó el usuario o la contraseña',
    recipient: 'El servidor de correo no aceptó al destinatario',
    refused: 'El servidor de correo no aceptó el mensaje',
    encryption: 'No se pudo cifrar la conexión con el servidor',
  },
  tryFailedOtherwise: (code: string) => `El intento falló (${code})`,
  retryFailed: 'No pudimos reintentar. Prueba de nuevo en un momento.',

  // Payment notices.
  noticesText: 'Los avisos que manda el medio de pago cuando un cobro cambia. Normalmente se procesan solos.',
  noticesCaption: 'Avisos de pago',
  noticeStates: { processed: 'Procesado', waiting: 'En espera', failed: 'Falló' },
  noticeColumns: {
    state: 'Estado',
    payment: 'Pago',
    provider: 'Medio de pago',
    received: 'Recibido',
    tries: 'Intentos',
  },
  /** By the name that the server gives them. */
  providers: { mercadopago: 'Mercado Pago' } as Readonly<Record<string, string>>,
  noticesEmpty: { title: 'Todavía no hay avisos', text: 'Llegará uno por cada pago.' },
  noticeRetried: 'El aviso se procesará ahora',

  // Audit log.
  auditText: 'Quién hizo qué en la tienda. No se puede borrar ni cambiar.',
  auditCaption: 'Registro de acciones',
  auditColumns: { at: 'Fecha', who: 'Quién', what: 'Qué hizo', subject: 'Sobre' },
  theShop: 'La tienda',
  auditEmpty: {
    title: 'El registro está vacío',
    text: 'Cada cambio que haga una persona del equipo quedará anotado aquí.',
  },

  // Settings.
  settingsText:
    'Los servicios que usa la tienda. Se cambian en la configuración del servidor; aquí no se muestra ninguna clave.',
  settingsOn: 'En uso',
  settingsTrial: 'Solo para pruebas',
  settingsOff: 'Apagado',
  settingsFailed: 'No pudimos cargar los ajustes.',
} as const;
