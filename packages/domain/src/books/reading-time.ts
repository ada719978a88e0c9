/** Characters a minute: 260 words of fiction (Brysbaert 2019, J. Mem. Lang. 109) of 5.7 characters with their space. */
const CHARACTERS_PER_MINUTE = 1_500;

/** How long a text takes to read, in whole minutes; at least one. */
export function readingMinutes(characters: number): number {
  return Math.max(1, Math.round(characters / CHARACTERS_PER_MINUTE));
}
