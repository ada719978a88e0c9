import type { Voice } from './voices.ts';

/** Voices that come from a server are cut off after some 15 s, without an event: a part stays well below, characters. */
const REMOTE_PART = 130;

const PAUSES = [';', ':', ',', '—', '…'];

/** A sentence in parts that a voice says to their ends: whole for a voice of the device. */
export function partsForVoice(text: string, { localService }: Pick<Voice, 'localService'>, rate: number): string[] {
  const longest = localService ? Infinity : Math.floor(REMOTE_PART * rate);
  const parts: string[] = [];
  let rest = text;
  while (rest.length > longest) {
    const window = rest.slice(0, longest);
    const pause = Math.max(...PAUSES.map((sign) => window.lastIndexOf(`${sign} `)));
    const space = window.lastIndexOf(' ');
    const cut = pause > longest / 3 ? pause + 1 : space > 0 ? space : longest;
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return [...parts, rest].filter((part) => part !== '');
}
