import { afterEach, expect, it, vi } from 'vitest';
import type { Publication } from '../../container/publication.ts';
import type { ReaderOptions, ReaderTheme } from '../reader-types.ts';
import { settingsOf } from './theme-css.ts';

const theme = {} as ReaderTheme;

/** Whether lines of a book are justified because the browser is seen to divide its words. */
function dividesWords(language: string): boolean {
  const publication = { metadata: { language } } as Publication;
  const options = { publication, texts: {}, host: document.body, theme } as ReaderOptions;
  return settingsOf(options, theme).dividesWords;
}

/** A line is 10 px high. */
const layOutLines = (count: number) =>
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(10 * count);

afterEach(() => {
  vi.restoreAllMocks();
});

it('asks again while the browser divides no word of a language, and once it does no more', () => {
  const undivided = layOutLines(1);
  expect([dividesWords('es'), dividesWords('es')]).toEqual([false, false]);
  expect(undivided).toHaveBeenCalledTimes(2);
  const divided = layOutLines(2);
  expect([dividesWords('es'), dividesWords('es')]).toEqual([true, true]);
  // Twice before, and once more.
  expect(divided).toHaveBeenCalledTimes(3);
  expect(document.body.innerHTML).toBe('');
});

it('asks nothing of a language whose lines are justified without dividing words', () => {
  const undivided = layOutLines(1);
  expect(dividesWords('ja')).toBe(true);
  expect(undivided).not.toHaveBeenCalled();
});
