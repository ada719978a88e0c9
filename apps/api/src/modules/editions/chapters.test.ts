import type { Section, TocEntry } from '@cuentos/epub/container/publication';
import { expect, it } from 'vitest';
import { chaptersOf } from './chapters.ts';

const section = (path: string, cfi: string): Section => ({
  index: 0,
  path,
  mediaType: 'application/xhtml+xml',
  linear: true,
  cfi,
  characters: 1,
  start: 0,
  size: 1,
  missing: false,
  layout: 'reflowable',
});
const entry = (title: string, href: string | null, children: readonly TocEntry[] = []): TocEntry => ({
  title,
  href,
  children,
});

it('each file is named by the chapter that begins in it, a volume by its chapters, several in a file by one', () => {
  const sections = [
    section('cover.xhtml', '/6/2'),
    section('one.xhtml', '/6/4[uno]'),
    section('two.xhtml', '/6/6'),
    section('two-b.xhtml', '/6/8'),
    section('three.xhtml', '/6/10'),
  ];
  const toc = [
    entry('Tomo I', null, [entry('Uno', 'one.xhtml'), entry('Dos', 'two.xhtml#a')]),
    entry('Dos, la segunda escena', 'two.xhtml#b'),
    entry('Tres', 'three.xhtml', [entry('Una sección', 'three.xhtml#s')]),
    entry('Nada', 'gone.xhtml'),
  ];
  expect(chaptersOf({ toc, sections })).toEqual([
    { title: 'Uno', step: 4 },
    { title: 'Dos', step: 6 },
    { title: 'Tres', step: 10 },
  ]);
});
