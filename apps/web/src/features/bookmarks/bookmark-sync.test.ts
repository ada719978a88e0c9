import 'fake-indexeddb/auto';
import type { BookmarkList, BookmarkWire } from '@cuentos/contract/bookmarks';
import type { Reader } from '@cuentos/epub/render/reader';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countUnsent, flushOutbox } from '../../device/outbox.ts';
import { closeSyncDatabase, syncDatabase } from '../../device/sync-database.ts';
import { freshDevice } from '../../device/testing/fresh-device.ts';
import { placeAt } from '../../testing/place-at.ts';
import type { OpenedBook } from '../reading/opening/open-book.ts';
import type { Bookmark } from './bookmark-outbox.ts';
import { bookmarkStore } from './bookmark-store.ts';
import { Bookmarks } from './bookmarks.ts';
import { offerBookmarks } from './offer-bookmarks.ts';

vi.mock('./page-quote.ts', () => ({ quoteAt: () => ({ text: 'La niebla llegó', before: 'y ' }) }));

const publication = {
  sections: [{ start: 0, characters: 4000 }],
  characters: 4000,
} as unknown as OpenedBook['publication'];
const book = (changes: Partial<OpenedBook> = {}) =>
  ({ partId: 'part', editionId: 'edition', preview: false, localReader: null, publication, ...changes }) as OpenedBook;
const here = placeAt({ cfi: 'here', percentage: 10, charactersLeftInSection: 2500, chapterTitle: 'Uno' });
const engine = { position: here, on: () => () => {}, rangeOf: () => null } as unknown as Reader;

/** The server's bookmarks of the part, the status of its answers, and how many of the next answers get lost. */
let server: { readonly live: Map<string, BookmarkWire>; readonly deleted: Set<string>; status: number; lost: number };
const wire = (id: string, change: Partial<BookmarkWire> = {}): BookmarkWire => ({
  id,
  edition_id: 'edition',
  cfi: `at-${id}`,
  percentage: 50,
  chapter: null,
  quote: '',
  prefix: '',
  created_at: '2026-01-02T03:04:05.000Z',
  ...change,
});

