import { accountChecks } from '@cuentos/contract/check-words';

/** Sentences after the name of a failed part: 'El almacén de archivos …'. */
export const failureSentences = {
  refused: 'no contesta: la conexión fue rechazada',
  unknownHost: 'no existe con ese nombre',
  timedOut: 'no contestó a tiempo',
  cut: 'cortó la conexión',
  expired: 'tiene un certificado que venció',
  notYetValid: 'tiene un certificado que todavía no vale',
  otherHost: 'tiene un certificado de otro dominio',
  selfSigned: 'tiene un certificado que firmó él mismo',
  untrusted: 'tiene un certificado que no es de una entidad conocida',
  incompleteChain: 'muestra su certificado sin el de quien lo emitió',
  full: 'no tiene espacio: el disco está lleno',
  forbidden: 'no se deja leer o escribir por este usuario',
  broken: 'falla al leer o escribir en el disco',
  missing: 'no está donde debería',
} as const;

const OWN_AUTHORITY = 'Si la entidad es tuya, da su certificado a la tienda con NODE_EXTRA_CA_CERTS.';

/** Remedies for the certificate of a server that the shop calls, by its fault. */
export const certificateNext = {
  expired: 'Renueva ese certificado, o pídeselo a quien lleva el servidor. Mira también la hora de esta máquina.',
  notYetValid: 'Pon en hora esta máquina, o espera hasta el día desde el que vale el certificado.',
  otherHost: 'Escribe en la configuración el nombre que está en el certificado, o pide uno con este nombre.',
  selfSigned: 'Pon ahí un certificado de una entidad conocida, o dalo a conocer a la tienda con NODE_EXTRA_CA_CERTS.',
  untrusted: `Pon ahí un certificado de una entidad conocida. ${OWN_AUTHORITY}`,
  incompleteChain: `Pon ahí la cadena completa (fullchain.pem), no solo el certificado. ${OWN_AUTHORITY}`,
} as const satisfies Partial<Record<keyof typeof failureSentences, string>>;

/** Why the shop cannot start, or starts without something; each names the setting. */
export const startTexts = {
  portTaken: (port: number, host: string) =>
    `PORT: el puerto ${port} de ${host} ya lo usa otro programa; cierra ese programa o elige otro número.`,
  portForbidden: (port: number) => `PORT: este usuario no puede abrir el puerto ${port}; elige uno desde 1024.`,
  noSuchHost: (host: string) =>
    `HOST: esta máquina no tiene la dirección ${host}; usa 127.0.0.1, o 0.0.0.0 para todas.`,
  login: (host: string, user: string) =>
    `DATABASE_URL: PostgreSQL en ${host} no acepta al usuario ${user} o su contraseña.`,
  noDatabase: (host: string, name: string) =>
    `DATABASE_URL: en PostgreSQL de ${host} no existe la base de datos ${name}; créala o corrige el nombre.`,
  noRight: (user: string, name: string) =>
    `DATABASE_URL: el usuario ${user} no puede crear tablas en ${name}; dale ese permiso.`,
  noServer: (host: string) => `DATABASE_URL: no existe el servidor ${host}.`,
  silentServer: (host: string, code: string) =>
    `DATABASE_URL: nadie contesta por PostgreSQL en ${host}${code === '' ? '' : ` (${code})`}.`,
  badServer: (host: string, fault: keyof typeof certificateNext) =>
    `DATABASE_URL: PostgreSQL en ${host} ${failureSentences[fault]}. ${certificateNext[fault]}`,
  folderForbidden: (folder: string) => `DATA_DIR: este usuario no puede escribir en ${folder}.`,
  noFolder: (folder: string) => `DATA_DIR: ${folder} no se puede crear como carpeta.`,
  folderFull: (folder: string) => `DATA_DIR: no queda espacio en el disco de ${folder}.`,
  badFile: (folder: string) =>
    `DATA_DIR: el archivo shop.sqlite de ${folder} no es una base de datos de la tienda, o está dañado.`,
  storageAway: (bucket: string, endpoint: string, why: string) =>
    `S3_ENDPOINT: el almacén ${bucket} en ${endpoint} no se puede usar ahora${why}; los libros no se abren hasta que conteste.`,
  mailAway: (host: string, why: string) =>
    `SMTP_URL: el servidor de correo ${host} no se puede usar ahora${why}; los correos esperan y salen cuando conteste.`,
  otherBackupKey: (other: string, now: string) =>
    `BACKUP_KEY: hay respaldos de estos días de la clave ${other}, y la de este proceso es ${now}. Conserva la otra: sin ella sus respaldos no se abren. Si no la cambiaste tú, dale a todos los procesos la misma.`,
} as const;

