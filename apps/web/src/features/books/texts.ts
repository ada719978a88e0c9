import { formatQuote } from '../../lib/formats.ts';

export const bookTexts = {
  cover: (name: string) => `Portada de ${name}`,
  backCover: (name: string) => `Contraportada de ${name}`,
  slider: (name: string) => `Imágenes y citas de ${name}`,
  quote: formatQuote,
  seeBook: 'Ver libro',
  seeBookOf: (name: string) => `Ver libro: ${name}`,
  seeFragment: 'Ver fragmento',
  seeFragmentOf: (name: string) => `Ver fragmento destacado de ${name}`,
  seeFragmentLong: 'Ver fragmento destacado del libro',
  share: 'Compartir',
  shareOf: (name: string) => `Compartir ${name}`,
  shareMessage: (name: string) => `Mira este libro de ${name}.`,
  linkCopied: 'El enlace ha sido copiado al portapapeles',
  linkNotCopied: 'No pudimos copiar el enlace. Cópialo desde la barra de direcciones.',
  place: 'Lugar',
  genre: 'Género',
  pages: 'Páginas',
  downloads: 'Descargas',
  pageCount: (pages: string) => (pages === '1' ? '1 página' : `${pages} páginas`),
  partCount: (count: number) =>
    count === 1
      ? 'una parte'
      : `${['cero', 'una', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez'][count] ?? count} partes`,
  partsOut: (count: number) => (count === 1 ? '1 ya salió' : `${count} ya salieron`),
  countedParts: (count: number) => (count === 1 ? '1 parte' : `${count} partes`),
  from: 'desde',
  isFree: { all: 'gratis', first: 'primera parte gratis', some: 'una parte gratis', none: '' },
  /** To five minutes from half an hour on: nobody reads by the minute. */
  readingTime: (minutes: number) => {
    const rounded = minutes < 30 ? minutes : Math.round(minutes / 5) * 5;
    const [hours, rest] = [Math.floor(rounded / 60), rounded % 60];
    return `≈ ${[hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ')}`;
  },
  inAll: (time: string) => `${time} en total`,
  accessibility: 'Accesibilidad',
  accessibilitySummary: 'Resumen de accesibilidad',
  certifiedBy: (name: string) => `La publicación fue certificada por ${name}`,
  freePrice: 'Gratis',
  nextStep: 'Siguiente paso con este libro',
  read: 'Leer',
  readPart: (name: string) => `Leer ${name}`,
  downloadCount: (count: string, one: boolean) => (one ? '1 descarga' : `${count} descargas`),
  parts: 'Partes del libro',
  noParts: 'Libro aún no disponible.',
  inPreparation: 'En preparación',
  series: 'Serie',
  inSeries: (name: string, number: number | null) => (number === null ? name : `${name}, n.º ${number}`),
  isbn: 'ISBN',
  available: 'Disponible',
  availableOn: (date: string) => `Disponible: ${date}`,
  unavailable: 'No disponible',
  free: 'Descarga gratis',
  buy: '¡Compra ahora!',
  salesClosed: 'Ventas aún cerradas',
  currency: 'CLP',
  savings: (amount: string) => `Ahorras: ${amount} CLP`,
  savingsUntil: (amount: string, date: string) => `Ahorras: ${amount} CLP, hasta el ${date}`,
  discount: (percent: string) => `−${percent}`,
  payment:
    'Pagas con crédito, débito o billetera digital en la página segura del proveedor. No guardamos los datos de tu tarjeta.',
  backToStart: 'Volver al inicio',
  metaTitle: (name: string, store: string) => `${name} · ${store}`,
  loadFailed: 'No se pudo cargar el libro',
  loadFailedText: 'Lo sentimos, ha ocurrido un problema al intentar recuperar el libro.',
  retry: 'Intentar nuevamente',
} as const;
