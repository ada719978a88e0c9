import { formatCivilDate } from '@cuentos/domain/time/civil-date';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';

/** Every sentence that a command prints. */
export const commandTexts = {
  nothingChanged: 'No se cambió nada.',
  unusable: 'no se puede usar ahora',
  refused: (status: number) => `no acepta las credenciales, o ellas no dejan hacer esto (${status})`,
  noBucket: 'no existe: revisa el nombre del balde (404)',
  answered: (status: number) => `no pudo hacerlo (${status})`,
  database: (place: string) => `La base de datos en ${place}`,
  folder: (place: string) => `El almacén de archivos en ${place}`,
  bucket: (bucket: string, endpoint: string) => `El almacén de archivos ${bucket} en ${endpoint}`,
  data: (place: string) => `La carpeta de datos ${place}`,
  backupFolder: (place: string) => `La carpeta de respaldos ${place}`,
  backupBucket: (place: string) => `El balde de respaldos ${place}`,
} as const;

/** Usage of each command, for `--help`. */
export const usageTexts: Readonly<Record<string, string>> = {
  import:
    'npm run import -- ARCHIVO.epub [--book NOMBRE] [--part NOMBRE] [--price PESOS] [--release aaaa-MM-dd]\nCrea un libro y una parte con un EPUB.',
  'admin:create':
    'ADMIN_PASSWORD=... npm run admin:create -- --email CORREO --name NOMBRE\nCrea una cuenta de administración. La contraseña va en ADMIN_PASSWORD, de al menos 8 caracteres, para que no quede en el historial de la terminal.',
  'admin:reset-factor':
    'npm run admin:reset-factor -- CORREO\nQuita la verificación en dos pasos de quien perdió su teléfono y sus códigos.',
  'demo:close': 'npm run demo:close\nCierra las cuentas de demostración.',
  doctor:
    'npm run doctor\nDice qué falta antes de la primera venta. Termina con 0 si no falta nada, con 1 si falta algo y con 2 si no se pudo averiguar.',
  migrate:
    'npm run migrate\nTermina los cambios del esquema que dejan de servir a la versión anterior. Antes, detén los procesos de esa versión.',
  backup:
    'npm run backup -- ARCHIVO\nGuarda cada fila y cada archivo en uno solo, con la tienda andando; si se llama .age, con la clave de los respaldos.\nnpm run backup -- --now\nHace un respaldo como los de cada día, en su lugar.',
  restore:
    'npm run restore -- ARCHIVO [--replace] [--trial]\nnpm run restore -- --from backups [--at DÍA] [--replace]\nRepone un respaldo. --list dice cuáles hay; --trial lo prueba en una tienda aparte; --replace reemplaza lo que haya.',
  drill:
    'npm run drill [-- --serve]\nRepone el último respaldo en un lugar pasajero, abre la tienda ahí y la revisa. No manda correos ni cobra. Con --serve la deja abierta para mirarla.',
};

export const createAdminTexts = {
  noEmail: 'Falta --email con un correo válido.',
  noName: 'Falta --name, de al menos 3 caracteres.',
  noPassword: 'Falta ADMIN_PASSWORD en el entorno, de al menos 8 caracteres.',
  commonPassword: 'Esa contraseña es muy común o se parece a tu nombre o tu correo. Elige otra que solo tú conozcas.',
  emailTaken: 'Ese correo ya tiene una cuenta.',
  done: (email: string) => `Cuenta de administración creada para ${email}.`,
  next: (address: string) => ` Sigue en ${address}/admin.`,
} as const;

export const migrateTexts = {
  done: (steps: number) =>
    steps === 0
      ? 'El esquema ya está al día.'
      : `El esquema está al día: ${steps === 1 ? 'se aplicó un paso' : `se aplicaron ${steps} pasos`}.`,
} as const;

