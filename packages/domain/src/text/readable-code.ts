/** Crockford's 32 characters, which cannot be confused when they are read aloud. */
export const READABLE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Signs of each group of a code, as it is shown: `AB12-CD34`. */
const GROUP = 4;

/** Writes the signs of a code in groups with hyphens between them. */
export function inGroups(signs: string): string {
  return signs.replaceAll(new RegExp(`(.{${GROUP}})(?!$)`, 'g'), '$1-');
}

/**
 * Normalises a typed code: spaces, hyphens and case do not count, nor O for 0 and I or L for 1. Characters that no code
 * has are kept.
 */
export function typedSigns(value: string): string {
  return value
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}
