import { describe, expect, it } from 'vitest';
import { type AnchorSection, type Quote, reAnchor } from './re-anchor.ts';
import { readSectionText } from './section-text.ts';
import { cfiOfText, textOfCfi } from './text-range.ts';

function sectionOf(cfi: string, html: string): AnchorSection {
  document.body.innerHTML = html;
  return { cfi, text: readSectionText(document.body, new Set(), false) };
}

function quoteIn({ cfi, text }: AnchorSection, words: string, nth = 0): Quote {
  let from = -1;
  for (let count = 0; count <= nth; count += 1) from = text.text.indexOf(words, from + 1);
  const span = { from, to: from + words.length };
  return {
    cfi: cfiOfText(cfi, text, span) as string,
    text: words,
    before: text.text.slice(Math.max(0, from - 30), from),
    after: text.text.slice(span.to, span.to + 30),
  };
}

const textOf = (anchored: ReturnType<typeof reAnchor>, sections: readonly AnchorSection[]): string => {
  const { text } = sections[anchored!.section]!.text;
  const span = textOfCfi(anchored!.cfi, sections[anchored!.section]!.text)!;
  return text.slice(span.from, span.to);
};

const OLD = sectionOf(
  '/6/2',
  '<p>Había una vez un mar. El mar era verde.</p><p>Otro mar, otro día; y el mar otra vez.</p>',
);

describe('anchoring a quote in another edition', () => {
  it('keeps a CFI that leads to the same text', () => {
    const quote = quoteIn(OLD, 'mar', 1);
    expect(reAnchor(quote, [OLD], 0)).toMatchObject({ cfi: quote.cfi, section: 0, by: 'cfi' });
  });

  it('finds the text by its surroundings when paragraphs were inserted before it', () => {
    const edited = sectionOf(
      '/6/2',
      '<h1>Prólogo del mar</h1><p>El mar, el mar.</p><p>Había una vez un mar. El mar era <b>verde</b>.</p><p>Otro mar, otro día; y el mar otra vez.</p>',
    );
    for (const nth of [0, 1, 2, 3]) {
      const quote = quoteIn(OLD, 'mar', nth);
      const anchored = reAnchor(quote, [edited], 0);
      expect(anchored?.by).toBe('quote');
      const { from } = textOfCfi(anchored!.cfi, edited.text)!;
      expect(edited.text.text.slice(0, from).trimEnd().endsWith(quote.before.trim().slice(-8))).toBe(true);
    }
  });

  it('finds the text in another section', () => {
    const sections = [sectionOf('/6/2', '<p>Nuevo comienzo.</p>'), sectionOf('/6/4', '<p>El  mar era\nverde.</p>')];
    const anchored = reAnchor(quoteIn(OLD, 'El mar era verde'), sections, 0);
    expect(anchored).toMatchObject({ section: 1, by: 'quote' });
    expect(textOf(anchored, sections)).toBe('El  mar era\nverde');
  });

  it('finds a text whose accents were corrected', () => {
    const sections = [sectionOf('/6/2', '<p>Habia una vez un mar.</p>')];
    expect(reAnchor(quoteIn(OLD, 'Había una vez'), sections, 0)).toMatchObject({ by: 'folded' });
  });

  it('returns no place when the text was deleted', () => {
    expect(reAnchor(quoteIn(OLD, 'era verde'), [sectionOf('/6/2', '<p>Nada.</p>')], 0)).toBeNull();
    expect(reAnchor({ cfi: 'nada', text: '  ', before: '', after: '' }, [OLD], -1)).toBeNull();
  });
});

it('finds a quote stored with a note mark, which texts leave out', () => {
  const section = sectionOf('/6/4', '<p>El mundo<a href="#n">[1]</a> es ancho y ajeno, dijo ella.</p>');
  const quote = {
    cfi: 'epubcfi(/6/4!/4/2,/1:900,/1:920)',
    text: 'mundo[1] es',
    before: 'El ',
    after: ' ancho y ajeno',
  };
  expect(textOf(reAnchor(quote, [section], 0), [section])).toBe('mundo es');
});

it('does not stall on a quote with very many signs between its words', () => {
  const signs = '. '.repeat(200_000);
  const quote = { cfi: 'epubcfi(/6/4!/4/2,/1:900,/1:920)', text: `mundo ${signs} es`, before: 'El ', after: ' ancho' };
  const section = sectionOf('/6/4', `<p>El mundo${signs}es ancho y ajeno.</p>`);
  expect(textOf(reAnchor(quote, [section], 0), [section]).startsWith('mundo')).toBe(true);
});
