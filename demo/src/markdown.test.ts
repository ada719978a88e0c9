import { describe, expect, it } from 'vitest';
import { countWords, parsePart, plainText } from './markdown.ts';

const bodyOf = (source: string): string => parsePart(`## Uno\n\n${source}\n`)[0]?.body ?? '';

describe('parsePart', () => {
  it('makes a chapter of each first-level heading and a section of each lower one', () => {
    const chapters = parsePart('## Uno\n\nHola.\n\n### Adentro\n\nAquí.\n\n## Dos\n\nChao.\n');
    expect(chapters.map(({ title }) => title)).toEqual(['Uno', 'Dos']);
    expect(chapters[0]?.sections).toEqual([{ id: 's-adentro', title: 'Adentro' }]);
    expect(chapters[0]?.body).toContain('<section aria-labelledby="s-adentro">');
  });

  it('links a footnote and its reference to each other', () => {
    const body = bodyOf('Palabra[^a].\n\n[^a]: Su *nota*.');
    expect(body).toContain('href="#nota-1" id="llamada-1">1</a>');
    expect(body).toMatch(/id="nota-1"><p>1\. Su <em>nota<\/em>\. <a role="doc-backlink" href="#llamada-1">/);
  });

  it('keeps the line breaks of verse', () => {
    expect(bodyOf('```verso\nuno & *dos*\ntres\n```')).toContain(
      '<span class="line">uno &amp; <em>dos</em></span><br/>\n<span class="line">tres</span>',
    );
  });

  it.each([
    ['text before the first chapter', 'Hola\n\n## Uno\n'],
    ['raw HTML', '## Uno\n\n<b>x</b>\n'],
    ['a footnote without text', '## Uno\n\nx[^1]\n'],
    ['a picture without description', '## Uno\n\n![](a.svg)\n'],
    ['a heading of another level', '## Uno\n\n#### x\n'],
  ])('refuses %s', (_name, source) => {
    expect(() => parsePart(source)).toThrow();
  });
});

describe('countWords', () => {
  it('counts words and ignores punctuation', () => {
    expect(countWords('## Dos palabras\n\n—¿Qué? —dijo *él*, a las 19:54[^1].')).toBe(8);
  });
});

describe('plainText', () => {
  it('removes the markup that a reader does not see', () => {
    expect(plainText('> Hola,\n> *mundo*[^1].\n\n[^1]: nota')).toBe('Hola, mundo.');
  });
});
