import 'fake-indexeddb/auto';
import type { HighlightWire } from '@cuentos/contract/highlights';
import type { PositionBody } from '@cuentos/contract/reading';
import { type Highlight, noteOf } from '@cuentos/domain/highlights/highlight';
import { knownHighlights, liveHighlights } from '@cuentos/domain/highlights/replica';
import { longProof } from '@cuentos/domain/testing/long-proof';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { FakeDevice, installDevices } from './testing/fake-device.ts';
import { HighlightServer } from '../highlights/testing/highlight-server.ts';
import { PositionRows } from './position/testing/position-server.ts';
import type { Bookmark } from '../bookmarks/bookmark-outbox.ts';
import type { HighlightStore, ShownHighlight } from '../highlights/highlight-store.ts';
import { portableNote } from '../note-files/formats/portable-note.ts';
import { notebookEntry, notebookPart } from '../notebook/testing/entries.ts';
import type { PastImport } from '../notebook/transfer/past-import.ts';
import { MarksServer } from './testing/marks-server.ts';
import type { PositionTracker } from './position/position-tracker.ts';

/** `packages/domain/src/highlights/sync.test.ts` runs far more histories against the rules alone. */
const proof = longProof('sync-browsers', 60);
const EVERYTHING = { left: Number.POSITIVE_INFINITY, losesLast: false };

/** Imports the app's own code, as a browser does. */
async function load() {
  const { signInAs } = await import('../../testing/sign-in-as.ts');
  signInAs('ana');
  const { openHighlightStore } = await import('../highlights/highlight-store.ts');
  const { openPositionTracker } = await import('./position/position-tracker.ts');
  const { flushOutbox } = await import('../../device/outbox.ts');
  const { choosePosition } = await import('./opening/open-book.ts');
  const { forgetUser } = await import('../../device/forget-rows.ts');
  const marks = await import('../bookmarks/bookmark-store.ts');
  const { fetchBookmarks } = await import('../bookmarks/bookmark-outbox.ts');
  const settings = { ...(await import('./themes/themes.ts')), ...(await import('./themes/shared-settings.ts')) };
  const { restoreEntry } = await import('../notebook/edit-entries.ts');
  const imports = {
    ...(await import('../notebook/transfer/imports.ts')),
    ...(await import('../notebook/transfer/plan-import.ts')),
    ...(await import('../notebook/notebook-copies.ts')),
  };
  const opening = { openHighlightStore, openPositionTracker, choosePosition };
  return { forgetUser, flushOutbox, ...opening, marks, fetchBookmarks, settings, restoreEntry, imports };
}
type Device = FakeDevice<Awaited<ReturnType<typeof load>>>;

const highlights = new HighlightServer();
const positions = new PositionRows();
const marksServer = new MarksServer();
const devices: Device[] = [];

