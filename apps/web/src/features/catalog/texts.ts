/** Angle quotes as Spanish sets them: the full stop goes after the closing one, other marks stay inside. */
function quote(text: string): string {
  const bare = text
    .trim()
    .replace(/^[«"“]+|[»"”]+(?=\.?$)/g, '')
    .replace(/(?<!\.)\.$/, '');
  return /[.?!…]$/.test(bare) ? `«${bare}»` : `«${bare}».`;
}

export const catalogTexts = {
  cover: (name: string) => `Portada de ${name}`,
  backCover: (name: string) => `Contraportada de ${name}`,
  slider: (name: string) => `Imágenes y citas de ${name}`,
  quote,
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
  downloadCount: (count: string, one: boolean) => (one ? '1 descarga' : `${count} descargas`),
  parts: 'Partes del libro',
  noParts: 'Libro aún no disponible.',
  available: 'Disponible',
  availableOn: (date: string) => `Disponible: ${date}`,
  unavailable: 'No disponible',
  free: 'Descarga gratis',
  buy: '¡Compra ahora!',
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
