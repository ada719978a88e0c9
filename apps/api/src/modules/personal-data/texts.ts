/** Names of all sections and fields of the copy, in the copy's order. */
export const personalTexts = {
  account: {
    title: 'Tu cuenta',
    columns: {
      id: 'Número de tu cuenta',
      name: 'Nombre',
      email: 'Correo',
      role: 'Rol',
      email_verified_at: 'Correo confirmado',
      password: 'Tiene contraseña',
      google: 'Entra con Google',
      created_at: 'Creada',
      updated_at: 'Cambiada',
      blocked_at: 'Datos bloqueados',
      erase_at: 'Se borra',
    },
  },
  former_addresses: {
    title: 'Correos que tuviste antes',
    columns: { email: 'Correo', left_at: 'Hasta' },
  },
  orders: {
    title: 'Tus compras',
    columns: {
      id: 'Número de compra',
      state: 'Estado',
      total: 'Total en pesos',
      discount_code: 'Código de descuento',
      created_at: 'Hecha',
      withdrawal_acknowledged_at: 'Aceptaste cómo termina el derecho a arrepentirte',
      paid_at: 'Pagada',
      expires_at: 'Plazo para pagar',
    },
  },
  order_items: {
    title: 'Lo que compraste',
    columns: {
      order_id: 'Número de compra',
      book: 'Libro',
      part: 'Parte',
      value: 'Precio en pesos',
      discount_percentage: 'Descuento en por ciento',
      amount: 'Pagado en pesos',
    },
  },
  pocket: {
    title: 'Tu bolsillo',
    columns: { book: 'Libro', part: 'Parte', added_at: 'Agregada', price: 'Precio en pesos cuando la agregaste' },
  },
  gifts_given: {
    title: 'Regalos que hiciste',
    columns: {
      order_id: 'Número de compra',
      giver_name: 'De parte de',
      recipient_email: 'Correo de quien lo recibe',
      message: 'Mensaje',
      send_at: 'Día en que sale',
      sent_at: 'Salió',
      expires_at: 'Vence',
      claimed_at: 'Lo recibieron',
    },
  },
  gifts_received: {
    title: 'Regalos que recibiste',
    columns: {
      giver_name: 'De parte de',
      recipient_email: 'Correo al que llegó',
      message: 'Mensaje',
      sent_at: 'Llegó',
      expires_at: 'Vence',
      claimed_at: 'Lo recibiste',
    },
  },
  payments: {
    title: 'Tus pagos',
    columns: {
      order_id: 'Número de compra',
      provider: 'Medio que cobra',
      provider_payment_id: 'Número del pago',
      status: 'Estado',
      amount: 'Monto',
      refunded_amount: 'Devuelto',
      currency: 'Moneda',
      method: 'Forma de pago',
      created_at: 'Hecho',
      updated_at: 'Cambiado',
    },
  },
  refunds: {
    title: 'Tus devoluciones',
    columns: {
      order_id: 'Número de compra',
      part: 'Parte',
      amount: 'Monto en pesos',
      reason: 'Motivo',
      state: 'Estado',
      created_at: 'Pedida',
      done_at: 'Hecha',
    },
  },
  tax_documents: {
    title: 'Documentos tributarios de tus compras',
    columns: {
      order_id: 'Número de compra',
      kind: 'Documento',
      number: 'Número interno',
      folio: 'Folio',
      total: 'Total en pesos',
      net: 'Neto',
      vat: 'IVA',
      state: 'Estado',
      created_at: 'Pedido',
      issued_at: 'Emitido',
    },
  },
  entitlements: {
    title: 'Lo que puedes leer',
    columns: {
      part: 'Parte',
      kind: 'Derecho',
      source: 'Cómo llegó',
      granted_at: 'Desde',
      expires_at: 'Hasta',
      revoked_at: 'Terminó',
      revoke_reason: 'Por qué terminó',
    },
  },
  deliveries: {
    title: 'Lo que abriste',
    columns: { part: 'Parte', first_at: 'Abierta por primera vez' },
  },
  early_readings: {
    title: 'Lo que abriste antes de que fuera tuyo',
    columns: { part: 'Parte', first_at: 'Abierta por primera vez' },
  },
  exports: {
    title: 'Libros que te llevaste',
    columns: { part: 'Parte', kind: 'Como', number: 'Número de ejemplar', taken_at: 'Cuándo' },
  },
  reading_positions: {
    title: 'Dónde quedaste',
    columns: {
      part: 'Parte',
      percentage: 'Avance en por ciento',
      last_location: 'Lugar (EPUB CFI)',
      updated_at: 'Cambiado',
    },
  },
  finished_parts: {
    title: 'Lo que terminaste de leer',
    columns: { part: 'Parte', is_finished: 'Terminada', updated_at: 'Cambiado' },
  },
  reader_settings: {
    title: 'Cómo quieres ver tus libros',
    columns: { settings: 'Ajustes del lector', updated_at: 'Cambiado' },
  },
  bookmarks: {
    title: 'Tus marcadores',
    columns: {
      part: 'Parte',
      quote: 'Comienzo de la página',
      chapter: 'Capítulo',
      percentage: 'Avance en por ciento',
      cfi: 'Lugar (EPUB CFI)',
      created_at: 'Hecho',
      deleted_at: 'Borrado',
    },
  },
  highlights: {
    title: 'Tus resaltados y notas',
    columns: {
      part: 'Parte',
      quote: 'Texto',
      notes: 'Notas',
      trashed_note: 'Nota en la papelera',
      color: 'Color',
      cfi_range: 'Lugar (EPUB CFI)',
      created_at: 'Hecho',
      updated_at: 'Cambiado',
      deleted_at: 'Borrado',
    },
  },
  mailing_list: {
    title: 'Tu correo en nuestra lista',
    columns: {
      email: 'Correo',
      state: 'Novedades',
      created_at: 'Desde',
      confirmed_at: 'Confirmado',
      refused_at: 'Tu servidor de correo lo rechazó',
    },
  },
  consents: {
    title: 'Lo que permitiste',
    columns: {
      email: 'Correo',
      action: 'Qué',
      method: 'Cómo',
      text_version: 'Versión del texto',
      book: 'Sobre qué libro',
      at: 'Cuándo',
    },
  },
  follows: {
    title: 'Lo que sigues',
    columns: { book: 'Libro', state: 'Estado', created_at: 'Desde', confirmed_at: 'Confirmado' },
  },
  release_notices: {
    title: 'Estrenos que te avisamos',
    columns: { part: 'Parte', created_at: 'Avisado' },
  },
  announcements: {
    title: 'Anuncios para ti',
    columns: { subject: 'Asunto', state: 'Estado', started_at: 'Enviado' },
  },
  mails: {
    title: 'Correos que te enviamos',
    columns: { recipient: 'A', subject: 'Asunto', created_at: 'Escrito', sent_at: 'Enviado' },
  },
  messages: {
    title: 'Tus mensajes con la tienda',
    columns: {
      thread_id: 'Conversación',
      order_id: 'Número de compra',
      state: 'Estado',
      by: 'Quién',
      body: 'Mensaje',
      created_at: 'Escrito',
      read_at: 'Visto',
    },
  },
  visitor_messages: {
    title: 'Mensajes escritos con tu correo sin entrar a una cuenta',
    columns: {
      thread_id: 'Conversación',
      visitor_name: 'Nombre',
      visitor_email: 'Correo',
      state: 'Estado',
      by: 'Quién',
      body: 'Mensaje',
      created_at: 'Escrito',
    },
  },
  legal_notices: {
    title: 'Términos y políticas de los que te avisamos',
    columns: { kind: 'Documento', version: 'Versión', told_at: 'Avisado' },
  },
  sessions: {
    title: 'Dónde abriste tu cuenta',
    columns: {
      created_at: 'Abierta',
      last_used_at: 'Usada por última vez',
      expires_at: 'Vence',
      revoked_at: 'Cerrada',
      user_agent: 'Navegador',
      address: 'Dirección de red',
    },
  },
  second_factor: {
    title: 'Tu verificación en dos pasos',
    columns: { created_at: 'Pedida', confirmed_at: 'Encendida' },
  },
  passkeys: {
    title: 'Tus claves de acceso',
    columns: {
      name: 'Nombre',
      backed_up: 'Con copia fuera del dispositivo',
      created_at: 'Agregada',
      last_used_at: 'Usada por última vez',
    },
  },
  app_passwords: {
    title: 'Tus contraseñas para apps de lectura',
    columns: { name: 'App', created_at: 'Hecha', last_used_at: 'Usada por última vez' },
  },
  links: {
    title: 'Enlaces que te enviamos para tu cuenta',
    columns: { purpose: 'Para qué', email: 'A', created_at: 'Enviado', expires_at: 'Vence' },
  },
  recoveries: {
    title: 'Veces que se pidió recuperar tu contraseña',
    columns: { email: 'Correo', requested_at: 'Cuándo' },
  },
  data_requests: {
    title: 'Lo que pediste sobre tus datos',
    columns: {
      kind: 'Qué',
      channel: 'Por dónde',
      person: 'Quién lo pidió',
      note: 'Detalle',
      state: 'Estado',
      outcome: 'Qué se hizo',
      asked_at: 'Cuándo',
      due_at: 'Plazo',
      done_at: 'Resuelto',
    },
  },
  writes: { title: 'Libros que editas', columns: { book: 'Libro' } },
  audit: {
    title: 'Lo que pasó con tu cuenta',
    columns: { at: 'Cuándo', action: 'Qué', by: 'Quién' },
  },
} as const;

/** Shown instead of an erased person's name. */
export const personTexts = { erased: 'Cuenta borrada' } as const;

/** Reasons why a request about data is refused. */
export const requestTexts = { inFuture: 'Ese día todavía no llega.' } as const;

type Texts = typeof personalTexts;

/** Rows by kind, with the columns for which the copy has words. */
export type PersonalRows = {
  readonly [Kind in keyof Texts]: readonly Readonly<Record<keyof Texts[Kind]['columns'], string | number | null>>[];
};

/** Rows of some kinds. */
export type RowsOf<Kinds extends keyof PersonalRows> = Pick<PersonalRows, Kinds>;