beforeAll(async () => {
  installDevices((url, init) => {
    const method = init.method ?? 'GET';
    const answer = marksServer.answer(url, method, init.body) ?? highlights.answer(url, method, init.body);
    if (answer) return answer;
    const partId = url.split('/').at(-1) ?? '';
    const body = JSON.parse(String(init.body)) as PositionBody;
    const before = positions.placeOf(partId);
    const result = positions.move(partId, body);
    // The server accepts a move backwards only from a device that knew the newest position.
    if (before && result.accepted && (body.base_revision ?? 0) < before.revision)
      expect(positions.placeOf(partId)?.percentage).toBeGreaterThanOrEqual(before.percentage);
    return Response.json(result);
  });
  for (const years of [0, 10, -10, 5]) devices.push(await FakeDevice.start(years, load));
}, 60_000);
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const step = fc.record({
  device: fc.nat(3),
  action: fc.constantFrom(
    ...(['create', 'create', 'note', 'colour', 'delete', 'send', 'send', 'send', 'pull', 'read', 'open'] as const),
    ...(['mark', 'mark', 'unmark', 'restore', 'set', 'set', 'bring', 'bring', 'undo', 'month'] as const),
  ),
  pick: fc.nat(5),
  /** Number of requests that reach the server; the answer to the last of them may get lost. */
  reaches: fc.nat(4),
  losesLast: fc.boolean(),
  /** The reader's answer to the question whether to go to the other device's position. */
  goes: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A part that is open on one device. */
interface Open {
  readonly device: Device;
  /** Texts of the highlights that this device deleted, as it saw them: only another device's note may restore one. */
  readonly removed: Map<string, readonly string[]>;
  /** Bookmarks that this device deleted. */
  readonly unmarked: Bookmark[];
  /** Highlights that this device deleted, in their last state. */
  readonly trashed: ShownHighlight[];
  /** Imports of this device that were not undone. */
  readonly past: PastImport[];
  highlights: HighlightStore;
  place: PositionTracker;
}

/** The test's own record of the actions of all devices. */
interface Diary {
  readonly created: Set<string>;
  /** A note may have been replaced by a device that saw it, or seen by the device that deleted its highlight. */
  readonly notes: {
    readonly text: string;
    readonly highlight: string;
    replaced: boolean;
    wasSeen: boolean;
    readonly isBrought?: true;
  }[];
  /** Highlights of undone imports. */
  readonly takenBack: Set<string>;
  readonly marked: Set<string>;
  readonly unmarked: Set<string>;
  /** Last value of each setting by device. */
  readonly set: Map<string, string>;
}

async function open(device: Device, partId: string): Promise<Open> {
  return device.run(async (code) => ({
    device,
    removed: new Map<string, readonly string[]>(),
    unmarked: [],
    trashed: [],
    past: [],
    highlights: await code.openHighlightStore(partId),
    place: await code.openPositionTracker({ partId, onRefused: () => {} }),
  }));
}

function write(
  { highlights: store, removed, trashed }: Open,
  { action, pick }: Step,
  name: string,
  diary: Diary,
): void {
  const visibleHighlights = store.list();
  const target = visibleHighlights[pick % Math.max(1, visibleHighlights.length)];
  const text = `nota ${name}`;
  if (action === 'create') {
    const at = Math.floor(pick / 2);
    const cfi = `epubcfi(/6/4!/4/2,/1:${at},/1:${at + 3})`;
    const edition_id = pick % 2 === 0 ? 'edition' : 'next edition';
    if (visibleHighlights.some((each) => each.cfi === cfi && each.edition_id === edition_id)) return;
    const note = pick % 3 === 0 ? text : '';
    const origin = { quote: `palabras ${pick}`, prefix: '', suffix: '', edition_id };
    const id = store.create({ cfi, color: 'green', note, ...origin });
    diary.created.add(id);
    if (note) diary.notes.push({ text, highlight: id, replaced: false, wasSeen: false });
  } else if (target && action === 'note') {
    const seenTexts = target.note.split('\n\n');
    for (const each of diary.notes) if (seenTexts.includes(each.text)) each.replaced = true;
    diary.notes.push({ text, highlight: target.id, replaced: false, wasSeen: false });
    store.update(target.id, { note: text });
  } else if (target && action === 'colour') store.update(target.id, { color: pick % 2 === 0 ? 'red' : 'blue' });
  else if (target && action === 'delete') {
    const seenTexts = target.note.split('\n\n');
    for (const each of diary.notes) each.wasSeen ||= seenTexts.includes(each.text);
    removed.set(target.id, seenTexts);
    trashed.push(target);
    store.remove(target.id);
  }
}

/** Closes the page and opens it anew: only stored data is left. */
async function reopen(opened: Open, partId: string, { reaches, goes }: Step): Promise<void> {
  const { device } = opened;
  await device.run(async () => {
    opened.highlights.close();
    opened.place.close();
  });
  const { removed, unmarked, trashed, past } = opened;
  Object.assign(opened, await open(device, partId), { removed, unmarked, trashed, past });
  const remote = reaches > 0 && positions.placeOf(partId) ? positions.recordOf(partId) : null;
  await device.run(async (code) => {
    const { place } = opened;
    const wasPending = place.local?.pending ?? false;
    const { question, follow } = await code.choosePosition(place, place.local, remote);
    // The device's own unsent move takes precedence over the server's position.
    if (follow) expect(wasPending).toBe(false);
    if (question && goes) await place.follow(question);
    else if (question) await place.stay(question, null);
  });
}

async function act(opened: Open, each: Step, partId: string, name: string, diary: Diary): Promise<void> {
  const { device } = opened;
  const line = { left: each.reaches, losesLast: each.losesLast };
  if (each.action === 'send') await device.run(({ flushOutbox }) => flushOutbox(), line);
  else if (each.action === 'pull')
    await device.run(async (code) => {
      await opened.highlights.pull();
      await pullMarks(code, partId).catch(() => {});
      await code.settings.fetchSettings();
    }, line);
  else if (each.action === 'month') highlights.endTrash(partId);
  else if (['mark', 'unmark', 'restore', 'set', 'bring', 'undo'].includes(each.action))
    await device.run((code) => markOrSet(code, opened, each, { partId, name, diary }));
  else if (each.action === 'open') await reopen(opened, partId, each);
  else {
    await device.run(async () => {
      if (each.action === 'read') opened.place.move({ cfi: name, percentage: each.pick * 16, editionId: 'edition' });
      else write(opened, each, name, diary);
      await opened.highlights.settled();
    });
  }
}

type Code = Awaited<ReturnType<typeof load>>;

async function pullMarks({ marks, fetchBookmarks }: Code, partId: string): Promise<void> {
  await marks.bookmarkStore.merge('ana', partId, await fetchBookmarks(partId), new Set());
}

interface Deed {
  readonly partId: string;
  readonly name: string;
  readonly diary: Diary;
}

/** Bookmarks, settings, trash and imports, each through the code that the screens call. */
async function markOrSet(code: Code, opened: Open, { action, pick, goes }: Step, deed: Deed): Promise<void> {
  const { partId, name, diary } = deed;
  const { bookmarkStore, additionOf, removalOf } = code.marks;
  const standing = await bookmarkStore.of('ana', partId);
  const target = standing[pick % Math.max(1, standing.length)];
  if (action === 'mark') {
    const place = { cfi: `epubcfi(/6/4!/4/2/1:${pick})`, percentage: pick * 16, edition_id: 'edition' };
    const mark = {
      ...place,
      uid: 'ana',
      part_id: partId,
      id: `b-${partId}-${name}`,
      chapter: null,
      quote: null,
      created_at: 0,
    };
    diary.marked.add(mark.id);
    await bookmarkStore.put(mark, additionOf(mark));
  } else if (action === 'unmark' && target) {
    diary.unmarked.add(target.id);
    opened.unmarked.push(target);
    await bookmarkStore.remove(target, removalOf(target));
  } else if (action === 'restore') await restore(code, opened, { isMark: goes, ...deed });
  else if (action === 'set') {
    const [field, value] = goes
      ? (['fontSize', String(16 + 2 * pick)] as const)
      : (['lineHeight', ['1', '2', '3'][pick % 3]!] as const);
    const shown = code.settings.loadTheme();
    if (shown[field] === value) return;
    diary.set.set(`${field} ${devices.indexOf(opened.device)}`, value);
    await code.settings.shareChange(shown, code.settings.saveTheme(shown, { [field]: value }));
  } else if (action === 'bring') await bringFile(code, opened, deed);
  else if (action === 'undo') await undoImport(code, opened, diary);
}

async function undoImport({ imports }: Code, opened: Open, diary: Diary): Promise<void> {
  const past = opened.past.pop();
  if (!past) return;
  for (const { highlights: brought, bookmarks = [] } of past.parts) {
    for (const id of bookmarks) diary.unmarked.add(id);
    const ids = new Set(brought.map(({ id }) => id));
    for (const id of ids) diary.takenBack.add(id);
    for (const each of diary.notes) each.wasSeen ||= each.isBrought === true && ids.has(each.highlight);
  }
  await imports.takeBack('ana', past);
  await opened.highlights.reload();
}

/** Restores the bookmark or highlight that this device deleted last, under a new id. */
async function restore(code: Code, opened: Open, { isMark, partId, diary }: Deed & { readonly isMark: boolean }) {
  const mark = isMark ? opened.unmarked.pop() : undefined;
  const passage = isMark ? undefined : opened.trashed.pop();
  if (!mark && !passage) return;
  const before = new Set((await code.marks.bookmarkStore.of('ana', partId)).map(({ id }) => id));
  const common = {
    part: notebookPart({ part_id: partId }),
    quote: '',
    prefix: '',
    suffix: '',
    editionId: 'edition',
    chapter: null,
  };
  const createdAt = '2026-11-20T15:00:00.000Z';
  if (mark)
    await code.restoreEntry(notebookEntry({ ...common, ...mark, kind: 'bookmark', quote: '', createdAt, note: '' }));
  else if (passage)
    await code.restoreEntry(
      notebookEntry({ ...common, ...passage, editionId: passage.edition_id, kind: 'highlight', createdAt, note: '' }),
    );
  await opened.highlights.reload();
  for (const { id } of await code.marks.bookmarkStore.of('ana', partId)) if (!before.has(id)) diary.marked.add(id);
}

/**
 * Imports the same file on any device: bookmarks, two notes on one range, a highlight of that range in other words, and
 * one that has no range.
 */
async function bringFile({ imports }: Code, opened: Open, { partId, diary }: Deed): Promise<void> {
  const book = { title: 'El faro', part: '', author: '', ids: [] };
  const marks = [7, 55].map((percentage) =>
    portableNote({ kind: 'bookmark', book, percentage, quote: `Al ${percentage}` }),
  );
  const cfi = 'epubcfi(/6/4!/4/8,/1:0,/1:9)';
  const passages = [
    { quote: 'Pasaje', note: 'traída una', cfi },
    { quote: 'Pasaje', note: 'traída dos', cfi },
    { quote: 'Otro pasaje', note: 'traída tres' },
    { quote: 'Sin nota' },
  ].map((each) => portableNote({ kind: 'highlight', book, ...each }));
  const known = imports.knownNotes([], await imports.readNotes('ana', partId));
  const { parts } = imports.planImport([{ key: 'faro', book, notes: [...marks, ...passages], partId }], known);
  for (const { bookmarks, highlights: brought } of parts) {
    for (const { id } of bookmarks) diary.marked.add(id);
    for (const { id, note } of brought) {
      diary.created.add(id);
      // The same file on two devices has the same ids: what one of them replaces, the other one does not bring back.
      const isKnown = diary.notes.some(({ highlight, isBrought }) => isBrought && highlight === id);
      if (note && !isKnown)
        diary.notes.push({ text: note, highlight: id, replaced: false, wasSeen: false, isBrought: true });
    }
  }
  if (parts.length > 0) opened.past.push(await imports.bring('ana', parts));
  const { replica } = (await imports.readNotes('ana', partId)).parts.get(partId)!;
  const all = knownHighlights(replica);
  const standing = (id: string): Highlight | undefined => {
    const own = all.get(id);
    return own && own.sameAs !== null ? standing(own.sameAs) : own;
  };
  for (const { id } of parts.flatMap(({ highlights: brought }) => brought)) expect(standing(id)?.deleted).toBe(false);
  const inNotebook = new Set(liveHighlights(replica).flatMap((each) => noteOf(each).split('\n\n')));
  for (const { note } of passages) {
    const brought = diary.notes.filter(({ text, isBrought }) => isBrought && text === note);
    const wasChanged = brought.some(({ highlight }) => standing(highlight)?.deleted === false);
    expect(note === '' || wasChanged || inNotebook.has(note), `the notebook has «${note}»`).toBe(true);
  }
}

async function checkMarks(partId: string, all: readonly Open[], { marked, unmarked, set }: Diary): Promise<void> {
  const { live } = marksServer.of(partId);
  const standing = [...marked].filter((id) => !unmarked.has(id)).toSorted();
  expect([...live.keys()].toSorted(), 'neither lost nor revived').toEqual(standing);
  for (const { device } of all) {
    const [ids, theme] = await device.run(async (code) => {
      const rows = await code.marks.bookmarkStore.of('ana', partId);
      return [rows.map(({ id }) => id).toSorted(), code.settings.loadTheme()] as const;
    });
    expect(ids).toEqual(standing);
    for (const field of ['fontSize', 'lineHeight'] as const) {
      const last = [...set].flatMap(([key, value]) => (key.startsWith(field) ? [value] : []));
      expect(theme[field]).toBe(marksServer.settings?.[field] ?? { fontSize: '16', lineHeight: '1.5' }[field]);
      if (last.length > 0) expect(last, 'the last of some device').toContain(theme[field]);
    }
  }
}

function check(partId: string, all: readonly Open[], diary: Diary): void {
  const rows = new Map(highlights.all(partId).map((row) => [row.id, row]));
  const live = new Map(highlights.live(partId).map((row) => [row.id, row]));
  const look = (each: { id: string; color: string; note: string; quote: string }) =>
    [each.id, each.color, each.note, each.quote].join('|');
  for (const { highlights: store } of all)
    expect(store.list().map(look).toSorted()).toEqual([...live.values()].map(look).toSorted());
  const deletions = highlights.received.filter((each) => each.startsWith('DELETE'));
  const deleted = new Set(deletions.map((each) => each.split('/').at(-1)?.split('?')[0] ?? ''));
  for (const id of diary.takenBack) deleted.add(id);
  const standing = (id: string): string => {
    const next = rows.get(id)?.same_as ?? null;
    return next === null ? id : standing(next);
  };
  const wasDeleted = (id: string): boolean => rows.get(id)?.same_as === null && deleted.has(id);
  for (const id of deleted)
    if (wasDeleted(id) && live.has(id))
      expect(diary.notes.some((each) => standing(each.highlight) === id && !each.replaced)).toBe(true);
  for (const id of diary.takenBack) if (live.has(id)) expect(live.get(id)?.note, 'only a note keeps it').not.toBe('');
  for (const id of diary.created)
    expect(live.has(standing(id)) || wasDeleted(standing(id)) || deleted.has(id)).toBe(true);
  expect(new Set([...live.values()].map((row) => `${row.edition_id} ${row.cfi_range}`)).size).toBe(live.size);
  const everything = [...live.values()].flatMap(({ note }) => note.split('\n\n'));
  for (const { text, highlight, replaced, wasSeen, isBrought } of diary.notes) {
    // A file that is brought again has the same words, and the same ids where the device knew of no deletion.
    const mayBeBack = isBrought === true;
    const mayBeGone = replaced || wasSeen || (mayBeBack && wasDeleted(standing(highlight)));
    if (replaced && !mayBeBack) expect(everything).not.toContain(text);
    else if (!mayBeGone) expect(everything).toContain(text);
  }
  expect([...live.values()].filter(({ quote }) => quote === '')).toEqual([]);
}

/** Checks that each device has the words of deleted highlights that the server has, and no others. */
async function checkTrash(partId: string, all: readonly Open[]): Promise<void> {
  const words = ({ id, quote, trash }: HighlightWire) => `${id} ${quote} ${trash?.note ?? '-'}`;
  const standing = highlights.all(partId).map(words).toSorted();
  for (const { device } of all) {
    const { parts } = await device.run(({ imports }) => imports.readNotes('ana', partId));
    expect([...(parts.get(partId)?.rows.values() ?? [])].map(words).toSorted()).toEqual(standing);
  }
}

/** Closes all pages and deletes their data. */
async function leave(all: readonly Open[]): Promise<void> {
  for (const { device, highlights: store, place } of all) {
    await device.run(async ({ forgetUser }) => {
      place.close();
      store.close();
      await forgetUser('ana');
      // Removes the lists of all parts ever opened, which each later history would write again.
      for (const key of ['highlights', 'bookPartsLocations', 'actualTheme', 'readerSettings'])
        localStorage.removeItem(key);
    });
  }
}

let histories = 0;

async function history(steps: readonly Step[], count: number): Promise<void> {
  histories += 1;
  const partId = `part-${histories}`;
  highlights.received.length = 0;
  marksServer.forgetSettings();
  const written = { created: new Set<string>(), notes: [], takenBack: new Set<string>() };
  const diary: Diary = { ...written, marked: new Set(), unmarked: new Set(), set: new Map() };
  const all = await Promise.all(devices.slice(0, count).map(async (device) => open(device, partId)));
  try {
    for (const { device } of all) await device.run(({ settings }) => settings.fetchSettings(), EVERYTHING);
    await live(all, steps, partId, diary);
    check(partId, all, diary);
    await checkMarks(partId, all, diary);
    await checkTrash(partId, all);
  } finally {
    // Runs after a failure too: the shorter histories that fast-check tries next must start without its data.
    await leave(all);
  }
}

async function live(all: readonly Open[], steps: readonly Step[], partId: string, diary: Diary): Promise<void> {
  for (const [index, each] of steps.entries()) {
    const opened = all[each.device % all.length] as Open;
    await act(opened, each, partId, `m${index}`, diary);
    for (const { id, note } of opened.highlights.list()) {
      const removedTexts = opened.removed.get(id);
      if (removedTexts)
        expect(note.split('\n\n').some((text) => text !== '' && !removedTexts.includes(text))).toBe(true);
    }
  }
  // Finally each device is online at the same time, and none writes.
  await Promise.all(
    all.map(async ({ device, place }) =>
      device.run(async ({ flushOutbox }) => {
        place.close();
        expect(await flushOutbox()).toBe('empty');
      }, EVERYTHING),
    ),
  );
  // Two rounds: the first sends rows that the server lost or has to delete again, and the second receives them.
  for (const _look of [1, 2])
    for (const { device, highlights: store } of all)
      await device.run(async (code) => {
        await store.pull();
        await pullMarks(code, partId);
        expect(await code.flushOutbox()).toBe('empty');
        await code.settings.fetchSettings();
      }, EVERYTHING);
}

it('every browser has a database of its own, also a browser that started after another one’s pages ended', async () => {
  await history([], 2);
  const [first, late] = [await open(devices[0]!, 'own'), await open(devices[3]!, 'own')];
  const origin = { quote: '', prefix: '', suffix: '', edition_id: 'edition' };
  await first.device.run(async () => {
    first.highlights.create({ cfi: 'epubcfi(/6/4!/4/2,/1:0,/1:3)', color: 'green', note: '', ...origin });
    await first.highlights.settled();
  });
  await late.device.run(() => late.highlights.reload());
  expect([first, late].map(({ highlights: store }) => store.list().length)).toEqual([1, 0]);
  await leave([first, late]);
});

it(
  `${proof.count} histories of two to four browsers end equal: nothing lost, nothing revived, no place moved back`,
  { timeout: proof.timeout(240_000) },
  async () => {
    const steps = fc.array(step, { minLength: 5, maxLength: 40, size: 'max' });
    await proof.assert(fc.asyncProperty(steps, fc.integer({ min: 2, max: 4 }), history));
    expect(histories).toBeGreaterThanOrEqual(proof.count);
  },
);
