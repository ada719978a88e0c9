import fc from 'fast-check';
import { foldText } from '@cuentos/domain/text/fold';
import { expect, test } from 'vitest';
import { findAll, foldForSearch, snippetOf } from './search-text.ts';

const find = (text: string, query: string): string[] =>
  findAll(foldForSearch(text), foldForSearch(query).text.trim()).map(({ from, to }) => text.slice(from, to));

test.each([
  ['El otoño, otoñal; ya no hay OTOÑO', 'otoñ', ['otoñ', 'otoñ', 'OTOÑ']],
  ['Año nuevo, ano no', 'ano', ['ano']],
  ['Año nuevo, ano no', 'AÑO', ['Año']],
  ['canción, CANCION, cancio\u0301n', 'canción', ['canción', 'CANCION', 'cancio\u0301n']],
  ['n\u0303andú', 'ñandu', ['n\u0303andú']],
  ['una  frase\n larga', 'frase larga', ['frase\n larga']],
  ['pa\u00ADla\u00ADbra', 'palabra', ['pa\u00ADla\u00ADbra']],
  ['aaaa', 'aa', ['aa', 'aa']],
  ['La oﬁcina y el ﬂujo', 'oficina', ['oﬁcina']],
  ['La oﬁcina', 'la of', ['La oﬁ']],
  ['Dijo “hola” y «adiós»', '"hola" y "adiós"', ['“hola” y «adiós»']],
  ['l’amour', "l'amour", ['l’amour']],
  ['Œuvre, ægis, Ǣ', 'oeuvre, aegis, ae', ['Œuvre, ægis, Ǣ']],
  ['dijo "hola"', '«hola»', ['"hola"']],
  ['nada', '', []],
  ['İstanbul straße', 'strasse', []],
])('%j has %j', (text, query, expected) => expect(find(text, query)).toEqual(expected));

test("folding equals the shop's, and every folded character maps to its source", () => {
  const clean = (text: string): boolean => !/[\u0000\u00AD\u200B\u2060\uFEFFﬀ-ﬆœŒæÆǢǣǼǽĳĲ«»“”„‟″‘’‚‛‹›′´`]/.test(text);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }).filter(clean), (text) => {
      const { text: folded, origins } = foldForSearch(text);
      // Lower case of a final sigma depends on its neighbours, so the comparison ignores it.
      const alike = (each: string): string => each.replaceAll('ς', 'σ').replace(/\s+/g, ' ');
      expect(alike(folded)).toBe(alike(foldText(text)));
      expect(origins).toHaveLength(folded.length + 1);
      expect(origins.at(-1)).toBe(text.length);
      for (let at = 1; at < origins.length; at += 1) expect(origins[at]! >= origins[at - 1]!).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test('a text is found at its place', () => {
  const words = fc.array(fc.constantFrom('año', 'Ánimo', 'mar', 'ñu', 'la', '—', 'e\u0301l'), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(words, fc.nat(), fc.nat(), (list, a, b) => {
      const text = list.join('  ');
      const from = list.slice(0, a % list.length).join('  ').length;
      const query = list.slice(a % list.length, (a % list.length) + 1 + (b % 3)).join(' ');
      const spans = findAll(foldForSearch(text), foldForSearch(query).text.trim());
      expect(spans.some((span) => span.from >= from - 2 || span.from === 0)).toBe(true);
      for (const span of spans)
        expect(foldForSearch(text.slice(span.from, span.to)).text).toBe(foldForSearch(query).text);
    }),
  );
});

test('a snippet has at most 150 characters and is cut between words', () => {
  const text = `${'antes de todo '.repeat(30)}HALLAZGO${' y después nada'.repeat(30)}`;
  const from = text.indexOf('HALLAZGO');
  const snippet = snippetOf(text, { from, to: from + 8 });
  const whole = snippet.before + snippet.match + snippet.after;
  expect(whole.length).toBeLessThanOrEqual(150);
  expect(whole.length).toBeGreaterThan(130);
  expect(snippet.before).toMatch(/^…(antes|de|todo) /);
  expect(snippet.after).toMatch(/ (y|después|nada)…$/);
  expect(snippetOf('corto', { from: 0, to: 5 })).toEqual({ before: '', match: 'corto', after: '' });
  const atStart = snippetOf(text, { from: 0, to: 5 });
  expect((atStart.before + atStart.match + atStart.after).length).toBeGreaterThan(130);
});

test('a snippet that ends with a full stop shows three dots, not four', () => {
  const text = `La niebla guarda. ${'Palabras. '.repeat(60)}`;
  expect(snippetOf(text, { from: 3, to: 9 }).after).toMatch(/Palabras…$/);
});
