import type { OtherFormat } from './other-formats.ts';
import type { Refusal, RefusalDetail, RefusalReason } from './refusal.ts';

/** Specification §14: the sentence for a file that is not an EPUB; the concrete cause follows it. */
const NOT_VALID = 'El archivo debe ser un formato EPUB válido.';

/** Names other formats that were uploaded instead of an EPUB, and how to convert them. */
const otherFormats: Readonly<Record<OtherFormat, string>> = {
  pdf: 'Es un PDF, con páginas fijas que no se acomodan a la pantalla. Exporta el libro como EPUB desde el programa donde lo hiciste.',
  kindle: 'Es un libro de Kindle (MOBI o AZW). Exporta el EPUB desde el programa donde lo hiciste.',
  word: 'Es un documento de Word. Ábrelo en LibreOffice, Pages o Google Docs y expórtalo como EPUB.',
  pictures:
    'Es un archivo comprimido con imágenes y sin texto. Exporta el libro como EPUB desde el programa donde lo hiciste.',
};

const formatText = (what = ''): string | undefined => otherFormats[what as OtherFormat];

const refusalTexts: Readonly<Record<RefusalReason, (detail: RefusalDetail) => string>> = {
  empty: () => `${NOT_VALID} El archivo está vacío.`,
  'not-a-zip': ({ what }) =>
    `${NOT_VALID} ${formatText(what) ?? 'Este archivo es de otro tipo, aunque su nombre termine en .epub.'}`,
  'no-container': ({ file = '', what }) =>
    what === 'folder'
      ? `${NOT_VALID} El libro está dentro de una carpeta («${file.split('/')[0] ?? ''}») junto con otras cosas. Comprime lo que hay en la carpeta, no la carpeta misma.`
      : `${NOT_VALID} ${formatText(what) ?? 'Le falta META-INF/container.xml, que todo EPUB lleva dentro.'}`,
  'not-an-epub': () => `${NOT_VALID} El archivo mimetype indica que es otro tipo de documento.`,
  'corrupt-zip': ({ file }) =>
    `${NOT_VALID} El archivo está dañado o incompleto${file ? ` (falla «${file}»)` : ''}. Vuelve a exportarlo o a copiarlo.`,
  'unsupported-zip': ({ file }) =>
    `${NOT_VALID} Está comprimido con un método que EPUB no permite${file ? ` («${file}»)` : ''}. Vuelve a exportarlo.`,
  'encrypted-zip': () => `${NOT_VALID} Está protegido con contraseña y no se puede leer.`,
  'unsafe-path': ({ file }) =>
    `${NOT_VALID} Contiene un nombre o una ruta de archivo que no se permite${file ? `: «${file}»` : ''}.`,
  'bad-container': () => `${NOT_VALID} META-INF/container.xml tiene errores o no indica dónde está el libro.`,
  'opf-missing': ({ file }) => `${NOT_VALID} Falta el archivo principal del libro${file ? `: «${file}»` : ''}.`,
  'bad-opf': ({ file, what }) =>
    `${NOT_VALID} El archivo principal del libro${file ? ` («${file}»)` : ''} tiene errores${what ? `: ${packageFault(what)}` : ''}.`,
  'missing-resource': ({ file }) =>
    `${NOT_VALID} Falta un capítulo que el libro anuncia${file ? `: «${file}»` : ''}. Vuelve a exportarlo con todos sus archivos.`,
  'unsafe-xml': ({ file }) =>
    `${NOT_VALID} El archivo${file ? ` «${file}»` : ''} contiene definiciones (DTD) que no se permiten por seguridad.`,
  'too-large': ({ file, what, limit = 0 }) =>
    what === 'pixels'
      ? `El libro trae una imagen demasiado grande para un teléfono: «${file ?? ''}». Puede tener hasta ${limit / 1_000_000} megapíxeles. Achícala y vuelve a exportar el libro.`
      : `El libro es demasiado grande${tooLarge(file, limit || undefined)}.`,
  drm: () =>
    'El libro tiene protección anticopia (DRM) y no se puede usar aquí. Sube el EPUB original, sin protección.',
  'too-complex': () =>
    'El libro es demasiado complejo para analizarlo. Divídelo en capítulos más cortos y vuelve a subirlo.',
};

function packageFault(what: string): string {
  const sentences: Readonly<Record<string, string>> = {
    malformed: 'no es XML bien formado',
    package: 'le falta el elemento package',
    metadata: 'le faltan los metadatos (metadata)',
    manifest: 'le falta la lista de archivos (manifest)',
    spine: 'le falta el orden de lectura (spine)',
    'empty-spine': 'no tiene nada que leer: el orden de lectura (spine) está vacío',
    title: 'le falta el título (dc:title)',
  };
  return sentences[what] ?? `el orden de lectura nombra «${what}», que no existe`;
}

function tooLarge(file: string | undefined, limit: number | undefined): string {
  if (file !== undefined) return `: «${file}» pasa del tamaño permitido al descomprimirse`;
  if (limit === undefined) return ' al descomprimirse';
  if (limit < 100_000) return `: puede tener hasta ${limit.toLocaleString('es-CL')} archivos dentro`;
  return `: puede pesar hasta ${Math.round(limit / 1024 / 1024)} MB`;
}

/** Sentence for the author, plain text that may contain file names of the book. */
export function refusalText(refusal: Refusal): string {
  return refusalTexts[refusal.reason](refusal.detail);
}
