import { limits } from '@cuentos/contract/limits';
import type { SectionWords, WordRun } from '@cuentos/epub/page-review/legible-words';
import { describe, expect, it } from 'vitest';
import { pageLooks } from './page-looks.ts';
import { addChapter, emptyTally, resultOf } from './review-tally.ts';

const run = (change: Partial<WordRun> = {}): WordRun => ({
  ...{ fault: 'off-page', cfi: 'epubcfi(/6/2!/4/2,/1:0,/1:5)', count: 3, excerpt: 'Érase una vez' },
  ...change,
});
const section = (change: Partial<SectionWords> = {}): SectionWords => ({
  ...{ path: 'c1.xhtml', pages: 4, words: 100, lost: 0, repeated: 0, freed: 0, runs: [] },
  ...change,
});
const inLooks = (...changes: Partial<SectionWords>[]) => pageLooks.map((_, index) => section(changes[index]));

describe('the result of a review', () => {
  it('is that of the look with the fewest visible words, over all chapters', () => {
    const one = addChapter(emptyTally, 'Uno', inLooks({}, { lost: 3 }));
    const two = addChapter(one, 'Dos', inLooks({ lost: 2 }, { repeated: 1 }));
    expect(two.chapters).toBe(2);
    expect(resultOf(two, 'v1')).toMatchObject({ words: 200, seen: 197, repeated: 1, app_version: 'v1' });
  });

  it('lists a place once, with all looks that show its fault', () => {
    const tally = addChapter(emptyTally, 'Uno', inLooks({ runs: [run()] }, {}, { runs: [run({ count: 5 })] }));
    expect(tally.places).toEqual([
      expect.objectContaining({ chapter: 'Uno', path: 'c1.xhtml', words: 5, looks: ['phone', 'phone-dark'] }),
    ]);
  });

  it('lists lost places before mended ones, and no more than the shop accepts', () => {
    const mended = Array.from({ length: limits.reviewPlacesMax }, (_, at) =>
      run({ fault: null, cfi: `epubcfi(/${at})` }),
    );
    const one = addChapter(emptyTally, null, inLooks({ runs: mended }));
    const two = addChapter(one, null, inLooks({ runs: [run({ cfi: 'epubcfi(/6/9)' })] }));
    expect(two.places).toHaveLength(limits.reviewPlacesMax);
    expect(two.places[0]).toMatchObject({ fault: 'off-page', chapter: null });
  });

  it('leaves out a place’s CFI that is longer than the shop accepts', () => {
    const tally = addChapter(emptyTally, null, inLooks({ runs: [run({ cfi: `epubcfi(${'/2'.repeat(300)})` })] }));
    expect(tally.places[0]?.cfi).toBeNull();
  });
});
