import { highlightFromWire } from '@cuentos/contract/highlight-from-wire';
import type { HighlightResult, HighlightWire } from '@cuentos/contract/highlights';
import type { HighlightMutation } from '@cuentos/domain/highlights/highlight';
import {
  acknowledge,
  EMPTY_REPLICA,
  liveHighlights,
  receive,
  record,
  type Replica,
} from '@cuentos/domain/highlights/replica';
import { longProof } from '@cuentos/domain/testing/long-proof';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get } from '../../testing/calls.ts';
import { addBareEdition, addBook, addPart, addReader, give, type SignedIn } from '../../testing/fixtures.ts';

const proof = longProof('sync-api', 12);
const URL = '/api/user_book_part_highlights/';

let test: TestApp;
let reader: SignedIn;
let bookId: string;
beforeAll(async () => {
  test = await buildTestApp();
  reader = await addReader(test);
  bookId = (await addBook(test)).id;
});
afterAll(async () => test.close());

const step = fc.record({
  device: fc.nat(2),
  action: fc.constantFrom('create', 'create', 'note', 'colour', 'delete', 'line', 'send', 'send', 'pull'),
  pick: fc.nat(3),
  /** Number of requests that are sent, and whether the last answer arrives. */
  reaches: fc.nat(3),
  isAnswered: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A part and its editions, in which the same range is another place. */
interface Place {
  readonly partId: string;
  readonly editions: readonly string[];
}

interface Device {
  replica: Replica;
  isOnline: boolean;
}

/** Record of everything the reader did, kept by the test to check the result against. */
interface Diary {
  readonly created: Set<string>;
  /** For each highlight, the notes that each of its deletions had seen. */
  readonly deleted: Map<string, (readonly string[])[]>;
  /** `replaced`: another note replaced it; `wasSeen`: a deletion of its highlight had seen it. */
  readonly notes: { readonly id: string; readonly highlight: string; replaced: boolean; wasSeen: boolean }[];
}

/** Sends one mutation as one request, as the outbox does. */
async function call(partId: string, mutation: HighlightMutation): Promise<{ status: number; result: HighlightResult }> {
  const { kind, id: mutation_id, annotationId } = mutation;
  const fields: Record<string, string> = { mutation_id };
  if (mutation.kind === 'create') {
    const { cfi: cfi_range, editionId: edition_id, color, note } = mutation;
    Object.assign(fields, { book_part_id: partId, id: annotationId, cfi_range, edition_id, color, note });
  } else if (mutation.kind === 'update') {
    fields['user_book_part_id'] = partId;
    if (mutation.color !== undefined) fields['color'] = mutation.color;
    if (mutation.note) Object.assign(fields, { note: mutation.note.text, replaces: mutation.note.replaces.join(',') });
  }
  const seenQuery = mutation.kind === 'delete' ? `?seen=${(mutation.seen ?? []).join(',')}` : '';
  const response = await test.app.inject({
    method: kind === 'create' ? 'POST' : kind === 'update' ? 'PUT' : 'DELETE',
    url: kind === 'create' ? URL : `${URL}${annotationId}${seenQuery}`,
    headers: { ...reader.headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  expect([200, 404], response.body).toContain(response.statusCode);
  return { status: response.statusCode, result: response.json<HighlightResult>() };
}

/** Sends the first mutations of the outbox in order; without the last answer that mutation stays and is sent again. */
async function send(device: Device, partId: string, reaches: number, isAnswered: boolean): Promise<void> {
  const sentMutations = device.replica.outbox.slice(0, reaches);
  for (const [index, mutation] of sentMutations.entries()) {
    const { status, result } = await call(partId, mutation);
    if (index === sentMutations.length - 1 && !isAnswered) return;
    const revision = status === 404 ? device.replica.cursor : result.revision;
    device.replica = acknowledge(device.replica, [mutation.id], revision);
  }
}

async function pull(device: Device, partId: string): Promise<void> {
  const { cursor } = device.replica;
  const rows = (await get(test, `${URL}${partId}?since=${cursor}`, reader.headers)).json<HighlightWire[]>();
  const revision = Math.max(cursor, ...rows.map((row) => row.revision));
  device.replica = receive(device.replica, rows.map(highlightFromWire), revision);
}

/** Makes a mutation on a device, based on what the device shows. */
function write(device: Device, { action, pick }: Step, diary: Diary, { editions }: Place): void {
  const visibleHighlights = liveHighlights(device.replica);
  const target = visibleHighlights[pick % Math.max(1, visibleHighlights.length)];
  const id = crypto.randomUUID();
  let mutation: HighlightMutation | null = null;
  if (action === 'create') {
    const at = Math.floor(pick / 2);
    const [cfi, editionId = ''] = [`epubcfi(/6/4!/4/2,/1:${at},/1:${at + 3})`, editions[pick % 2]];
    if (visibleHighlights.some((each) => each.cfi === cfi && each.editionId === editionId)) return;
    const annotationId = crypto.randomUUID();
    const note = pick % 3 === 0 ? `nota ${id}` : '';
    mutation = { kind: 'create', id, annotationId, cfi, editionId, color: 'green', note };
    diary.created.add(annotationId);
    if (mutation.note) diary.notes.push({ id, highlight: annotationId, replaced: false, wasSeen: false });
  } else if (target && action === 'note') {
    const replaces = target.notes.map(({ mutationId }) => mutationId);
    mutation = { kind: 'update', id, annotationId: target.id, note: { text: `nota ${id}`, replaces } };
    for (const each of diary.notes) if (replaces.includes(each.id)) each.replaced = true;
  } else if (target && action === 'colour') {
    mutation = { kind: 'update', id, annotationId: target.id, color: pick % 2 === 0 ? 'red' : 'blue' };
  } else if (target && action === 'delete') {
    const seenNotes = target.notes.map(({ mutationId }) => mutationId);
    mutation = { kind: 'delete', id, annotationId: target.id, seen: seenNotes };
    for (const each of diary.notes) each.wasSeen ||= seenNotes.includes(each.id);
  }
  if (!mutation) return;
  const before = device.replica.outbox.length;
  device.replica = record(device.replica, mutation, () => crypto.randomUUID());
  for (const each of device.replica.outbox.slice(before)) {
    if (each.kind === 'update' && each.note)
      diary.notes.push({ id, highlight: each.annotationId, replaced: false, wasSeen: false });
    if (each.kind !== 'delete') continue;
    diary.deleted.set(each.annotationId, [...(diary.deleted.get(each.annotationId) ?? []), each.seen ?? []]);
  }
}

async function run(place: Place, steps: readonly Step[]): Promise<{ devices: Device[]; diary: Diary }> {
  const { partId } = place;
  const devices = Array.from({ length: 3 }, (): Device => ({ replica: EMPTY_REPLICA, isOnline: true }));
  const diary: Diary = { created: new Set(), deleted: new Map(), notes: [] };
  for (const each of steps) {
    const device = devices[each.device]!;
    if (each.action === 'line') device.isOnline = !device.isOnline;
    else if (each.action === 'send') {
      if (device.isOnline) await send(device, partId, each.reaches, each.isAnswered);
    } else if (each.action === 'pull') {
      if (device.isOnline) await pull(device, partId);
    } else write(device, each, diary, place);
  }
  // At the end each device is online and sends, two of them at the same moment, and none writes any more.
  await Promise.all(devices.map(async (device) => send(device, partId, Number.POSITIVE_INFINITY, true)));
  for (const device of devices) await pull(device, partId);
  return { devices, diary };
}

it(
  `${proof.count} histories of three devices over the API end equal: nothing lost, nothing revived`,
  { timeout: proof.timeout(120_000) },
  async () => {
    await proof.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
        const part = await addPart(test, bookId);
        const editions = [await addBareEdition(test, part.id), await addBareEdition(test, part.id)];
        await give(test, reader.user.id, part.id);
        const { devices, diary } = await run({ partId: part.id, editions }, steps);
        const all = (await get(test, `${URL}${part.id}?since=0`, reader.headers)).json<HighlightWire[]>();
        const listed = (await get(test, `${URL}${part.id}`, reader.headers)).json<HighlightWire[]>();
        const rows = new Map(all.map((row) => [row.id, row]));
        const live = new Map(listed.map((row) => [row.id, row]));
        for (const { replica } of devices) {
          expect(replica.outbox).toEqual([]);
          const highlightsById = new Map(liveHighlights(replica).map((each) => [each.id, each]));
          expect(highlightsById).toEqual(new Map(listed.map((row) => [row.id, highlightFromWire(row)])));
        }
        const standing = (id: string): string => {
          const next = rows.get(id)?.same_as ?? null;
          return next === null ? id : standing(next);
        };
        const wasDeleted = (id: string): boolean => rows.get(id)?.same_as === null && diary.deleted.has(id);
        for (const [id, deletions] of diary.deleted) {
          if (!wasDeleted(id) || !live.has(id)) continue;
          // A deleted highlight is live only with a note that its deletion had not seen.
          const written = diary.notes.filter(({ highlight }) => standing(highlight) === id);
          for (const seenNotes of deletions) expect(written.some((note) => !seenNotes.includes(note.id))).toBe(true);
        }
        for (const id of diary.created)
          expect(live.has(standing(id)) || wasDeleted(standing(id)) || diary.deleted.has(id)).toBe(true);
        expect(new Set(listed.map((row) => `${row.edition_id} ${row.cfi_range}`)).size).toBe(listed.length);
        for (const { id, highlight, replaced, wasSeen } of diary.notes) {
          const isThere = live.get(standing(highlight))?.note.split('\n\n').includes(`nota ${id}`) ?? false;
          if (replaced) expect(isThere).toBe(false);
          else if (!wasSeen) expect(isThere).toBe(true);
        }
      }),
    );
  },
);