export const resetFactorTexts = {
  noEmail: 'Falta el correo: npm run admin:reset-factor -- correo',
  unknownEmail: 'Ese correo no tiene una cuenta.',
  noFactor: 'Esa cuenta no tiene la verificación en dos pasos.',
  done: (email: string) => `Verificación en dos pasos quitada de ${email}. Ahora entra solo con su contraseña.`,
} as const;

export const demoAccountTexts = {
  none: 'Ninguna cuenta tiene la clave de la demostración.',
  closed: (names: string) => `Cuentas cerradas: ${names}.`,
} as const;

/** A book that a command made of an EPUB. */
interface ImportedBook {
  readonly bookId: string;
  readonly partId: string;
  readonly editionId: string;
  readonly name: string;
  readonly sections: number;
  readonly characters: number;
}

export const importTexts = {
  noFile: (file: string) => `No existe el archivo ${file}.`,
  usage: 'Uso: npm run import -- ARCHIVO.epub [--book NOMBRE] [--part NOMBRE] [--price PESOS] [--release AAAA-MM-DD]',
  price: 'El precio debe ser un número entero de pesos, desde 0.',
  day: 'La fecha debe tener la forma AAAA-MM-DD.',
  by: (title: string, author: string) => `${title}, de ${author}`,
  done: (made: ImportedBook) =>
    `Libro ${made.bookId}, parte ${made.partId}, edición ${made.editionId}: «${made.name}», ${made.sections} secciones, ${made.characters} caracteres.`,
} as const;

export const backupTexts = {
  done: (target: string) => `Respaldo completo en ${target}`,
  incomplete: (target: string, missing: readonly string[]) =>
    `Respaldo INCOMPLETO en ${target}. Archivos que la tienda ya no tiene (${missing.length}):\n${missing.join('\n')}`,
} as const;

/** Figures of a backup that a sentence names. */
interface MadeBackup {
  readonly rows: Readonly<Record<string, number>>;
  readonly files: readonly unknown[];
  readonly missing: readonly string[];
  readonly checkedFiles: number;
}

export const snapshotTexts = {
  another: 'Otro respaldo está en curso.',
  keyFile: (folder: string) => `La clave de los respaldos, en ${folder}/backup.key,`,
  rows: 'lo que se guardó de las filas',
  done: ({ rows, files, missing, checkedFiles }: MadeBackup, place: string) => {
    const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
    const lost = missing.length === 0 ? '' : ` Archivos que la tienda ya no tiene: ${missing.length}.`;
    return `Respaldo en ${place}, probado: ${count} filas y ${files.length} archivos, de los que se leyeron de nuevo ${checkedFiles}.${lost}`;
  },
} as const;

/** Moment in Santiago as `--list` and a restore say it, and as `--at` takes it but for the space: `yyyy-MM-dd HH:mm`. */
function momentOf(instant: number): string {
  const { hour, minute, ...day } = santiagoWallTime(instant);
  return `${formatCivilDate(day)} ${[hour, minute].map((value) => String(value).padStart(2, '0')).join(':')}`;
}

export const keptTexts = {
  noKey: (folder: string) =>
    `Falta la clave de los respaldos. Pon en BACKUP_KEY la que guardaste, o cópiala en ${folder}/backup.key, y repite. ${commandTexts.nothingChanged}`,
  otherKey: (place: string, folder: string) =>
    `${place} tiene respaldos de otra clave. Pon en BACKUP_KEY la que guardaste, o cópiala en ${folder}/backup.key, y repite. ${commandTexts.nothingChanged}`,
  none: (place: string) => `${place} no tiene respaldos. ${commandTexts.nothingChanged}`,
  noneBefore: (at: string) => `No hay un respaldo del ${at} ni de antes. Con --list ves cuáles hay.`,
  badMoment: 'Con --at va un día, como 2026-11-18, o un minuto de Santiago, como 2026-11-18T04:30.',
  unreadable: (id: string) => `El respaldo ${id} está dañado. Elige otro con --at. ${commandTexts.nothingChanged}`,
  line: (madeAt: number, made: MadeBackup | null) => {
    if (!made) return `${momentOf(madeAt)}  dañado`;
    const rows = Object.values(made.rows).reduce((sum, each) => sum + each, 0);
    return `${momentOf(madeAt)}  ${rows} filas, ${made.files.length} archivos`;
  },
} as const;

