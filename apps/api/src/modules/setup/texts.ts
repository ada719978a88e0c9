import type { SetupCheckName } from '@cuentos/contract/setup';
import type { SalesFact } from '../../platform/config/shop-facts.ts';
import type { CertificateFault } from '../../platform/failure-reason.ts';
import { failureSentences } from '../../platform/texts.ts';

/** Name of each check, and why it matters. */
export const checkTexts: Readonly<Record<SetupCheckName, { readonly title: string; readonly why: string }>> = {
  seller: {
    title: 'Datos de quien vende',
    why: 'La ley pide que el lector sepa a quién le compra antes de pagar.',
  },
  address: {
    title: 'Dirección con candado',
    why: 'Por ahí pasan contraseñas y pagos. Sin https, los navegadores avisan que la página no es segura.',
  },
  mail_sending: {
    title: 'Correo: envío',
    why: 'Sin correo nadie confirma su cuenta, recupera su contraseña ni recibe su comprobante.',
  },
  mail_records: {
    title: 'Correo: quién lo firma',
    why: 'Sin ellos, los correos para entrar y los comprobantes pueden caer en el correo no deseado.',
  },
  mail_given_up: {
    title: 'Correo: lo que no salió',
    why: 'Quien no recibe su comprobante o su enlace no sabe que la tienda dejó de intentarlo.',
  },
  payments: { title: 'Medio de pago', why: 'Las credenciales dicen a qué cuenta llega el dinero.' },
  notices: {
    title: 'Aviso de pago',
    why: 'Por ahí llega la noticia de que alguien pagó. Sin aviso, las compras demoran en abrirse.',
  },
  tax_documents: {
    title: 'Documentos tributarios',
    why: 'Cada venta lleva un comprobante que valga como boleta, o una boleta. Nunca los dos.',
  },
  storage: { title: 'Archivos', why: 'Ahí se guardan los libros. Si falla, nadie puede abrirlos.' },
  captcha: { title: 'Captcha', why: 'Frena a los programas que prueban contraseñas o inventan cuentas.' },
  backups: { title: 'Respaldos', why: 'Si el disco falla, solo vuelve lo que está en el último respaldo.' },
  book: { title: 'Un libro que vender', why: 'Hace falta al menos una parte publicada, con su archivo y con precio.' },
  alerts: {
    title: 'Funcionamiento',
    why: 'Lo que se atrasa o se detiene se avisa aquí y por correo, antes de que lo note un lector.',
  },
};

const factNames: Readonly<Record<SalesFact, string>> = {
  seller_name: 'el nombre',
  seller_tax_id: 'el RUT',
  seller_address: 'la dirección',
  contact_email: 'el correo de contacto',
  mail: 'el servidor de correo',
};

const KNOWN_CERTIFICATE = 'Instala un certificado que los navegadores reconozcan, por ejemplo de Let’s Encrypt.';

