import { randomBytes } from 'node:crypto';
import { inGroups, READABLE_SIGNS } from '@cuentos/domain/text/readable-code';

/** A code at random, in groups, that people can read out and type. @param signs how many it has, of 5 bits each */
export function newReadableCode(signs: number): string {
  // 256 is a multiple of the number of signs, so that each is as likely as another.
  return inGroups(Array.from(randomBytes(signs), (byte) => READABLE_SIGNS[byte % READABLE_SIGNS.length]).join(''));
}
