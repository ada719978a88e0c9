import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenedBook } from './opening/open-book.ts';
import { answerLink, follow, goToChapter, showFound, turnTowards } from './jumps.ts';
import { ReadingSession } from './reading-session.ts';
import { FakeReader, fakeReaders } from '../../testing/fake-reader.ts';
import { placeAt } from '../../testing/place-at.ts';
import { defaultTheme, loadTheme } from './themes/themes.ts';

vi.mock('@cuentos/epub/render/reader', async () => ({
  Reader: (await import('../../testing/fake-reader.ts')).FakeReader,
}));
vi.mock('./opening/device-copy.ts', () => ({
  downloadEdition: async () => {},
  removeCopy: async () => {},
  isCopySound: async () => true,
}));

const tracker = { local: null, move: vi.fn(), follow: vi.fn(), stay: vi.fn(), leave: vi.fn(), close: vi.fn() };
const loader = { close: vi.fn() };

function book(changes: object = {}): OpenedBook {
  return {
    partId: 'part',
    bookId: 'book',
    editionId: 'edition',
    preview: false,
    fromDevice: false,
    publication: {
      toc: [{ title: 'Uno', href: 'a.xhtml', children: [] }],
      sections: [{ path: 'a.xhtml' }],
      characters: 1000,
      metadata: {},
    },
    loader,
    tracker,
    start: null,
    lost: null,
    question: null,
    remote: Promise.resolve(null),
    onRefused() {},
    ...changes,
  } as unknown as OpenedBook;
}

/** Durations of the page's fades, ms. */
const fades: number[] = [];

async function reading(changes: object = {}) {
  const session = new ReadingSession(book(changes));
  const host = document.createElement('div');
  host.animate = (_frames, timing) => {
    fades.push(Number((timing as KeyframeAnimationOptions).duration));
    return { finished: Promise.resolve(), cancel() {} } as unknown as Animation;
  };
  session.attach(host);
  const reader = fakeReaders.at(-1);
  if (!reader) throw new Error('no engine was made');
  return { session, reader, ready: () => vi.advanceTimersByTimeAsync(1) };
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  fades.length = 0;
  tracker.move.mockClear();
});
afterEach(() => vi.useRealTimers());

describe('turning pages', () => {
  it('waits for the book and for the end of a dialog, and only closes an open panel', async () => {
    const { session, reader, ready } = await reading();
    expect(reader.mayTurn()).toBe(false);
    await ready();
    expect(reader.mayTurn()).toBe(true);
    const end = session.layers.add({ modal: true });
    expect(reader.mayTurn()).toBe(false);
    end();
    await vi.advanceTimersByTimeAsync(800);
    session.togglePanel();
    expect(session.snapshot().panelOpen).toBe(true);
    expect(reader.mayTurn()).toBe(false);
    expect(session.snapshot().panelOpen).toBe(false);
    expect(reader.mayTurn()).toBe(true);
  });

  it('follows the same rules for a key beside the page', async () => {
    const { session, reader, ready } = await reading();
    session.turn('next');
    expect(reader.next).not.toHaveBeenCalled();
    await ready();
    session.turn('next');
    session.turn('prev');
    expect([reader.next.mock.calls.length, reader.prev.mock.calls.length]).toEqual([1, 1]);
  });

  it.each([
    ['ltr', 'right'],
    ['rtl', 'left'],
  ] as const)('in a book of direction %s goes to the %s', async (direction, side) => {
    const { publication } = book();
    const metadata = { ...publication.metadata, direction };
    const { session, reader, ready } = await reading({ publication: { ...publication, metadata } });
    await ready();
    turnTowards(session, side);
    expect([reader.next.mock.calls.length, reader.prev.mock.calls.length]).toEqual([1, 0]);
    turnTowards(session, side === 'left' ? 'right' : 'left');
    expect(reader.prev).toHaveBeenCalledOnce();
  });
});

describe('settings', () => {
  it('open 800 ms after the book', async () => {
    const { session, ready } = await reading();
    await ready();
    await vi.advanceTimersByTimeAsync(798);
    session.togglePanel();
    expect(session.snapshot().panelOpen).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    session.togglePanel();
    expect(session.snapshot().panelOpen).toBe(true);
    session.togglePanel();
    expect(session.snapshot().panelOpen).toBe(false);
  });

  it('change the theme behind a fade of 500 ms and keep it', async () => {
    const { session, reader, ready } = await reading();
    await ready();
    await session.changeTheme({ name: 'dark', fontSize: '20' });
    expect(fades).toEqual([500, 500]);
    expect(reader.setTheme).toHaveBeenLastCalledWith(expect.objectContaining({ background: '#121212', fontSize: 20 }));
    expect(loadTheme()).toMatchObject({ name: 'dark', fontSize: '20' });
  });

  it('return to the default in memory only when the book is closed, which ends the engine', async () => {
    const { session, reader, ready } = await reading();
    await ready();
    await session.changeTheme({ name: 'gray' });
    session.close();
    expect(reader.destroy).toHaveBeenCalledOnce();
    expect(session.snapshot().theme).toEqual(defaultTheme);
    expect(session.snapshot().place).toBeNull();
    expect(session.contents.chapters).toEqual([]);
    expect(loadTheme()).toMatchObject({ name: 'gray' });
  });
});

describe('chapters', () => {
  it('open behind a fade of 200 ms; an unknown address does nothing and is logged', async () => {
    const { session, reader, ready } = await reading();
    await ready();
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await goToChapter(session, 'nada.xhtml');
    expect(reader.goTo).not.toHaveBeenCalled();
    expect(fades).toEqual([]);
    expect(log).toHaveBeenCalledOnce();
    await goToChapter(session, 'a.xhtml#uno');
    expect(reader.goTo).toHaveBeenCalledWith('a.xhtml#uno');
    expect(fades).toEqual([200, 200]);
    log.mockRestore();
  });
});