beforeEach(async () => {
  await freshDevice();
  server = { live: new Map(), deleted: new Set(), status: 200, lost: 0 };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => answer(url, init));
});
afterEach(() => {
  for (const close of closings.splice(0)) close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function answer(url: string, { method = 'GET', body }: RequestInit): Response {
  const id = url.split('/').at(-1) ?? '';
  if (server.status !== 200)
    return Response.json({ detail: '', code: 'x', request_id: 'r' }, { status: server.status });
  if (method === 'GET')
    return Response.json({ bookmarks: [...server.live.values()], deleted: [...server.deleted] } satisfies BookmarkList);
  if (method === 'DELETE') {
    server.live.delete(id);
    server.deleted.add(id);
  } else if (!server.deleted.has(id) && !server.live.has(id)) {
    const { book_part_id: _part, ...words } = JSON.parse(String(body)) as BookmarkWire & { book_part_id: string };
    server.live.set(id, { ...words, id });
  }
  if (server.lost > 0) {
    server.lost -= 1;
    throw new TypeError('the line broke');
  }
  return Response.json({ id, deleted: server.deleted.has(id) });
}

/** Sets the shop back to a backup that contains these bookmarks. */
function restoreBackup(...ids: readonly string[]): void {
  server.live.clear();
  server.deleted.clear();
  for (const id of ids) server.live.set(id, wire(id));
}

const closings: (() => void)[] = [];

/** Opens a book and waits for the end of its first synchronization. */
async function open(changes: Partial<OpenedBook> = {}) {
  const bookmarks = new Bookmarks(book(changes));
  closings.push(bookmarks.follow(engine));
  const here = await bookmarkStore.of('ana', 'part').catch(() => []);
  await vi.waitFor(() => expect(bookmarks.snapshot().list).toHaveLength(here.length));
  await bookmarks.pull();
  return bookmarks;
}
const stored = async () => bookmarkStore.of('ana', 'part');
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).toSorted();
const shownIds = (bookmarks: Bookmarks) => idsOf(bookmarks.snapshot().list);
/** A bookmark that an earlier version stored on this device and never sent. */
const old: Bookmark = {
  uid: 'ana',
  part_id: 'part',
  id: 'old',
  cfi: 'at-old',
  percentage: 70,
  edition_id: 'edition',
  chapter: 'Dos',
  quote: { text: 'Nadie volvió', before: '' },
  created_at: 1,
};

describe('a bookmark', () => {
  it('is sent to the server at once, with its words', async () => {
    const bookmarks = await open();
    await bookmarks.toggle();
    await flushOutbox();
    expect([...server.live.values()]).toMatchObject([
      { cfi: 'here', percentage: 10, chapter: 'Uno', quote: 'La niebla llegó', prefix: 'y ' },
    ]);
    expect(await countUnsent('ana')).toBe(0);
  });

  it('that was made without a connection is sent later, once, also when the answer gets lost', async () => {
    server.status = 503;
    const bookmarks = await open();
    await bookmarks.toggle();
    await flushOutbox();
    expect(bookmarks.snapshot().list).toHaveLength(1);
    server.status = 200;
    server.lost = 1;
    await flushOutbox();
    await flushOutbox();
    expect(server.live.size).toBe(1);
    expect(await countUnsent('ana')).toBe(0);
  });

  it('of another device is shown, and is removed when that device deletes it', async () => {
    server.live.set('theirs', wire('theirs', { quote: 'palabras', prefix: 'antes' }));
    const bookmarks = await open();
    expect(bookmarks.snapshot().list).toMatchObject([
      { id: 'theirs', cfi: 'at-theirs', quote: { text: 'palabras', before: 'antes' } },
    ]);
    server.live.delete('theirs');
    server.deleted.add('theirs');
    await bookmarks.pull();
    expect([bookmarks.snapshot().list, await stored()]).toEqual([[], []]);
  });

  it('is deleted on all devices, and is not restored by a list made before the deletion', async () => {
    server.live.set('theirs', wire('theirs'));
    const bookmarks = await open();
    const [mark] = bookmarks.snapshot().list;
    const late = vi.spyOn(bookmarkStore, 'merge');
    const list: BookmarkList = { bookmarks: [wire('theirs')], deleted: [] };
    await bookmarks.remove(mark!);
    await flushOutbox();
    expect([...server.deleted]).toEqual(['theirs']);
    // The server made this list before it received the deletion.
    server.deleted.delete('theirs');
    server.live.set('theirs', wire('theirs'));
    await bookmarks.pull();
    expect(late).toHaveBeenCalledWith('ana', 'part', list, expect.anything());
    expect([bookmarks.snapshot().list, await stored()]).toEqual([[], []]);
    await flushOutbox();
    expect([...server.deleted]).toEqual(['theirs']);
  });

  it('that another tab deletes is not restored by a list that this tab requested before', async () => {
    server.live.set('theirs', wire('theirs'));
    const bookmarks = await open();
    const [mark] = bookmarks.snapshot().list;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const response = answer(url, init);
      await held;
      return response;
    });
    const pulled = bookmarks.pull();
    await bookmarkStore.remove(mark!, null);
    server.live.delete('theirs');
    server.deleted.add('theirs');
    const otherTab = new BroadcastChannel('offline');
    otherTab.postMessage({ kind: 'bookmarks', partId: 'part' });
    await vi.waitFor(() => expect(shownIds(bookmarks)).toEqual([]));
    otherTab.close();
    release();
    await pulled;
    expect([shownIds(bookmarks), await stored()]).toEqual([[], []]);
  });

  it('that another device deleted before its answer arrived is removed with the answer', async () => {
    const bookmarks = await open();
    server.status = 503;
    await bookmarks.toggle();
    await flushOutbox();
    server.deleted.add(bookmarks.snapshot().list[0]?.id ?? '');
    server.status = 200;
    await flushOutbox();
    await vi.waitFor(async () => expect([bookmarks.snapshot().list, await stored()]).toEqual([[], []]));
  });
});

