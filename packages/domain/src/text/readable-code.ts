/** Crockford's thirty-two, of which none is taken for another when somebody reads them out. */
export const READABLE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Signs of each group of a code, as it is shown: `AB12-CD34`. */
const GROUP = 4;

/** Writes the signs of a code in groups with hyphens between them. */
export function inGroups(signs: string): string {
  return signs.replaceAll(new RegExp(`(.{${GROUP}})(?!$)`, 'g'), '$1-');
}

/**
 * The signs of a code, however it was typed: spaces, hyphens and case do not count, nor O for 0 and I or L for 1. What is
 * no code comes out as signs that none has.
 */
export function typedSigns(value: string): string {
  return value
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}
