import type { ExLibris } from '@cuentos/domain/exports/exported-book';
import { exportTexts as texts } from './texts.ts';

/** Escapes text for markup, so that no part of it is parsed as a tag, an entity or the end of an attribute. */
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

/** Lines of the ex libris, which name the owner of the copy; equal in both kinds of file. */
export function exLibrisLines({ name, number, made_at: madeAt }: ExLibris, storeName: string): readonly string[] {
  return [texts.copyOf(name), texts.number(number), texts.madeOn(Date.parse(madeAt), storeName)];
}
