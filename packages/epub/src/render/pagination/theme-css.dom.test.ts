import { afterEach, expect, it, vi } from 'vitest';
import type { Publication } from '../../container/publication.ts';
import type { ReaderOptions, ReaderTheme } from '../reader-types.ts';
import { settingsOf } from './theme-css.ts';

const theme = {} as ReaderTheme;

/** Returns whether the lines of a book are justified because the browser divides words of its language. */
function dividesWords(language: string): boolean {
  const publication = { metadata: { language } } as Publication;
  const options = { publication, texts: {}, host: document.body, theme } as ReaderOptions;
  return settingsOf(options, theme).dividesWords;
}

/** Makes the test line look this many lines high, at 10 px per line. */
const layOutLines = (count: number) =>
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(10 * count);

afterEach(() => {
  vi.restoreAllMocks();
});

it('tests a language again while the browser divides none of its words, and not once it does', () => {
  const undivided = layOutLines(1);
  expect([dividesWords('es'), dividesWords('es')]).toEqual([false, false]);
  expect(undivided).toHaveBeenCalledTimes(2);
  const divided = layOutLines(2);
  expect([dividesWords('es'), dividesWords('es')]).toEqual([true, true]);
  // Two failed measurements before, and one more that succeeds.
  expect(divided).toHaveBeenCalledTimes(3);
  expect(document.body.innerHTML).toBe('');
});

it('measures no language whose lines are justified without dividing words', () => {
  const undivided = layOutLines(1);
  expect(dividesWords('ja')).toBe(true);
  expect(undivided).not.toHaveBeenCalled();
});