describe('a bookmark of this device', () => {
  it('from before bookmarks were synchronized is sent once', async () => {
    await syncDatabase((database) => database.put('bookmarks', old));
    const bookmarks = await open();
    await flushOutbox();
    await bookmarks.pull();
    await flushOutbox();
    expect([...server.live.values()]).toMatchObject([{ id: 'old', chapter: 'Dos', quote: 'Nadie volvió' }]);
    expect(await countUnsent('ana')).toBe(0);
  });

  it('stays, and is sent again to a server that lost it: an empty list deletes nothing', async () => {
    const bookmarks = await open();
    await bookmarks.toggle();
    await flushOutbox();
    server.live.clear();
    await bookmarks.pull();
    expect(bookmarks.snapshot().list).toHaveLength(1);
    await flushOutbox();
    expect(server.live.size).toBe(1);
  });

  it.each([404, 500, 503])('stays when the server answers %i', async (status) => {
    await syncDatabase((database) => database.put('bookmarks', old));
    server.status = status;
    const bookmarks = await open();
    expect([shownIds(bookmarks), idsOf(await stored())]).toEqual([['old'], ['old']]);
  });

  it('waits while the part is not owned, and is sent when the server answers for the part again', async () => {
    const bookmarks = await open();
    server.status = 404;
    await bookmarks.toggle();
    await flushOutbox();
    server.status = 200;
    await flushOutbox();
    expect(server.live.size).toBe(0);
    await bookmarks.pull();
    await flushOutbox();
    expect(server.live.size).toBe(1);
  });

  it('that is refused for good stays on this device, and is not sent again', async () => {
    const bookmarks = await open();
    server.status = 422;
    await bookmarks.toggle();
    await flushOutbox();
    server.status = 200;
    await bookmarks.pull();
    expect(await countUnsent('ana')).toBe(0);
    expect(await stored()).toMatchObject([{ cfi: 'here', refused: true }]);
  });

  it('of a sample or a preview is never sent', async () => {
    for (const changes of [{ localReader: 'local:ana' }, { preview: true }]) {
      const bookmarks = await open(changes);
      await bookmarks.toggle();
      await flushOutbox();
    }
    expect(server.live.size).toBe(0);
    expect(await syncDatabase((database) => database.count('mutations'))).toBe(0);
  });
});

it('where the browser stores nothing, bookmarks are shown and sent all the same', async () => {
  await closeSyncDatabase();
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  server.live.set('theirs', wire('theirs'));
  const bookmarks = await open();
  expect(shownIds(bookmarks)).toEqual(['theirs']);
  await bookmarks.toggle();
  expect(server.live.size).toBe(2);
  vi.restoreAllMocks();
  await closeSyncDatabase();
});

describe('a shop that is set back to yesterday’s backup', () => {
  it('does not restore bookmarks deleted since, here or on another device', async () => {
    for (const id of ['kept', 'here', 'there']) server.live.set(id, wire(id));
    const bookmarks = await open();
    const here = bookmarks.snapshot().list.find(({ id }) => id === 'here')!;
    await bookmarks.remove(here);
    await vi.waitFor(() => expect(server.deleted).toContain('here'));
    server.live.delete('there');
    server.deleted.add('there');
    await bookmarks.pull();
    restoreBackup('kept', 'here', 'there');
    await offerBookmarks('ana');
    await flushOutbox();
    expect([...server.live.keys()]).toEqual(['kept']);
    expect([...server.deleted].toSorted()).toEqual(['here', 'there']);
    await bookmarks.pull();
    expect(shownIds(bookmarks)).toEqual(['kept']);
  });

  it('gets the deletion again at the next pull when a device with older data has sent the bookmark back', async () => {
    server.live.set('only', wire('only'));
    const bookmarks = await open();
    await bookmarks.remove(bookmarks.snapshot().list[0]!);
    await vi.waitFor(() => expect(server.deleted).toContain('only'));
    restoreBackup();
    await offerBookmarks('ana');
    await flushOutbox();
    expect(server.live.size).toBe(0);
    server.live.set('only', wire('only'));
    await bookmarks.pull();
    await vi.waitFor(() => expect([...server.deleted]).toEqual(['only']));
    expect(await stored()).toEqual([]);
  });

  it('gets the bookmarks that it lost', async () => {
    server.live.set('today', wire('today'));
    await open();
    restoreBackup();
    await offerBookmarks('ana');
    await flushOutbox();
    expect([...server.live.keys()]).toEqual(['today']);
  });
});
