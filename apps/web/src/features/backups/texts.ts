import type { BackupPhase } from '@cuentos/contract/backups';

const count = (amount: number, one: string, many: string): string =>
  amount === 1 ? `1 ${one}` : `${amount.toLocaleString('es-CL')} ${many}`;

/** Words of 'Respaldos'. */
export const backupTexts = {
  title: 'Respaldos',
  text: 'Copias cifradas de toda la tienda. Cada una se repone en un lugar aparte antes de darla por buena.',
  back: 'Servicios',
  make: 'Respaldar ahora',
  makeFailed: 'No pudimos pedir el respaldo. Intenta de nuevo.',
  states: {
    none: 'Todavía no hay un respaldo',
    good: 'Hay un respaldo bueno',
    bad: 'El último respaldo falló',
    running: 'Se está haciendo un respaldo',
  },
  lastGood: (when: string) => `El último bueno es del ${when}.`,
  next: (when: string) => `El próximo se hace solo el ${when}.`,
  off: 'La tienda no hace respaldos por su cuenta: BACKUP_HOUR está en off.',
  meanwhile: 'Puedes cerrar esta página: sigue en el servidor.',
  progressName: 'Avance del respaldo',
  phases: {
    waiting: 'Empieza en unos segundos',
    rows: 'Guardando los datos',
    files: 'Guardando los libros y las imágenes',
    checking: 'Comprobando que vuelve igual',
    tidying: 'Borrando lo que ya no se guarda',
  } satisfies Record<BackupPhase, string>,
  progress: (done: number, total: number) =>
    total === 0 ? done.toLocaleString('es-CL') : `${done.toLocaleString('es-CL')} de ${total.toLocaleString('es-CL')}`,
  ended: { good: 'El respaldo terminó bien.', bad: 'El respaldo falló.' },
  place: 'Lugar',
  shares: {
    disk: 'Está en el mismo disco que la tienda: si se pierde, se pierden los dos. Con BACKUP_DIR o BACKUP_S3_BUCKET va a otro lugar.',
    bucket: 'Está en el mismo balde que los libros: si se pierde, se pierden los dos. Con BACKUP_S3_BUCKET va a otro.',
  },
  hour: 'Hora',
  hourOf: (hour: number) => `Cada día a las ${hour}:00 de Santiago`,
  never: 'Solo cuando lo pides',
  kept: 'Se guardan',
  keptOf: 'Los de 7 días, 4 semanas y 12 meses',
  key: 'La clave',
  keyText:
    'Sin ella ningún respaldo se abre. Ningún respaldo la contiene: guárdala fuera de este servidor, en tu gestor de contraseñas o impresa.',
  keyFrom: { setting: 'Viene de BACKUP_KEY.', file: 'La tienda la creó en DATA_DIR/backup.key.' },
  keyKept: (when: string) => `Dijiste que la guardaste el ${when}.`,
  keyNotKept: 'Sin guardar',
  keyName: (fingerprint: string) => `Su huella es ${fingerprint}.`,
  otherKey: (other: string, when: string) =>
    `También hay respaldos de otra clave, de huella ${other}; el último es del ${when}. Consérvala: sin ella no se abren.`,
  otherKeyRecent:
    'Si no la cambiaste tú, dos procesos de la tienda tienen claves distintas: dales a todos la misma BACKUP_KEY.',
  showKey: 'Ver la clave',
  hideKey: 'Ocultar la clave',
  showKeyFailed: 'No pudimos mostrar la clave. Intenta de nuevo.',
  keyField: 'Clave de los respaldos',
  copy: 'Copiar',
  print: 'Imprimir',
  printTitle: (store: string) => `Clave de los respaldos de ${store}`,
  printUse:
    'Para reponer un respaldo en otro servidor, esta clave va en BACKUP_KEY. También abre los archivos .age con el programa age.',
  keepKey: 'Ya la guardé',
  keepKeyFailed: 'No pudimos anotarlo. Intenta de nuevo.',
  keyNoted: 'Anotado',
  listTitle: 'Respaldos guardados',
  none: 'Aquí aparecen los respaldos que se guardan.',
  asOf: (when: string) => `La lista es del ${when}, cuando terminó el último respaldo: los de su clave.`,
  made: 'Hecho',
  size: 'Tamaño',
  sizeOf: (all: string, added: string) => `${all}, ${added} nuevos`,
  checked: 'Comprobado',
  checkedOf: (rows: number, files: number, checked: number) =>
    `${count(rows, 'fila repuesta', 'filas repuestas')}; ${checked.toLocaleString('es-CL')} de ${count(files, 'archivo', 'archivos')} leídos de nuevo`,
  missing: (files: number) => `La tienda había perdido ${count(files, 'archivo', 'archivos')}.`,
  actions: 'Acciones',
  download: 'Descargar',
  downloadOf: (when: string) => `Descargar el respaldo del ${when}`,
  downloadBegins: 'La descarga empieza',
  downloadFailed: 'No pudimos preparar la descarga. Intenta de nuevo.',
  explained:
    'Cada día se vuelven a leer los archivos nuevos y una parte de los antiguos: en cuatro semanas, todos. La descarga es un solo archivo cifrado, que se abre con la clave.',
} as const;