/** Why a database is not brought to this program's schema. */
export const migrationTexts = {
  contended: 'Otro proceso cambia una y otra vez el esquema de la base de datos.',
  foreign: (step: number) =>
    `La base de datos es de otra versión del programa, cuyo esquema (paso ${step}) esta no puede continuar. ` +
    'No se cambió nada: inicia la versión que la hizo, o indica una base de datos vacía con DATA_DIR o DATABASE_URL.',
  newer: (step: number, last: number) =>
    `La base de datos es de una versión más nueva del programa (paso ${step} del esquema; esta llega al ${last}). ` +
    'No se cambió nada: inicia la versión más nueva.',
} as const;

/** Faults of a setting; the setting's name stands before each that does not contain it. */
export const settingTexts = {
  unusable: (problems: readonly string[]) =>
    `La configuración no sirve:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
  proxies: 'escribe cuántos proxies hay, sus direcciones como 10.0.0.1, 10.0.0.0/8 o loopback, o none',
  dnsServer: 'escribe una dirección como 1.1.1.1 o 127.0.0.1:5353',
  backupHour: 'escribe una hora de Santiago, de 0 a 23, o off para que la tienda no haga respaldos',
  backupKey: 'escribe la clave como la muestra la tienda: AGE-SECRET-KEY-1 y 58 letras y cifras más, en mayúsculas',
  backupPrefix: 'escribe palabras en minúsculas separadas por /, como backups/tienda',
  backupPlaces: 'BACKUP_DIR: está, y también BACKUP_S3_BUCKET; los respaldos van a un solo lugar',
  missing: (absent: string, present: string) => `${absent}: falta, y está ${present}`,
  captchaKey: (key: string, provider: string) => `${key}: falta, y CAPTCHA_PROVIDER es ${provider}`,
  sharedSecret: 'AUTH_SECRET: falta, y está DATABASE_URL (varios procesos tienen que compartirla)',
  whichStart:
    'NODE_ENV: falta, y PUBLIC_URL no es de este equipo. Para una tienda de verdad escribe NODE_ENV=production; ' +
    'NODE_ENV=development abre cuentas de demostración con una clave que todo el mundo conoce',
  captchaNeeded: 'CAPTCHA_PROVIDER: en producción no puede ser none',
  addressNeeded: 'PUBLIC_URL: en producción es obligatoria',
  httpsNeeded: 'PUBLIC_URL: en producción tiene que empezar con https://, porque por ahí pasan contraseñas y pagos',
  proxyNeeded:
    'TRUST_PROXY: en producción es obligatoria. Con un proxy delante escribe cuántos hay (casi siempre 1): sin ella ' +
    'todos los lectores contarían como una dirección, y uno podría dejar fuera a todos. Escribe none si los ' +
    'navegadores llegan directo a este proceso',
  paymentNeeded:
    'MP_ACCESS_TOKEN: en producción es obligatoria (PAYMENT_SANDBOX=true permite la pasarela de prueba, sin dinero real)',
} as const;

/**
 * Sentence per field for `fields` of a 422 answer; a field without one gets {@link fieldFallback}. The forms check the
 * same rules before sending, so a person rarely sees these.
 */
export const fieldTexts: Readonly<Record<string, string>> = {
  name: accountChecks.nameShort,
  email: accountChecks.emailInvalid,
  password: accountChecks.passwordShort,
  new_password: accountChecks.passwordShort,
  confirmPassword: accountChecks.confirmDiffers,
  cfi_range: 'CFI no es un rango válido',
  note: 'La nota puede tener hasta 5.000 caracteres.',
};

export const fieldFallback = 'Este dato no es válido.';
