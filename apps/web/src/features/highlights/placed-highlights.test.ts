import type { Reader } from '@cuentos/epub/render/reader';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenedBook } from '../reading/opening/open-book.ts';
import { FakeReader } from '../../testing/fake-reader.ts';
import { PlacedHighlights } from './placed-highlights.ts';

const COUNT = 25;

vi.mock('./highlight-store.ts', () => ({
  openHighlightStore: async () => ({
    list: () =>
      Array.from({ length: COUNT }, (_, at) => {
        const cfi = `epubcfi(/6/4!/4/2,/1:${at},/1:${at + 1})`;
        return { id: `h${at}`, cfi, edition_id: '', color: 'green', note: '', created_at: '' };
      }),
    subscribe: () => () => {},
    pull: async () => true,
    close() {},
  }),
}));
/** Time that the searches have taken, ms. */
const clock = vi.hoisted(() => ({ now: 0, searched: 0 }));
vi.mock('./highlight-anchors.ts', () => ({
  HighlightAnchors: class {
    async placeOf({ cfi }: { readonly cfi: string }): Promise<string> {
      clock.now += 30;
      clock.searched += 1;
      return cfi;
    }
  },
}));

/** Functions that wait for the page to be idle. */
let idle: (() => void)[];
let painted: Set<string>;

beforeEach(() => {
  [idle, painted, clock.searched] = [[], new Set(), 0];
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const beIdle = async () => {
  for (const work of idle.splice(0)) work();
  await new Promise((resolve) => void setTimeout(resolve));
};

function open(): PlacedHighlights {
  const highlights = new PlacedHighlights({ partId: 'part', editionId: 'edition' } as OpenedBook, () => {});
  const reader = Object.assign(new FakeReader({} as never), {
    highlights: { add: ({ id }: { readonly id: string }) => painted.add(id), remove() {} },
  });
  highlights.open(reader as unknown as Reader, async () => {});
  return highlights;
}

it('looks for the places of imported highlights while the page is idle, and paints them as they are found', async () => {
  const highlights = open();
  await vi.waitFor(() => expect(idle).toHaveLength(1));
  for (let turn = 1; turn < COUNT; turn += 1) {
    expect(clock.searched).toBe(turn);
    expect(painted.size).toBe(turn - (turn % 10));
    await beIdle();
  }
  await vi.waitFor(() => expect(painted.size).toBe(COUNT));
  expect(idle).toEqual([]);
  highlights.close();
});

it('ends the search when the book is closed', async () => {
  const highlights = open();
  await vi.waitFor(() => expect(idle).toHaveLength(1));
  highlights.close();
  await beIdle();
  expect(clock.searched).toBe(1);
  expect(idle).toEqual([]);
});
