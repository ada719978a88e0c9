import { BLOCK_EDGE } from './section-text.ts';
import { type TextSpanOf, trimSpan } from './text-range.ts';

/** Longer sentences are read in parts: some voices fall silent in the middle of a long one, characters. */
const LONGEST = 320;
/** Abbreviations after which a sentence goes on, though a capital follows. */
const ABBREVIATION =
  /(?:^|[\s(«"“—¿¡])(?:Sr|Sra|Srta|Sres|Dr|Dra|Drs|D|Dn|Dña|Da|Ud|Uds|Vd|Vds|Vm|Lic|Ing|Prof|Gral|Cnel|Cap|Tte|Mons|Pbro|Fr|Sto|Sta|S|St|Mr|Mrs|Ms|pág|págs|cap|fig|núm|art|vol|ed|p|etc|[A-ZÁÉÍÓÚÑ])\.\s*$/u;

/**
 * The sentences of a section's text from an offset on, in order; the one that the offset falls into comes first,
 * from there. No sentence crosses a block. White space at their ends is left out.
 */
export function* sentencesOf(text: string, language: string, from = 0): Generator<TextSpanOf, void, undefined> {
  const segmenter = new Intl.Segmenter(isTag(language) ? language : 'es', { granularity: 'sentence' });
  for (let start = 0; start <= text.length;) {
    const edge = text.indexOf(BLOCK_EDGE, start);
    const end = edge < 0 ? text.length : edge;
    if (end > from) yield* sentencesOfBlock(text, segmenter, { from: start, to: end }, from);
    start = end + 1;
  }
}

/** Sentences are found from the block's beginning: from its middle other ones might come out. */
function* sentencesOfBlock(
  text: string,
  segmenter: Intl.Segmenter,
  block: TextSpanOf,
  from: number,
): Generator<TextSpanOf, void, undefined> {
  let start = block.from;
  const source = text.slice(block.from, block.to);
  // A line break inside a block is no end of a sentence, whatever the segmenter says.
  for (const { segment, index } of segmenter.segment(source.replace(/[\n\r\u2028\u0085]/g, ' '))) {
    const end = block.from + index + segment.length;
    const isOpen = ABBREVIATION.test(text.slice(start, end)) && end < block.to;
    if (isOpen) continue;
    if (end > from) {
      const span = trimSpan(text, { from: Math.max(start, from), to: end });
      if (span && /[\p{L}\p{N}]/u.test(text.slice(span.from, span.to))) yield* partsOf(text, span);
    }
    start = end;
  }
}

/** A long sentence in parts, each ending with a pause in it, or at a space when there is none. */
function* partsOf(text: string, { from, to }: TextSpanOf): Generator<TextSpanOf, void, undefined> {
  let start = from;
  while (to - start > LONGEST) {
    const window = text.slice(start, start + LONGEST);
    const pause = Math.max(...[';', ':', ',', '—', '…'].map((sign) => window.lastIndexOf(`${sign} `)));
    const cut = pause > LONGEST / 4 ? pause + 1 : window.lastIndexOf(' ');
    const span = trimSpan(text, { from: start, to: start + (cut > 0 ? cut : LONGEST) });
    if (span) yield span;
    start += cut > 0 ? cut : LONGEST;
  }
  const rest = trimSpan(text, { from: start, to });
  if (rest) yield rest;
}

function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length === 1;
  } catch {
    return false;
  }
}
