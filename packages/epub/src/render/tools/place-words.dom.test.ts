import { describe, expect, it } from 'vitest';
import type { Loader } from '../../container/loader.ts';
import type { Publication } from '../../container/publication.ts';
import { PlaceWords } from './place-words.ts';

const page = (body: string): string => `<html xmlns="http://www.w3.org/1999/xhtml"><head/><body>${body}</body></html>`;
const BOOK = {
  'a.xhtml': page('<h1>Uno</h1>\n<p>Érase <em>una</em> vez</p>'),
  'b.xhtml': page(`<p>Con mu\u00ADcho texto ${'palabra '.repeat(40)}</p>`),
};
const section = (index: number, path: string, start: number, characters: number) => ({
  ...{ index, path, start, characters, mediaType: 'application/xhtml+xml', linear: true, missing: false },
});
const publication = {
  sections: [section(0, 'a.xhtml', 0, 16), section(1, 'b.xhtml', 16, 336)],
  characters: 352,
} as unknown as Publication;

function open(files: Readonly<Record<string, string>> = BOOK) {
  const asked: string[] = [];
  let isDown = false;
  const loader = {
    async text(path: string) {
      asked.push(path);
      if (isDown) throw new Error('no line');
      return files[path] ?? '';
    },
  } as unknown as Loader;
  return { words: new PlaceWords(publication, loader), asked, break: (is: boolean) => (isDown = is) };
}

describe('the first words of a place', () => {
  it('come from the file, from the word at the place on, with blocks separated', async () => {
    const { words, asked } = open();
    expect(await words.from(0, 60)).toBe('Uno Érase una vez');
    expect(await words.from(5 / 352, 60)).toBe('Érase una vez');
    expect(await words.from(10 / 352, 60)).toBe('una vez');
    expect(asked).toEqual(['a.xhtml']);
  });

  it('are cut between words, without soft hyphens', async () => {
    const { words } = open();
    expect(await words.from(16 / 352, 26)).toBe('Con mucho texto palabra…');
  });

  it('are single letters in a script without spaces', async () => {
    const { words } = open({ 'a.xhtml': page(`<p>${'字'.repeat(500)}</p>`) });
    expect(await words.from(10 / 352, 20)).toBe(`${'字'.repeat(20)}…`);
  });

  it('are loaded again after a failure', async () => {
    const reading = open();
    reading.break(true);
    await expect(reading.words.from(0, 60)).rejects.toThrow('no line');
    reading.break(false);
    expect(await reading.words.from(0, 60)).toBe('Uno Érase una vez');
  });
});
