import type { TocEntry } from '@cuentos/epub/container/publication';
import { describe, expect, it } from 'vitest';
import { readContents } from './chapters.ts';

const entry = (title: string, href: string | null, children: readonly TocEntry[] = []): TocEntry => ({
  title,
  href,
  children,
});

describe('contents of a book', () => {
  const flat = readContents([
    entry('Uno', 'a.xhtml'),
    entry('Dos', 'b.xhtml', [
      entry('La torta', 'b.xhtml#t', [entry('Receta', 'b.xhtml#r')]),
      entry('Velas', 'b.xhtml#v'),
    ]),
    entry('Sin lugar', null),
  ]);

  it('have chapters and one level below', () => {
    expect(flat.chapters.map(({ title, parentId }) => [title, parentId])).toEqual([
      ['Uno', null],
      ['Dos', null],
      ['La torta', '1'],
      ['Velas', '1'],
      ['Sin lugar', null],
    ]);
  });

  it('have the row of a place, also of a place deeper than the rows', () => {
    expect(flat.chapterAt('b.xhtml#v')?.title).toBe('Velas');
    expect(flat.chapterAt('b.xhtml#r')?.title).toBe('La torta');
    expect(flat.chapterAt('nada.xhtml')).toBeNull();
    expect(flat.chapterAt(null)).toBeNull();
  });

  it('count chapters, not their parts', () => {
    expect(flat.numberOf(flat.chapterAt('b.xhtml#v'))).toEqual({ number: 2, count: 3 });
    expect(flat.numberOf(null)).toBeNull();
  });

  it('count the chapters inside volumes, not the volumes', () => {
    const volumes = readContents([
      entry('Prólogo', 'p.xhtml'),
      entry('Tomo I', 't1.xhtml', [entry('I', '1.xhtml'), entry('II', '2.xhtml')]),
      entry('Tomo II', 't2.xhtml', [entry('III', '3.xhtml')]),
    ]);
    expect(volumes.numberOf(volumes.chapterAt('3.xhtml'))).toEqual({ number: 4, count: 4 });
    expect(volumes.numberOf(volumes.chapterAt('t1.xhtml'))).toBeNull();
  });
});
