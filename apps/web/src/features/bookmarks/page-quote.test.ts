import type { Publication } from '@cuentos/epub/container/publication';
import type { Reader } from '@cuentos/epub/render/reader';
import { describe, expect, it, vi } from 'vitest';
import { findQuote, goToLostPosition, quoteAt } from './page-quote.ts';

const publication = {
  sections: [
    { start: 0, characters: 5000 },
    { start: 5000, characters: 5000 },
  ],
  characters: 10_000,
} as unknown as Publication;

/** An engine whose search finds these matches, given as section, CFI and the words before. */
function finding(...found: readonly (readonly [number, string, string])[]) {
  return {
    goTo: vi.fn(async () => true),
    search: async function* () {
      for (const [sectionIndex, cfi, before] of found) yield { sectionIndex, matches: [{ cfi, before }], progress: 1 };
    },
  } as unknown as Reader & { goTo: ReturnType<typeof vi.fn> };
}

describe('the words at the top of a page', () => {
  const rangeIn = (html: string, selector: string, offset: number) => {
    document.body.innerHTML = html;
    const text = document.querySelector(selector)?.firstChild;
    if (!text) throw new Error('no such text');
    const range = document.createRange();
    range.setStart(text, offset);
    range.collapse(true);
    return { rangeOf: () => ({ sectionIndex: 0, range }) };
  };

  it('are those from there to the end of the paragraph, with the words before it', () => {
    const reader = rangeIn('<p>Uno <i id="i">dos tres</i> cuatro\n cinco seis.</p><p>Otro párrafo.</p>', '#i', 4);
    expect(quoteAt(reader, 'cfi')).toEqual({ text: 'tres cuatro cinco seis.', before: 'Uno dos ' });
  });

  it('are missing where they would be too few to find the place', () => {
    expect(quoteAt(rangeIn('<h2 id="h">Capítulo</h2>', '#h', 0), 'cfi')).toBeNull();
    expect(quoteAt({ rangeOf: () => null }, 'cfi')).toBeNull();
  });

  it('are found after the same words as before, else nearest to their old place', async () => {
    const quote = { text: 'tres cuatro cinco', before: 'y luego dijo Uno dos ' };
    const twice = finding([0, 'far', 'otra cosa '], [1, 'near', 'nada ']);
    expect(await findQuote(twice, publication, quote, 70)).toBe('near');
    expect(await findQuote(twice, publication, quote, 10)).toBe('far');
    const same = finding([0, 'same', '…y luego dijo Uno dos '], [1, 'near', 'nada ']);
    expect(await findQuote(same, publication, quote, 90)).toBe('same');
    expect(await findQuote(finding(), publication, quote, 90)).toBeNull();
  });
});

describe('a part with a position in an earlier edition', () => {
  const quote = { text: 'tres cuatro cinco', before: '' };

  it('opens where the words of the position are now', async () => {
    const reader = finding([1, 'there', '']);
    await goToLostPosition({ publication, lost: { quote, percentage: 50 } }, reader, () => true);
    expect(reader.goTo).toHaveBeenCalledWith('there', { remember: false });
  });

  it('keeps the page of a reader who has turned one meanwhile', async () => {
    const reader = finding([1, 'there', '']);
    await goToLostPosition({ publication, lost: { quote, percentage: 50 } }, reader, () => false);
    expect(reader.goTo).not.toHaveBeenCalled();
  });

  it('opens at the same percentage when the words are gone, or when the reader has lost nothing', async () => {
    const reader = finding();
    await goToLostPosition({ publication, lost: { quote, percentage: 50 } }, reader, () => true);
    await goToLostPosition({ publication, lost: null }, finding([1, 'there', '']), () => true);
    expect(reader.goTo).not.toHaveBeenCalled();
  });
});