const lists = new Intl.ListFormat('es', { type: 'conjunction' });
const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Sentences of the findings. */
export const findingTexts = {
  sellerReady: 'Nombre, RUT, dirección y correo de contacto están.',
  sellerMissing: (missing: readonly SalesFact[], there: readonly SalesFact[]) => {
    const verb = missing.length > 1 ? 'Faltan' : 'Falta';
    const rest = lists.format(there.map((fact) => factNames[fact]));
    const has = there.length === 0 ? '' : ` ${upper(rest)} ${there.length > 1 ? 'están' : 'está'}.`;
    return `${verb} ${lists.format(missing.map((fact) => factNames[fact]))}.${has}`;
  },
  sellerNext: 'Complétalo en «Mi tienda», Legal.',
  contactNext: 'Complétalo en «Mi tienda», Identidad.',
  sellerAndContactNext: 'Complétalo en «Mi tienda»: en Legal, y el correo de contacto en Identidad.',
  goToLegal: 'Ir a Legal',
  goToIdentity: 'Ir a Identidad',

  noAddress: 'No hay una dirección pública configurada.',
  plainAddress: (address: string) => `La dirección es ${address}, sin candado.`,
  addressNext: 'Pon la dirección definitiva, con https://, en PUBLIC_URL y reinicia la tienda.',
  addressReady: (until: string) => `Responde por https y el certificado vale hasta el ${until}.`,
  addressEnding: (until: string) => `Responde por https, pero el certificado vence el ${until}.`,
  addressEndingNext: 'Renueva el certificado, o revisa por qué no se renovó solo.',
  addressMoved: (status: number) => `Contesta con un desvío a otra dirección (${status}).`,
  addressMovedNext: 'Pon en PUBLIC_URL la dirección final, la que se ve en el navegador.',
  addressStrange: (status: number) => `Alguien contesta en esa dirección, pero no es la tienda (${status}).`,
  addressStrangeNext: 'Revisa que el dominio y el proxy apunten a este servidor.',
  addressFailures: {
    name: 'El nombre del dominio no existe, o todavía no se ve.',
    nobody: 'Nadie contesta en esa dirección.',
    slow: 'La dirección no contestó a tiempo.',
  },
  addressFailuresNext: {
    name: 'Revisa los registros del dominio. Los cambios tardan hasta un día en verse.',
    nobody: 'Revisa que el proxy con https esté andando y que su puerto 443 esté abierto.',
    slow: 'Revisa que el proxy con https esté andando y que su puerto 443 esté abierto.',
  },
  /** The browsers' own trust counts here, not the certificates that this machine is told to trust. */
  addressCertificateNext: {
    expired: 'Renueva el certificado, y mira por qué no se renovó solo.',
    notYetValid: 'Pon en hora este servidor, o espera hasta el día desde el que vale el certificado.',
    otherHost: 'Pide un certificado para este dominio.',
    selfSigned: KNOWN_CERTIFICATE,
    untrusted: KNOWN_CERTIFICATE,
    incompleteChain: 'Pon en el proxy la cadena completa (fullchain.pem), no solo el certificado.',
  } satisfies Readonly<Record<CertificateFault, string>>,
  /** A service of which the certificate is not accepted. */
  badCertificate: (service: string, fault: CertificateFault) => `${service} ${failureSentences[fault]}.`,
  services: {
    address: 'La dirección',
    mail: 'El servidor de correo',
    payments: 'El medio de pago',
    storage: 'El almacén de archivos',
  },

  noMail: 'No hay un servidor de correo: los correos quedan como archivos en el servidor.',
  noMailNext: 'Escribe SMTP_URL y MAIL_FROM en la configuración del servidor y reinicia la tienda.',
  nobodyToMail: 'No hay a quién mandarle un correo de prueba.',
  nobodyToMailNext: 'Crea la primera cuenta de administración: npm run admin:create',
  nothingGivenUp: 'Ningún correo de las últimas dos semanas quedó sin salir.',
  mailsGivenUp: (count: number) =>
    count === 1
      ? '1 correo de las últimas dos semanas no salió, y ya no se intenta.'
      : `${count} correos de las últimas dos semanas no salieron, y ya no se intentan.`,
  mailsGivenUpNext: 'Mira por qué en «Registro», Correos, y envíalos de nuevo.',
  goToMails: 'Ver los correos',
  mailSent: (to: string, time: string, answer: string) =>
    `Mandamos uno a ${to} a las ${time}. El servidor contestó «${answer}».`,
  mailSentNext: 'Mira que haya llegado, y que no esté en el correo no deseado.',
  mailFailures: {
    name: 'El nombre del servidor de correo no existe.',
    nobody: 'Nadie contesta en el servidor de correo.',
    slow: 'El servidor de correo no contestó a tiempo.',
    login: 'El servidor de correo no aceptó el usuario o la contraseña.',
    encryption: 'No se pudo cifrar la conexión con el servidor de correo.',
    sender: 'El servidor de correo no aceptó el remitente.',
    recipient: 'El servidor de correo no aceptó al destinatario.',
    refused: 'El servidor de correo no aceptó el mensaje.',
  },
  mailAnswer: (answer: string) => ` Contestó «${answer}».`,
  mailFailedNext: 'Revisa SMTP_URL y MAIL_FROM con los datos que te dio tu proveedor de correo.',

  noSenderDomain: 'El remitente no tiene un dominio propio.',
  noSenderDomainNext: 'Pon en MAIL_FROM un correo de tu dominio.',
  recordsUnread: 'No pudimos leer los registros del dominio: el servidor de nombres no contesta.',
  recordsUnreadNext: 'Prueba de nuevo en unos minutos.',
  recordsReady: (domain: string) => `${domain} tiene SPF, DKIM y DMARC.`,
  recordsFound: (foundRecords: readonly string[], missing: readonly string[], domain: string) =>
    `${foundRecords.length > 0 ? `Encontramos ${lists.format(foundRecords)}. ` : ''}No encontramos ${missing.length > 1 ? `${missing.slice(0, -1).join(', ')} ni ${missing.at(-1) ?? ''}` : (missing[0] ?? '')} para ${domain}.`,
  recordsNext: 'Los cambios tardan hasta un día en verse.',
  recordPresent: 'Está.',
  spfMissing: 'Falta. Tu proveedor de correo te dice qué va en el TXT del dominio.',
  dkimMissing: 'Falta. Pide a tu proveedor de correo el registro y pégalo en tu dominio.',
  dkimUnknown: 'No está en los nombres usuales. Si tu proveedor te dio otro, escríbelo en DKIM_SELECTOR.',
  dmarcMissing: 'Falta. Crea un TXT en _dmarc con v=DMARC1; p=none',
  copyRecords: 'Copiar los registros',

  sandbox: 'Está puesta la pasarela de prueba: las compras no mueven dinero.',
  sandboxNext: 'Escribe MP_ACCESS_TOKEN y MP_WEBHOOK_SECRET en la configuración del servidor y reinicia la tienda.',
  accountReady: 'Las credenciales son de una cuenta de Chile y cobran de verdad.',
  accountTrial: 'Las credenciales son de prueba: los pagos no mueven dinero.',
  accountTrialNext: 'Cambia MP_ACCESS_TOKEN por la credencial de producción.',
  accountAbroad: (country: string) => `La cuenta es de otro país (${country}). La tienda cobra en pesos chilenos.`,
  accountAbroadNext: 'Usa las credenciales de una cuenta de Chile.',
  accountUnknownPlace: 'Las credenciales cobran de verdad, pero el proveedor no dijo de qué país son.',
  accountRefused: 'El medio de pago no acepta las credenciales.',
  accountRefusedSince: (since: string) =>
    `El medio de pago rechaza operaciones de estas credenciales desde el ${since}.`,
  refundsRefusedSince: (since: string) =>
    `El medio de pago no permite devolver dinero con estas credenciales desde el ${since}; las compras siguen.`,
  refundsRefusedNext: 'Revisa en el panel de Mercado Pago que MP_ACCESS_TOKEN permita hacer devoluciones.',
  accountRefusedNext: 'Genera credenciales nuevas en el panel de Mercado Pago y escríbelas en MP_ACCESS_TOKEN.',
  accountSilent: 'El medio de pago no contestó.',
  accountSilentNext: 'Prueba de nuevo en unos minutos.',

  taxUndecided: 'Todavía no está decidido qué vale como boleta en tus ventas.',
  taxUndecidedNext: 'Pregúntale a tu contador y elígelo en «Mi tienda», Legal. Vale para los pagos que vengan después.',
  taxVoucher: 'El comprobante de Mercado Pago vale como boleta.',
  taxIssuer: 'El emisor hace una boleta por cada venta.',
  taxFiles:
    'La tienda prepara cada boleta como archivo, con número interno. No hay un emisor que les dé folio del SII.',
  taxFilesNext: 'Emítelas con esos archivos, o conecta un emisor: docs/operations/tax-documents.md dice cómo.',

  noticeReady: (when: string) => `La dirección responde y el último aviso auténtico llegó el ${when}.`,
  noticeNone: 'La dirección responde, pero todavía no ha llegado ningún aviso.',
  noticeNext:
    'En el panel de Mercado Pago: Tus integraciones, Webhooks, pega esta dirección, marca Pagos y aprieta «Simular notificación». Después prueba de nuevo.',
  noticeUnreachable: 'El medio de pago no tiene cómo llegar a la tienda: la dirección de avisos no contesta.',
  noticeUnreachableNext: 'Resuelve primero «Dirección con candado».',
  noticeBlocked: (status: number) => `La dirección de avisos contesta otra cosa (${status}): algo la desvía o la tapa.`,
  noticeBlockedNext: 'Revisa que el proxy deje pasar esta dirección sin cambiarla.',
  noticeSandbox: 'Con la pasarela de prueba los avisos llegan dentro del servidor.',
  copyNotice: 'Copiar la dirección',

  storageReady: 'Escribimos un archivo de prueba de 1 KB, lo leímos igual y lo borramos.',
  storageDifferent: 'El archivo de prueba no volvió igual.',
  storageLeft: 'El archivo de prueba no se pudo borrar.',
  storageRefused: 'El almacén de archivos no aceptó la prueba.',
  storageSilent: 'El almacén de archivos no contestó.',
  storageNextDisk: 'Revisa que la carpeta DATA_DIR exista, tenga espacio y se pueda escribir.',
  storageNextBucket: 'Revisa S3_ENDPOINT, S3_BUCKET y sus claves.',
  storageClosed: (origin: string) =>
    `El servidor escribe y lee ahí, pero los navegadores de ${origin} no pueden descargar los libros: se leen con conexión y no quedan en el teléfono.`,
  storageClosedNext: 'Pega esta regla en la configuración CORS del almacén y prueba de nuevo.',
  copyStorageRule: 'Copiar la regla',

  captchaOff: 'Está apagado.',
  captchaOffNext: 'No impide vender. Para encenderlo, quita CAPTCHA_PROVIDER=none de la configuración del servidor.',
  captchaOwn: 'Encendido: la tienda pone su propia prueba, sin servicios de otros.',
  captchaOther: (name: string) => `Encendido con ${name}, que contesta.`,
  captchaSilent: (name: string) => `${name} no contesta: mientras tanto nadie puede entrar ni crear su cuenta.`,
  captchaSilentNext: 'Revisa la salida a internet del servidor, o vuelve a CAPTCHA_PROVIDER=altcha.',

  backupNone: 'Todavía no hay un respaldo.',
  backupNoneNext: 'La tienda hace uno cada día; el primero lo puedes hacer ahora.',
  backupFailedNext: 'Arréglalo y haz uno: la tienda también lo intenta de nuevo por su cuenta.',
  backupKey: (when: string) => `El último bueno es del ${when}. Su clave está solo en este servidor.`,
  backupKeyNext: 'Guarda la clave en otro lugar: si el servidor se pierde, sin ella ningún respaldo se abre.',
  backupShares: (when: string, shares: 'disk' | 'bucket') =>
    `El último bueno es del ${when}, y está en ${shares === 'disk' ? 'el mismo disco que la tienda' : 'el mismo balde que los libros'}: se perderían juntos.`,
  backupSharesNext: 'Pon los respaldos en otro disco (BACKUP_DIR) o en otro balde (BACKUP_S3_BUCKET).',
  goToBackups: 'Ir a Respaldos',
  backupOtherKey: (other: string, when: string, now: string) =>
    `Hay respaldos de dos claves: el último con la clave ${other} es del ${when}, y la de ahora es ${now}.`,
  backupOtherKeyNext: (other: string) =>
    `Conserva la clave ${other}: sin ella sus respaldos no se abren. Si no la cambiaste tú, dale a todos los procesos la misma BACKUP_KEY.`,
  backupOld: (when: string) => `El último respaldo bueno es del ${when}.`,
  backupOldNext: 'Haz uno ahora y mira por qué no se hizo solo.',
  backupUntried: (when: string) => `El último bueno es del ${when}. Todavía no se ha probado reponer uno.`,
  backupUntriedNext: 'Prueba uno sin tocar la tienda: npm run restore -- RESPALDO.tar.gz --trial',
  backupReady: (when: string, tried: string) =>
    `El último bueno es del ${when}. La última prueba de reponer uno, del ${tried}, salió bien.`,
  backupTrialFailed: (when: string, tried: string) =>
    `El último bueno es del ${when}. La última prueba de reponer uno, del ${tried}, salió mal.`,
  backupTrialFailedNext: 'Haz un respaldo nuevo y pruébalo: npm run restore -- RESPALDO.tar.gz --trial',

  bookReady: (name: string, parts: number) =>
    `«${name}» tiene ${parts === 1 ? 'una parte publicada' : `${parts} partes publicadas`} para vender.`,
  bookTooCheap: ([first = '', ...others]: readonly string[], least: number) =>
    `${others.length === 0 ? `«${first}» cuesta` : `«${first}» y otras cuestan`} menos de $${least.toLocaleString('es-CL')}, lo mínimo que acepta el medio de pago: solo se pueden comprar junto con otras partes.`,
  bookTooCheapNext: 'Súbeles el precio, o déjalas gratis.',
  bookWaiting: (name: string, when: string) => `La primera parte que se vende, de «${name}», sale el ${when}.`,
  bookWaitingNext: 'Hasta entonces no hay nada que comprar.',
  bookNone: 'Todavía no hay ninguna parte que se pueda comprar.',
  bookNoneNext: 'Agrega un libro, sube el EPUB de una parte y ponle precio; después activa la parte y el libro.',
  goToBooks: 'Ir a Libros',

  noAlerts: 'Los correos, los pagos y las tareas van al día.',

  late: 'La prueba no terminó a tiempo.',
  lateNext: 'Prueba de nuevo en unos minutos.',
  broken: 'La prueba falló por una causa que no esperábamos.',
  brokenNext: 'Mira el registro del servidor.',
  untested: 'Todavía no se ha probado.',
} as const;

/** The mail that shows whether mails arrive. */
export const trialMailTexts = {
  subject: (store: string) => `Correo de prueba de ${store}`,
  text: (store: string) =>
    `Este correo lo mandó la prueba de «Puesta en marcha» de ${store}. Si lo lees en tu bandeja de entrada, los correos llegan. No hay que contestar.`,
} as const;

/** Words of `npm run doctor` around the findings. */
export const doctorTexts = {
  states: { ready: 'Listo', missing: 'Falta', advised: 'Conviene', untested: 'Sin probar' },
  next: 'Qué hacer: ',
  summaryReady: 'Todo listo para vender.',
  summaryMissing: (count: number) => (count === 1 ? 'Falta 1 cosa para vender.' : `Faltan ${count} cosas para vender.`),
  salesClosed: 'Ventas cerradas: la tienda no acepta compras mientras falte.',
} as const;
