import type { ExLibris } from '@cuentos/domain/exports/exported-book';
import { exportTexts as texts } from './texts.ts';

/** Text that stands in markup as it is: nothing of it is read as a tag, an entity or the end of an attribute. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(CONTROLS, '');
}

/** Characters that XML does not allow. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** Whose copy it is, line by line, the same in both kinds of file. */
export function exLibrisLines({ name, number, made_at: madeAt }: ExLibris, storeName: string): readonly string[] {
  return [texts.copyOf(name), texts.number(number), texts.madeOn(Date.parse(madeAt), storeName)];
}
