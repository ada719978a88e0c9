import { describe, expect, it } from 'vitest';
import { cfiOfRange, rangeOfCfi } from './cfi.ts';
import { writeHyphens } from '../render/hyphenation/section-hyphens.ts';
import { ownData, ownOffset, shownOffset } from './own-text.ts';
import { offsetOfPoint, readSectionText } from './section-text.ts';
import { TextIndex } from './text-index.ts';
import { cfiOfText, rangeOfText } from './text-range.ts';

const TEXT = 'La construcción del ferrocarril';
/** Offsets in cons-truc-ción and fe-rro-ca-rril; the hyphen of the last paragraph is the author's own. */
const OFFSETS = [7, 11, 22, 25, 27];
/** Fills the page's own document: this DOM handles ranges of other documents incompletely. */
function open(isHyphenated: boolean): Text {
  document.body.innerHTML = `<p>Uno</p><p>${TEXT}</p><p>au\u00ADtora</p>`;
  const text = document.querySelectorAll('p')[1]?.firstChild as Text;
  if (isHyphenated) writeHyphens(text, OFFSETS);
  return text;
}
const rangeIn = (text: Text, from: number, to: number): Range => {
  const range = document.createRange();
  range.setStart(text, shownOffset(text, from));
  range.setEnd(text, shownOffset(text, to));
  return range;
};
const written = (range: Range | null): string | undefined => range?.toString().replaceAll('\u00AD', '');
const section = { cfi: '/6/2' };

describe('hyphens that the engine inserted', () => {
  it('are not part of the text', () => {
    const text = open(true);
    expect(text.data).toBe('La cons\u00ADtruc\u00ADción del fe\u00ADrro\u00ADca\u00ADrril');
    expect(ownData(text)).toBe(TEXT);
    for (let own = 0; own < TEXT.length; own += 1) {
      const shown = shownOffset(text, own);
      expect(ownOffset(text, shown)).toBe(own);
      expect(text.data[shown]).toBe(TEXT[own]);
    }
    expect(ownData(document.querySelectorAll('p')[2]?.firstChild as Text), 'her own hyphen').toBe('au\u00ADtora');
  });

  it.each([
    [0, 5],
    [7, 15],
    [5, 22],
    [27, TEXT.length],
  ])('change no place: %i to %i noted with them is found without, and the reverse', (from, to) => {
    const cfi = cfiOfRange(section, rangeIn(open(false), from, to));
    const text = open(true);
    expect(cfiOfRange(section, rangeIn(text, from, to))).toBe(cfi);
    expect(written(rangeOfCfi(cfi, document))).toBe(TEXT.slice(from, to));
    open(false);
    expect(rangeOfCfi(cfi, document)?.toString()).toBe(TEXT.slice(from, to));
  });

  it('are in no count, quote or search', () => {
    open(false);
    const { total } = new TextIndex(document.body);
    const span = { from: 7, to: 7 + 'construcción'.length };
    const cfi = cfiOfText('/6/2', readSectionText(document.body), span);
    const text = open(true);
    const index = new TextIndex(document.body);
    expect(index.total).toBe(total);
    for (const own of [0, 7, 12, 30]) {
      expect(index.charactersBefore(text, shownOffset(text, own))).toBe(3 + own);
      expect(index.positionAt(3 + own)).toEqual({ node: text, offset: shownOffset(text, own) });
    }
    const flat = readSectionText(document.body);
    expect(flat.text).toContain(TEXT);
    expect(flat.text.slice(span.from, span.to)).toBe('construcción');
    expect(offsetOfPoint(flat, text, shownOffset(text, 3))).toBe(span.from);
    expect(written(rangeOfText(flat, span))).toBe('construcción');
    expect(cfiOfText('/6/2', flat, span)).toBe(cfi);
  });
});
