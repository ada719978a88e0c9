import type { RecallKind } from '@cuentos/contract/recalls';

/** Words of 'Retirar de todas partes'. */
export const recallTexts = {
  title: 'Retirar de todas partes',
  text: 'Para una reclamación de derechos o una orden de un tribunal: nadie podrá leer la parte, tampoco quienes la compraron. Sus dispositivos cierran su copia cuando se conecten, cada persona recibe un correo y quien pagó puede pedir su dinero. Notas y páginas se guardan, y puedes levantar el retiro cuando quieras.',
  failed: 'No pudimos cargar las partes retiradas.',
  retry: 'Intentar nuevamente',
  start: 'Retirar…',
  recalled: 'Retiradas ahora',
  since: (kind: string, at: string, by: string) => `${kind}, desde el ${at}, por ${by}.`,
  someone: 'una cuenta que ya no existe',
  reasonOf: (reason: string) => `«${reason}»`,
  telling: 'Se está avisando por correo.',
  kinds: {
    rights_claim: 'Reclamación de derechos',
    court_order: 'Orden de un tribunal',
    other: 'Otro motivo',
  } satisfies Readonly<Record<RecallKind, string>>,
  lift: 'Levantar retiro',
  liftOf: (part: string) => `Levantar retiro: ${part}`,
  liftAsk: '¿Levantar este retiro?',
  liftText: (part: string) =>
    `Quienes tenían «${part}» podrán leerla otra vez, y volverá a la tienda si estaba en ella. Ya no se ofrecerá devolver el dinero.`,
  cancel: 'Cancelar',
  lifted: 'Retiro levantado',
  liftFailed: 'No pudimos levantar el retiro. Intenta de nuevo.',
  notRecalled: 'Esa parte ya no estaba retirada.',
  nameTaken: 'Otra parte del libro tiene ahora su nombre: cámbiaselo primero.',

  formTitle: 'Retirar de todas partes',
  book: 'Libro',
  chooseBook: 'Elige un libro',
  parts: 'Partes',
  part: (name: string, owners: number, isDeleted: boolean) =>
    `${name} (${owners === 1 ? '1 persona la tiene' : `${owners} personas la tienen`}${isDeleted ? ', eliminada de la tienda' : ''})`,
  kind: 'Por qué',
  reason: 'Motivo',
  reasonHint:
    'Para el equipo y el registro: quién lo pide, cuándo, con qué documento. Tus lectores solo leen el «por qué».',
  submit: 'Retirar',
  ask: (count: number) =>
    count === 1 ? '¿Retirar esta parte de todas partes?' : `¿Retirar ${count} partes de todas partes?`,
  askText: (titles: string, owners: number) =>
    `${titles}. ${owners === 0 ? 'Nadie la tiene todavía.' : owners === 1 ? 'Una persona dejará de poder leerla y recibirá un correo.' : `${owners} personas dejarán de poder leerla y recibirán un correo.`} Los correos no se pueden deshacer; el retiro sí.`,
  done: 'Retirada de todas partes',
} as const;