describe('the position', () => {
  it('is stored on each page change, and not when the book opens or is laid out again', async () => {
    const { reader, ready } = await reading();
    await ready();
    reader.tell('relocate', placeAt({ reason: 'jump' }));
    reader.tell('relocate', placeAt({ reason: 'layout' }));
    expect(tracker.move).not.toHaveBeenCalled();
    reader.tell('relocate', placeAt({ reason: 'turn', cfi: 'there' }));
    expect(tracker.move).toHaveBeenCalledWith({ cfi: 'there', percentage: 10, editionId: 'edition' });
  });
});

describe("another device's place", () => {
  const remote = {
    last_location: 'there',
    percentage: 60,
    revision: 7,
    edition_id: 'edition',
    updated_at: '2026-11-27T15:00:00Z',
    accepted: false,
  };

  /** Opens a book, turns a page, and lets the shop refuse the move because it has another position. */
  async function refused(percentage: number) {
    let refuse: (place: typeof remote | null) => void = () => {};
    const book = { onRefused: (listener: typeof refuse) => (refuse = listener) };
    const opened = await reading(book);
    await opened.ready();
    opened.reader.tell('relocate', placeAt({ reason: 'turn', percentage }));
    tracker.move.mockClear();
    refuse(remote);
    await import('./position/other-device.ts');
    await vi.advanceTimersByTimeAsync(1);
    return opened;
  }

  it('that refused a move is asked about when the book becomes visible again, not while pages are turned', async () => {
    const { session, reader } = await refused(10);
    expect(reader.mayTurn()).toBe(true);
    expect(session.snapshot().question).toBeNull();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(session.snapshot().question).toEqual(remote);
    expect(tracker.move).not.toHaveBeenCalled();
  });

  it('waits during a selection', async () => {
    const { session, reader } = await refused(10);
    reader.selection = () => ({}) as ReturnType<typeof reader.selection>;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(session.snapshot().question).toBeNull();
    reader.selection = () => null;
    expect(reader.mayTurn()).toBe(false);
    expect(session.snapshot().question).toEqual(remote);
  });

  it('is not overwritten by this device’s, though it is near', async () => {
    await refused(59);
    expect(tracker.move).not.toHaveBeenCalled();
    expect(tracker.stay).not.toHaveBeenCalled();
  });
});

it('stores a turn that is followed at once by hiding the page', async () => {
  const { session, reader, ready } = await reading();
  await ready();
  reader.tell('relocate', placeAt({ reason: 'jump', percentage: 0 }));
  reader.reportNow.mockImplementationOnce(() => reader.tell('relocate', placeAt({ reason: 'turn', percentage: 4 })));
  dispatchEvent(new Event('pagehide'));
  expect(tracker.move).toHaveBeenCalledWith(expect.objectContaining({ percentage: 4 }));
  expect(tracker.leave.mock.invocationCallOrder.at(-1)).toBeGreaterThan(tracker.move.mock.invocationCallOrder[0]!);
  session.close();
});

describe('a place of an earlier edition', () => {
  const lost = { quote: { text: 'unas palabras', before: '' }, percentage: 40 };

  it('is searched for while the book is read', async () => {
    const search = vi.spyOn(FakeReader.prototype, 'search');
    search.mockImplementation(async function* () {
      yield await new Promise<never>(() => {});
    });
    const { session, reader, ready } = await reading({ lost });
    await ready();
    await vi.waitFor(() => expect(search).toHaveBeenCalled());
    expect(session.snapshot().ready).toBe(true);
    expect(reader.mayTurn()).toBe(true);
    search.mockRestore();
  });

  it.each([
    ['is gone to when it is found', false],
    ['takes nobody from a page that was turned to meanwhile', true],
  ])('%s', async (_, turns) => {
    const found = Promise.withResolvers<void>();
    const search = vi.spyOn(FakeReader.prototype, 'search');
    search.mockImplementation(async function* () {
      await found.promise;
      yield { sectionIndex: 0, matches: [{ cfi: 'there', before: '' }] } as never;
    });
    const { reader, ready } = await reading({ lost });
    await ready();
    await vi.waitFor(() => expect(search).toHaveBeenCalled());
    if (turns) reader.tell('relocate', placeAt({ reason: 'turn', percentage: 4 }));
    found.resolve();
    await vi.advanceTimersByTimeAsync(1);
    expect(reader.goTo.mock.calls).toEqual(turns ? [] : [['there', { remember: false }]]);
    search.mockRestore();
  });
});

describe('a link', () => {
  it('out of the book asks first, a link inside opens its target', async () => {
    const { session, reader, ready } = await reading();
    await ready();
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    follow(session, 'https://x.example/');
    expect(session.snapshot().link).toBe('https://x.example/');
    answerLink(session, false);
    expect(open).not.toHaveBeenCalled();
    follow(session, 'https://x.example/');
    answerLink(session, true);
    expect(open).toHaveBeenCalledWith('https://x.example/', '_blank', 'noopener,noreferrer');
    follow(session, 'a.xhtml#nota');
    await vi.advanceTimersByTimeAsync(1);
    expect(reader.goTo).toHaveBeenCalledWith('a.xhtml#nota');
  });
});

describe('a result of a search', () => {
  it('is marked for a moment', async () => {
    const { session, reader, ready } = await reading();
    await ready();
    await showFound(session, 'cfi');
    expect(reader.markFound).toHaveBeenLastCalledWith('cfi');
    await vi.advanceTimersByTimeAsync(6000);
    expect(reader.markFound).toHaveBeenLastCalledWith(null);
  });
});
