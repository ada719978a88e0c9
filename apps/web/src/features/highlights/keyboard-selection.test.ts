import type { Reader } from '@cuentos/epub/render/reader';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SentencePicker } from './keyboard-selection.ts';

afterEach(() => vi.restoreAllMocks());

/** Makes a reader of two sentences, whose ranges are at this place of the window. */
function readerAt(place: { left: number; top: number }) {
  const range = document.createRange();
  range.selectNodeContents(document.body);
  vi.spyOn(range, 'getClientRects').mockReturnValue([place] as unknown as DOMRectList);
  const goTo = vi.fn(async () => undefined);
  const speech = async function* () {
    yield { cfi: 'first' };
    yield { cfi: 'second' };
  };
  const reader = { speech, goTo, rangeOf: () => ({ range }) } as unknown as Reader;
  return { picker: new SentencePicker(reader), goTo };
}

describe('a sentence that is selected by keys', () => {
  it.each([
    ['stands on the page', { left: 0, top: 0 }, 0],
    ['stands on a page before', { left: -1, top: 0 }, 1],
    ['stands on a page after', { left: innerWidth, top: 0 }, 1],
    ['stands above', { left: 0, top: -1 }, 1],
    ['stands below', { left: 0, top: innerHeight }, 1],
  ])('%s: the page turns to it only when it is out of sight', async (_, place, turns) => {
    const { picker, goTo } = readerAt(place);
    expect(await picker.move(1)).toBe(true);
    expect(goTo).toHaveBeenCalledTimes(turns);
  });

  it('has none before the first sentence and none after the last', async () => {
    const { picker } = readerAt({ left: 0, top: 0 });
    expect(await picker.move(-1)).toBe(false);
    expect(await picker.move(1)).toBe(true);
    expect(await picker.move(-1)).toBe(false);
    expect(await picker.move(1)).toBe(true);
    expect(await picker.move(1)).toBe(false);
  });
});
