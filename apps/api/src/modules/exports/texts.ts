import { santiagoDate } from '@cuentos/domain/time/santiago';

const pad = (value: number): string => String(value).padStart(2, '0');

/** The day of an instant in Santiago: dd/MM/yyyy. */
function formatDay(instant: number): string {
  const { day, month, year } = santiagoDate(instant);
  return `${pad(day)}/${pad(month)}/${year}`;
}

/** Words in the exported files. */
export const exportTexts = {
  exLibris: 'Ex libris',
  copyOf: (name: string) => `Este ejemplar es de ${name}`,
  number: (number: string) => `Ejemplar n.º ${number}`,
  madeOn: (now: number, store: string) => `Lo guardó el ${formatDay(now)} en ${store}.`,
  forGood: 'Este archivo es tuyo para siempre y se lee sin conexión. Es para tu lectura: no lo compartas.',
  noScript: 'Para leer este libro, abre el archivo en un navegador con JavaScript activado.',
  oldBrowser:
    'Este navegador no puede abrir el libro. Actualízalo, o ábrelo con Firefox, Chrome, Edge o Safari de los últimos años.',
} as const;
