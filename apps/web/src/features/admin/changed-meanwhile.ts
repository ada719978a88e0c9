import { ApiError } from '../../lib/api/api-error.ts';
import { ask } from '../../ui/overlays/confirm.ts';
import { formatMinute } from './dates.ts';

/** Words for two people in one field. */
const texts = {
  title: 'Otra persona cambió esto mientras lo editabas',
  line: (field: string, value: string) =>
    value === '' ? `${field}: ahora está vacío.` : `${field}: ahora dice «${value}».`,
  question: '¿Guardar lo tuyo?',
  mine: 'Guardar lo mío',
  theirs: 'No guardar todavía',
} as const;

/** Names of the fields as the forms show them. */
const labels: Readonly<Record<string, string>> = {
  name: 'Nombre',
  email: 'Correo',
  role_id: 'Rol',
  value: 'Valor',
  release_date: 'Publicación',
  is_presale: 'Preventa',
  presale_discount_percentage: 'Descuento',
  presale_end_date: 'Fin de la preventa',
  description: 'Descripción',
  location: 'Ubicación',
  genre: 'Género',
  pages: 'Número de páginas',
  fragment: 'Fragmento destacado',
  highlights: 'Highlights',
  isbn: 'ISBN',
  language: 'Idioma',
  series: 'Serie',
  keywords: 'Palabras clave',
  completion_discount: 'Descuento por completar el libro',
};

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** A field of several lines is told by its beginning. */
const LONGEST = 120;

function shown(value: string): string {
  if (INSTANT.test(value)) return formatMinute(value);
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
}

/**
 * Saves; where somebody else changed the same field meanwhile, the person is told what stands there now and chooses.
 * @param send with `isMeant` it writes over whatever stands there.
 * @returns false when the session ended, or what stands there stays.
 */
export async function saveOrChoose<Saved>(send: (isMeant: boolean) => Promise<Saved | false>): Promise<Saved | false> {
  try {
    return await send(false);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'changed_meanwhile')) throw error;
    const lines = Object.entries(error.fields).map(([field, value]) =>
      texts.line(labels[field] ?? field, shown(value)),
    );
    const message = [...lines, texts.question].join(' ');
    const isMeant = await ask({ title: texts.title, message, confirm: texts.mine, cancel: texts.theirs });
    return isMeant && send(true);
  }
}

/** What a form began with, of the fields that it changes. */
export function seenOf(entity: object, changed: Iterable<string>): Record<string, unknown> {
  const all = entity as Readonly<Record<string, unknown>>;
  const names = new Set([...changed].map((field) => (field.startsWith('series_') ? 'series' : field)));
  return Object.fromEntries([...names].filter((name) => name in all).map((name) => [name, all[name]]));
}