const { nothingChanged } = commandTexts;

export const restoreTexts = {
  noFile: (path: string) => `No existe el archivo ${path}.`,
  usage: `Uso: npm run restore -- RESPALDO.tar.gz [--replace] [--beside-running] [--trial]
     npm run restore -- --from backups|CARPETA [--at DÍA] [--list] [--replace] [--beside-running] [--trial]

  --from             De dónde: una carpeta de respaldos, o backups, el lugar que dice la configuración.
  --at               El último de un día (2026-11-18) o minuto (2026-11-18T04:30) de Santiago; sin él, el último.
  --list             Dice cuáles hay.
  --replace          Cambia los datos de una tienda que ya los tiene.
  --beside-running   Repone aunque haya procesos de la tienda funcionando; lo que escriban desde ahora se agrega.
  --trial            Prueba el respaldo en una tienda aparte, que se borra al final. Nada cambia en esta.`,
  notEmpty: 'La tienda ya tiene datos. Con --replace se cambian por los del respaldo.',
  running: `La tienda está funcionando. Detenla y repite, o agrega --beside-running para reponer a su lado. ${nothingChanged}`,
  rowsMissing: `El respaldo no trae las filas que dice traer. ${nothingChanged}`,
  brokenOrOtherKey: `El respaldo está dañado, o es de otra clave: pon en BACKUP_KEY la que guardaste y repite. ${nothingChanged}`,
  broken: `El respaldo está dañado o incompleto. ${nothingChanged}`,
  otherVersion: (isOlder: boolean) =>
    `El respaldo es de una versión ${isOlder ? 'anterior' : 'más nueva'} del programa, y esta no puede reponerlo. ${nothingChanged}`,
  archive: (path: string) => `El respaldo ${path}`,
  fileDiffers: (key: string) => `El archivo ${key} no quedó guardado como era. No se cambió ninguna fila.`,
  tableDiffers: (table: string, now: number, count: number) => `${table} (${now} en vez de ${count})`,
  rowsDiffer: (tables: string) => `La reposición no quedó como debía: ${tables}.`,
  filesLost: (files: readonly string[]) => `Las filas están repuestas, pero faltan archivos:\n${files.join('\n')}`,
  trial: (restored: string) => `Prueba: ${restored} Nada cambió en esta tienda.`,
  done: (madeAt: number, rows: number) => `Respaldo del ${momentOf(madeAt)} repuesto: ${rows} filas.`,
  sessionsEnded: ' Todas las sesiones terminaron.',
  missingFiles: (count: number) => ` Archivos que ya le faltaban al respaldo: ${count}.`,
} as const;

export const drillTexts = {
  usage: 'Uso: npm run drill [-- --serve] [--from CARPETA] [--at DÍA] [--port PUERTO]',
  refused: (step: string, status: number) => `El simulacro falló en «${step}»: la tienda repuesta contestó ${status}.`,
  emptyChapter: (name: string) => `El simulacro falló: el primer capítulo de «${name}» está vacío.`,
  done: (
    restored: string,
    { books, parts, ledger }: { readonly books: number; readonly parts: number; readonly ledger: number },
    seconds: number,
  ) =>
    `Simulacro bueno en ${seconds.toFixed(1)} s. ${restored} Una cuenta nueva entró y abrió el primer capítulo de ${parts} partes de ${books} libros. Saldo del libro de dinero: ${ledger.toLocaleString('es-CL')} pesos, igual que en el respaldo. No salió nada: ni correos ni cobros.`,
  serving: (origin: string) =>
    `La tienda repuesta está en ${origin}, solo en este equipo. Ctrl+C la cierra y la borra.`,
  closed: 'Cerrada y borrada.',
} as const;
