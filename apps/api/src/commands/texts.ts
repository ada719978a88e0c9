/** Every sentence that a command prints. */
export const commandTexts = {
  nothingChanged: 'No se cambió nada.',
  unusable: 'no se puede usar ahora',
  database: (place: string) => `La base de datos en ${place}`,
  folder: (place: string) => `El almacén de archivos en ${place}`,
  bucket: (bucket: string, endpoint: string) => `El almacén de archivos ${bucket} en ${endpoint}`,
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
  backup: 'npm run backup -- ARCHIVO\nGuarda cada fila y cada archivo, con la tienda andando.',
  restore:
    'npm run restore -- ARCHIVO [--replace] [--trial]\nRepone un respaldo. Con --trial lo prueba en una tienda aparte; con --replace reemplaza lo que haya.',
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

const { nothingChanged } = commandTexts;

export const restoreTexts = {
  usage: `Uso: npm run restore -- RESPALDO.tar.gz [--replace] [--beside-running] [--trial]

  --replace          Cambia los datos de una tienda que ya los tiene.
  --beside-running   Repone aunque haya procesos de la tienda funcionando; lo que escriban desde ahora se agrega.
  --trial            Prueba el respaldo en una tienda aparte, que se borra al final. Nada cambia en esta.`,
  notEmpty: 'La tienda ya tiene datos. Con --replace se cambian por los del respaldo.',
  running: `La tienda está funcionando. Detenla y repite, o agrega --beside-running para reponer a su lado. ${nothingChanged}`,
  rowsMissing: `El respaldo no trae las filas que dice traer. ${nothingChanged}`,
  broken: `El respaldo está dañado o incompleto. ${nothingChanged}`,
  otherVersion: (isOlder: boolean) =>
    `El respaldo es de una versión ${isOlder ? 'anterior' : 'más nueva'} del programa, y esta no puede reponerlo. ${nothingChanged}`,
  archive: (path: string) => `El respaldo ${path}`,
  fileDiffers: (key: string) => `El archivo ${key} no quedó guardado como era. No se cambió ninguna fila.`,
  tableDiffers: (table: string, now: number, count: number) => `${table} (${now} en vez de ${count})`,
  rowsDiffer: (tables: string) => `La reposición no quedó como debía: ${tables}.`,
  filesLost: (files: readonly string[]) => `Las filas están repuestas, pero faltan archivos:\n${files.join('\n')}`,
  trial: (restored: string) => `Prueba: ${restored} Nada cambió en esta tienda.`,
  done: (madeAt: string, rows: number) =>
    `Respaldo del ${madeAt} repuesto: ${rows} filas. Todas las sesiones terminaron.`,
  missingFiles: (count: number) => ` Archivos que ya le faltaban al respaldo: ${count}.`,
} as const;
