import { normalizeText } from './normalize.ts';

/**
 * Text as searches and sorting compare it: lower case, accents removed, ñ kept apart from n. "Ñandú en otoño" becomes
 * "ñandu en otoño".
 */
export function foldText(text: string): string {
  const composed = normalizeText(text).toLowerCase().replaceAll('ñ', '\u0000');
  return normalizeText(composed, 'NFD').replaceAll(/\p{M}/gu, '').replaceAll('\u0000', 'ñ');
}

/**
 * Key that puts Spanish text in order when compared byte by byte: folded, with ñ after n
 * ("n~" sorts after "nz" because "~" is the last printable ASCII character).
 */
export function sortKey(text: string): string {
  return foldText(text).replaceAll('ñ', 'n~').replaceAll(/\s+/g, ' ').trim();
}
