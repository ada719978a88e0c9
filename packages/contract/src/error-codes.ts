import { accountChecks, partChecks } from './check-words.ts';

/**
 * Every failure the API can name: its HTTP status and the Spanish sentence that stands in `detail`.
 * Sentences in single quotes are used to the letter. The client shows `detail` or its own text
 * for the code; services throw codes, never statuses.
 */
export const errorCodes = {
  invalid_request: { status: 422, detail: 'Error: Datos inválidos' },
  malformed_request: { status: 400, detail: 'La solicitud no se pudo leer.' },
  unsupported_media_type: { status: 415, detail: 'El formato de la solicitud no está permitido.' },
  payload_too_large: { status: 413, detail: 'Lo enviado pesa más de lo permitido.' },
  not_found: { status: 404, detail: 'Error: No encontrado' },
  method_not_allowed: { status: 405, detail: 'Esa operación no existe en esta dirección.' },
  forbidden: { status: 403, detail: 'Error: Prohibido' },
  anti_forgery: { status: 403, detail: 'No tiene permisos para realizar esta acción' },
  cross_site_request: { status: 403, detail: 'No tiene permisos para realizar esta acción' },
  too_many_requests: { status: 429, detail: 'Demasiadas solicitudes, intente en unos minutos' },
  internal: { status: 500, detail: 'Error: Error interno del servidor' },
  unavailable: { status: 503, detail: 'Error: Servicio no disponible' },
  busy: { status: 503, detail: 'Hay mucha gente a la vez. Intenta de nuevo en unos segundos.' },
  timeout: { status: 504, detail: 'Error: Tiempo de espera agotado' },

  // Session. The first three details are compared literally by the client.
  invalid_user_session: { status: 401, detail: 'Invalid user session' },
  session_expired: { status: 401, detail: 'Session expired' },
  refresh_token_invalid: { status: 401, detail: 'Could not validate refresh token' },
  unauthenticated: { status: 401, detail: 'Debe iniciar sesión para continuar.' },
  access_token_expired: { status: 401, detail: 'La sesión debe renovarse.' },

  // Login, registration and password.
  wrong_credentials: { status: 401, detail: 'Usuario o contraseña incorrectos' },
  account_deleted: {
    status: 403,
    detail: 'Ya existe cuenta con este usuario y fue eliminada, favor contactar a soporte',
  },
  too_many_logins: { status: 429, detail: 'Demasiados intentos de inicio de sesión, intente más tarde' },
  google_account_only: { status: 400, detail: 'Debe iniciar sesión con Google' },
  login_captcha_invalid: { status: 410, detail: 'Error captcha inválido' },
  register_captcha_invalid: { status: 401, detail: 'Error captcha inválido' },
  entry_code_wrong: { status: 400, detail: 'Ese código no es.' },
  entry_code_over: { status: 400, detail: 'Ese código ya no sirve. Pide otro.' },
  captcha_unavailable: { status: 503, detail: 'No pudimos comprobar que eres una persona. Intenta en unos minutos.' },
  forgot_captcha_invalid: { status: 403, detail: 'No tiene permisos para realizar esta acción' },
  email_malformed: { status: 400, detail: accountChecks.emailInvalid },
  reset_token_invalid: {
    status: 400,
    detail: 'Ha pasado mucho tiempo desde que solicitó cambiar la contraseña, intente solicitarla nuevamente',
  },
  reauth_required: { status: 403, detail: 'Escribe tu contraseña actual para cambiarla.' },
  second_factor_challenge_invalid: {
    status: 401,
    detail: 'Pasó mucho tiempo desde que escribiste tu contraseña. Inicia sesión de nuevo.',
  },
  second_factor_wrong: {
    status: 403,
    detail: 'El código no es correcto o ya se usó. Espera a que tu aplicación muestre el siguiente.',
  },
  second_factor_needed: {
    status: 403,
    detail: 'Para trabajar en la tienda activa primero la verificación en dos pasos, en Mi perfil.',
  },
  confirmation_needed: { status: 403, detail: 'Confirma con un código de tu aplicación que eres tú.' },
  second_factor_exists: { status: 409, detail: 'La verificación en dos pasos ya está activada.' },
  second_factor_missing: { status: 409, detail: 'La verificación en dos pasos no está activada.' },
  passkey_refused: {
    status: 400,
    detail: 'No pudimos comprobar tu clave de acceso. Inténtalo otra vez o entra de otra manera.',
  },
  passkey_over: { status: 400, detail: 'Pasó mucho tiempo. Inténtalo otra vez.' },
  passkey_unknown: { status: 400, detail: 'Esa clave de acceso ya no abre ninguna cuenta aquí. Entra de otra manera.' },
  passkey_copied: {
    status: 400,
    detail:
      'Esta clave de acceso parece copiada y no la aceptamos. Entra de otra manera, quítala en tu perfil y agrega otra.',
  },
  passkey_exists: { status: 409, detail: 'Esa clave de acceso ya está agregada.' },
  passkeys_full: { status: 409, detail: 'Ya tienes 20 claves de acceso. Quita una para agregar otra.' },
  app_password_refused: {
    status: 401,
    detail: 'Con ese correo y esa contraseña no se abre nada. Haz una contraseña para tu app en Mi perfil.',
  },
  app_passwords_full: { status: 409, detail: 'Ya tienes 20 contraseñas para apps. Quita una para hacer otra.' },
  verify_token_invalid: { status: 400, detail: 'El enlace venció o ya no sirve. Pide uno nuevo desde tu perfil.' },
  verify_elsewhere: {
    status: 403,
    detail: 'La cuenta de este correo se hizo en otro navegador. Di si es tuya antes de confirmarlo.',
  },
  google_account_exists: { status: 400, detail: 'Error al iniciar sesión con Google, usuario ya existe.' },
  google_credential_invalid: { status: 401, detail: 'No pudimos comprobar tu cuenta de Google.' },
  google_unavailable: { status: 503, detail: 'Google no responde. Intenta en unos minutos o entra con tu contraseña.' },
  email_taken: { status: 409, detail: 'El correo ingresado ya existe.' },
  password_too_common: {
    status: 422,
    detail: 'Esa contraseña es muy común o se parece a tu nombre o tu correo. Elige otra que solo tú conozcas.',
  },

  account_leaving: {
    status: 409,
    detail: 'Tu cuenta está por borrarse. Si quieres quedarte con ella, dilo en «Mis datos».',
  },
  account_erased: { status: 401, detail: 'Esta cuenta se borró.' },
  account_link_invalid: { status: 400, detail: 'El enlace venció o ya no sirve.' },
  email_change_elsewhere: {
    status: 403,
    detail:
      'Abre este enlace en el navegador donde pediste el cambio, o inicia sesión aquí con tu cuenta y ábrelo otra vez.',
  },
  email_same: { status: 409, detail: 'Ese ya es el correo de tu cuenta.' },
  email_changed_lately: {
    status: 409,
    detail:
      'Tu cuenta cambió de correo hace menos de 7 días. Podrás cambiarlo otra vez después, o devolverlo con el botón del aviso que llegó al correo anterior.',
  },
  email_moved: {
    status: 409,
    detail:
      'La cuenta de este correo pasó a otro hace menos de 7 días. Si no fuiste tú, toca «No fui yo» en el aviso que te llegó; si fuiste tú, entra con el correo nuevo.',
  },
  email_unproved: { status: 409, detail: 'Primero confirma tu correo con el enlace que te enviamos.' },
  data_request_not_found: { status: 404, detail: 'No encontramos esa solicitud.' },
  data_request_closed: { status: 409, detail: 'Esa solicitud ya está resuelta.' },
  data_request_without_account: {
    status: 409,
    detail: 'Esa solicitud no es de ninguna cuenta conocida: anota a mano lo que hiciste.',
  },

  // Mailing list.
  newsletter_link_invalid: { status: 400, detail: 'El enlace venció o ya no sirve. Anótate de nuevo en la página.' },

  // Books and parts.
  book_not_found: { status: 404, detail: 'No encontramos ese libro.' },
  part_not_found: { status: 404, detail: 'No encontramos esa parte del libro.' },
  edition_not_found: { status: 404, detail: 'No encontramos ese archivo del libro.' },
  bookmark_not_found: { status: 404, detail: 'No encontramos ese marcador.' },
  highlight_not_found: { status: 404, detail: 'No encontramos ese resaltado.' },
  part_not_released: { status: 409, detail: 'Esta parte todavía no está disponible.' },
  part_without_ebook: { status: 409, detail: 'Esta parte todavía no tiene su libro electrónico.' },
  part_recalled: {
    status: 403,
    detail: 'La tienda tuvo que retirar esta parte. Si la compraste, puedes pedir tu dinero en «Mis compras».',
  },
  recall_in_force: {
    status: 409,
    detail: 'Esta parte está retirada: levanta primero su retiro en «Retirar de todas partes».',
  },
  part_not_recalled: { status: 404, detail: 'Esa parte no está retirada.' },
  export_not_allowed: {
    status: 403,
    detail: 'De este libro no se sacan copias: se lee en la tienda, también sin conexión.',
  },
  sample_not_found: { status: 404, detail: 'De esta parte no hay un comienzo para leer.' },
  not_entitled: { status: 403, detail: 'Esta parte no está en tu biblioteca.' },
  stale_edition: { status: 409, detail: 'Hay una edición más nueva de esta parte.' },

  // Purchases.
  already_owned: { status: 409, detail: 'Ya tienes esta parte en tu biblioteca.' },
  other_account: {
    status: 409,
    detail: 'En este navegador entró otra cuenta. No se hizo ningún cobro; mira tu biblioteca y compra de nuevo.',
  },
  below_minimum_amount: {
    status: 409,
    detail: 'El medio de pago no acepta montos tan bajos. Escríbenos y te ayudamos a comprarla.',
  },
  price_changed: {
    status: 409,
    detail: 'El precio cambió mientras lo mirabas. No se hizo ningún cobro; revisa cuánto cuesta ahora.',
  },
  discount_code_not_found: { status: 404, detail: 'No encontramos ese código.' },
  discount_code_taken: { status: 409, detail: 'Ya hay un código con ese nombre.' },
  discount_code_used: {
    status: 409,
    detail: 'Ya hay compras con este código: su nombre, su descuento y para qué vale quedan como están.',
  },
  pocket_full: {
    status: 409,
    detail: 'En tu bolsillo caben 20 partes. Compra o quita alguna para agregar otra.',
  },
  sales_closed: {
    status: 409,
    detail: 'La tienda todavía no abre sus ventas. Las partes gratis se leen igual.',
  },
  payment_pending: {
    status: 409,
    detail: 'Tu pago de esta parte está pendiente. Termínalo o cancélalo antes de pagar otra vez.',
  },
  payment_not_pending: { status: 409, detail: 'Ese pago ya no está pendiente. Mira aquí cómo quedó.' },
  order_not_found: { status: 404, detail: 'No encontramos esa compra.' },
  payment_unavailable: {
    status: 503,
    detail: 'El medio de pago no responde. No se hizo ningún cobro; intenta de nuevo.',
  },
  payment_refused: { status: 502, detail: 'El medio de pago no aceptó la compra. No se hizo ningún cobro.' },
  refund_not_possible: { status: 409, detail: 'Esta compra ya no se puede devolver.' },
  refund_names_no_payment: {
    status: 409,
    detail: 'Esta compra tiene además otro pago por resolver. Elige cuál de los dos se devuelve.',
  },
  withdrawal_opened: {
    status: 409,
    detail: 'Esta parte ya se abrió, y al abrirla termina el derecho de arrepentirse. Si algo anda mal, escríbenos.',
  },
  withdrawal_late: { status: 409, detail: 'El plazo para arrepentirse de esta compra ya terminó.' },
  withdrawal_disputed: {
    status: 409,
    detail: 'Hay un reclamo en curso por este pago. Mientras dure, nadie mueve ese dinero.',
  },
  withdrawal_claimed: {
    status: 409,
    detail:
      'Tu regalo ya lo recibió alguien, y con eso termina el derecho de arrepentirse. Si algo anda mal, escríbenos.',
  },
  withdrawal_not_possible: { status: 409, detail: 'Esta compra no se puede devolver desde aquí.' },
  payment_not_found: { status: 404, detail: 'No encontramos ese pago.' },
  payment_not_open: { status: 409, detail: 'Este pago ya está resuelto.' },
  tax_document_not_found: { status: 404, detail: 'No encontramos ese documento.' },
  accountant_link_unknown: {
    status: 404,
    detail: 'Este enlace no abre ninguna contabilidad. Revisa que esté completo.',
  },
  accountant_link_over: { status: 410, detail: 'Este enlace ya no sirve. Pide otro a quien te lo envió.' },
  folio_taken: { status: 409, detail: 'Ese folio ya está anotado en otro documento de la misma clase.' },
  folio_not_open: { status: 409, detail: 'El folio de este documento lo da su emisor.' },
  report_unusable: { status: 422, detail: 'Ese archivo no se puede comparar.' },
  notice_not_authentic: { status: 401, detail: 'El aviso de pago no es auténtico.' },

  // Gifts.
  gift_not_found: { status: 404, detail: 'Este enlace no abre ningún regalo. Revisa que esté completo.' },
  gift_unpaid: { status: 409, detail: 'Con este código no queda nada que pagar, y un regalo se paga.' },
  gift_free: { status: 409, detail: 'Lo que es gratis no se regala: comparte el enlace del libro.' },
  gift_paid: { status: 409, detail: 'Este regalo ya está pagado. Míralo en «Mis compras».' },
  gift_day: { status: 422, detail: 'Elige un día desde mañana, dentro de 11 meses y antes de que el regalo venza.' },
  gift_claimed: { status: 409, detail: 'Este regalo ya lo recibió otra cuenta.' },
  gift_expired: { status: 409, detail: 'Este regalo venció y ya no se puede abrir.' },
  gift_withdrawn: { status: 409, detail: 'Este regalo se devolvió y ya no se puede abrir.' },
  gift_paused: { status: 409, detail: 'Este regalo está en pausa mientras se revisa su pago. Prueba en unos días.' },
  gift_own: { status: 409, detail: 'Este regalo lo diste tú. Ábrelo solo si quieres quedarte con él.' },
  gift_owned: { status: 409, detail: 'Ya tienes todo lo que trae este regalo. Pásale el enlace a otra persona.' },
  gift_owned_in_part: { status: 409, detail: 'Ya tienes una parte de este regalo. Mira cuál antes de abrirlo.' },
  gift_sent: { status: 409, detail: 'Tu regalo ya salió: el día y el mensaje ya no cambian.' },
  gift_closed: { status: 409, detail: 'Este regalo ya no se puede enviar ni cambiar.' },
  gift_without_address: { status: 409, detail: 'Escribe el correo de quien lo recibe.' },
  too_many_gifts: {
    status: 429,
    detail: 'Ya enviaste varios regalos seguidos. Prueba mañana, o entrega tú el enlace.',
  },

  // Messages.
  thread_not_found: { status: 404, detail: 'No encontramos esa conversación.' },
  message_not_found: { status: 404, detail: 'No encontramos ese mensaje.' },
  too_many_messages: { status: 429, detail: 'Recibimos muchos mensajes seguidos. Espera un rato y envíalo de nuevo.' },
  contact_captcha_invalid: { status: 403, detail: 'No pudimos comprobar que eres una persona. Envíalo de nuevo.' },
  thread_unread: { status: 409, detail: 'Llegó un mensaje que no has visto. Míralo antes de cerrar la conversación.' },
  writer_gone: { status: 409, detail: 'Esa cuenta fue eliminada: nadie leería la respuesta.' },

  // Admin area.
  user_not_found: { status: 404, detail: 'No encontramos a esa persona.' },
  session_not_found: { status: 404, detail: 'Esa sesión ya no existe.' },
  grant_not_found: { status: 404, detail: 'Esa persona no tiene esta parte como regalo de la tienda.' },
  early_access_not_found: { status: 404, detail: 'Esa persona no tiene lectura anticipada de esta parte.' },
  book_name_taken: { status: 409, detail: 'Error: el nombre del libro ingresado ya existe.' },
  part_name_taken: { status: 409, detail: 'Error: el nombre de la parte del libro ingresado ya existe.' },
  image_refused: {
    status: 422,
    detail: 'La imagen no se puede usar. Debe ser JPEG, PNG o WebP, y no demasiado grande.',
  },
  edition_files_missing: {
    status: 409,
    detail: 'Faltan archivos de esta edición. Sube el libro otra vez y descarta esta.',
  },
  book_refused: { status: 422, detail: partChecks.notEpub },
  price_locked: {
    status: 403,
    detail: 'Esta parte ya estuvo a la venta: solo una administradora cambia su precio y sus fechas.',
  },
  changed_meanwhile: { status: 409, detail: 'Otra persona cambió lo mismo mientras lo editabas.' },
  pages_worse: {
    status: 409,
    detail: 'En esta edición se ven menos palabras que en la publicada. Confirma que la quieres.',
  },
  price_unconfirmed: { status: 409, detail: 'Confirma que el precio es el que quieres.' },
  shop_changed: {
    status: 409,
    detail: 'Otra persona cambió esta sección mientras la editabas. Mira lo que hay ahora antes de publicar.',
  },
  document_not_found: { status: 404, detail: 'No encontramos esa versión del documento.' },
  announcement_not_found: { status: 404, detail: 'No encontramos ese anuncio.' },
  announcement_state: { status: 409, detail: 'El anuncio cambió mientras tanto. Míralo de nuevo.' },
  announcement_empty: { status: 409, detail: 'Al anuncio le falta el asunto o el texto.' },
  announcement_without_readers: { status: 409, detail: 'Todavía no hay nadie a quien enviarlo.' },
  mail_not_kept: {
    status: 409,
    detail: 'Ese correo ya no se puede reenviar: llevaba un enlace de un solo uso o su texto ya no se guarda.',
  },
  nothing_to_retry: { status: 409, detail: 'No hay nada que reintentar.' },
  last_admin: { status: 409, detail: 'Debe quedar al menos una cuenta de administración.' },

  // Files.
  file_link_invalid: { status: 403, detail: 'El enlace de descarga no es válido.' },
  file_link_expired: { status: 410, detail: 'El enlace de descarga venció. Pide uno nuevo.' },
} as const satisfies Record<string, { status: number; detail: string }>;

/** Stable name of a failure; part of the wire format. */
export type ErrorCode = keyof typeof errorCodes;

/** Body of every answer with a status of 400 or more. */
export interface ErrorBody {
  readonly detail: string;
  readonly code: ErrorCode;
  readonly request_id: string;
  /** Sentence per invalid field, when the code is `invalid_request`. */
  readonly fields?: Readonly<Record<string, string>>;
}
