import { foldText } from '@cuentos/domain/text/fold';
import { cleanText, localInstant, type NoteFile, noteFile, type PortableNote, portableNote } from './portable-note.ts';

const END = /^=={8,}\s*$/m;

/** First words of a clipping's second line, folded, in the languages of the device. */
const KINDS: readonly (readonly [Clipping['kind'], RegExp])[] = [
  ['bookmark', /marcador|bookmark|signet|segnalibro|lesezeichen/],
  ['note', /\bnota\b|\bnote\b|notiz/],
  ['highlight', /subrayado|resaltado|highlight|destaque|surlignement|passage|evidenziazione|markierung/],
];

/** First letters of the months in Spanish, English, Portuguese, French, Italian and German, folded. */
const MONTHS = [
  /^(ene|jan|gen)/,
  /^(feb|fev)/,
  /^(mar|mrz)/,
  /^(abr|apr|avr)/,
  /^(may|mai|mag)/,
  /^(jun|juin|giu)/,
  /^(jul|juil|lug)/,
  /^(ago|aug|aou)/,
  /^(sep|set)/,
  /^(oct|out|okt|ott)/,
  /^(nov)/,
  /^(dic|dec|dez)/,
];

interface Clipping {
  readonly kind: 'highlight' | 'note' | 'bookmark';
  readonly title: string;
  readonly author: string;
  /** Locations in the book; null when only a page is named. */
  readonly from: number | null;
  readonly to: number | null;
  readonly createdAt: string;
  readonly text: string;
}

/**
 * Reads `My Clippings.txt` of a Kindle, in several languages. A note is joined with the highlight at whose end it was
 * written.
 * @returns null for any other text
 */
export function readKindleClippings(text: string): NoteFile | null {
  if (!END.test(text)) return null;
  const blocks = cleanText(text)
    .replaceAll('\uFEFF', '')
    .split(END)
    .filter((block) => block.trim() !== '');
  const clippings = blocks.map(readClipping);
  if (clippings.every((each) => each === null)) return null;
  const notes = clippings.filter((each) => each?.kind === 'note') as Clipping[];
  const taken = new Set<Clipping>();
  const byTitle = Map.groupBy(notes, ({ title }) => title);
  const entries = clippings.map((clipping) => {
    if (clipping?.kind !== 'highlight') return clipping;
    const own = (byTitle.get(clipping.title) ?? []).filter((note) => !taken.has(note) && isWrittenAt(note, clipping));
    for (const note of own) taken.add(note);
    return { ...clipping, note: own.map((each) => each.text).join('\n\n') };
  });
  // A note joined with its highlight is no entry of its own.
  const left = entries.filter((each) => each === null || !taken.has(each));
  return noteFile(left.map((each) => each && toNote(each)));
}

const isWrittenAt = (note: Clipping, { from, to }: Clipping): boolean =>
  note.from !== null && from !== null && to !== null && note.from >= from && note.from <= to;

function toNote({
  kind,
  title,
  author,
  createdAt,
  text,
  ...rest
}: Clipping & { readonly note?: string }): PortableNote {
  const isNote = kind === 'note';
  return portableNote({
    kind: kind === 'bookmark' ? 'bookmark' : 'highlight',
    book: { title, part: '', author, ids: [] },
    quote: isNote ? '' : text,
    note: isNote ? text : (rest.note ?? ''),
    createdAt,
  });
}

function readClipping(block: string): Clipping | null {
  const [heading = '', details = '', ...lines] = block.replace(/^\n+/, '').split('\n');
  if (!details.startsWith('-')) return null;
  const words = foldText(details);
  const [place = '', ...rest] = words.split('|');
  const kind = KINDS.find(([, pattern]) => pattern.test(place))?.[0];
  if (kind === undefined) return null;
  const named = /^(.*\S)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*$/.exec(heading.trim());
  const position = /(?:posicion|position|location|posicao|loc\.?|pos\.?)\s*(\d+)(?:\s*-\s*(\d+))?/.exec(words);
  const from = position ? Number(position[1]) : null;
  const to = position?.[2] === undefined ? from : Number(position[2]);
  return {
    kind,
    title: named?.[1] ?? heading.trim(),
    author: named?.[2] ?? '',
    from,
    to,
    createdAt: readDate(rest.at(-1) ?? ''),
    text: lines.join('\n').trim(),
  };
}

/** A date in words, folded: its only number of four digits is the year. */
function readDate(words: string): string {
  const time = /(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap])?/.exec(words);
  const date = time ? words.slice(0, time.index) : words;
  const year = Number(/\d{4}/.exec(date)?.[0]);
  const day = Number(/\b\d{1,2}\b/.exec(date)?.[0]);
  const month = monthOf(date);
  if (month === undefined || !year || !day) return '';
  const [, hour = '0', minute = '0', second = '0', half] = time ?? [];
  return localInstant(year, month + 1, day, [hourOf(Number(hour), half), Number(minute), Number(second)]);
}

/** Number of the month from 0. The weekday precedes a comma: 'martes' and 'marzo' have the same beginning. */
function monthOf(date: string): number | undefined {
  return date
    .replace(/^.*?,/, '')
    .split(/[^a-zñ]+/)
    .filter((word) => word.length > 2)
    .map((word) => MONTHS.findIndex((pattern) => pattern.test(word)))
    .find((index) => index >= 0);
}

/** Hour of the day. @param half `a` or `p` where the clock has twelve hours */
function hourOf(hour: number, half: string | undefined): number {
  if (half === 'p') return hour < 12 ? hour + 12 : hour;
  return half === 'a' && hour === 12 ? 0 : hour;
}
