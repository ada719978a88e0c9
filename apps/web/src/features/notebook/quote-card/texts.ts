import { formatNumber } from '../../../lib/formats.ts';

export const quoteTexts = {
  shape: 'Forma de la imagen',
  shapes: { portrait: 'Vertical', square: 'Cuadrada' },
  alt: (book: string) => `Imagen con la cita de ${book}`,
  failed: 'No pudimos hacer la imagen en este navegador.',
  share: 'Compartir',
  save: 'Guardar imagen',
  copyLink: 'Copiar enlace',
  linkCopied: 'Enlace copiado',
  linkText: 'El enlace abre el comienzo del libro en esta cita, o su página si la cita está más adelante.',
  noLink: 'Por ahora no hay un enlace a este libro.',
  tooLong: (length: number, max: number) =>
    `Esta cita tiene ${formatNumber(length)} letras y aquí se comparten hasta ${formatNumber(max)}. Resalta una frase más corta para compartirla.`,
  fileName: 'cita.png',
} as const;
