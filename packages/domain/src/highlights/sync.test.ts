import fc from 'fast-check';
import { expect, it } from 'vitest';
import { acceptsMove, type LocalPosition, type Position, startPosition } from '../reading/position.ts';
import { longProof } from '../testing/long-proof.ts';
import { type Highlight, applyMutation, type HighlightMutation, noteOf } from './highlight.ts';
import { acknowledge, EMPTY_REPLICA, liveHighlights, receive, record, type Replica, twinOf } from './replica.ts';

const proof = longProof('sync-rules', 1_000);

/** The server of one reader and one part. */
class Shop {
  readonly rows = new Map<string, Highlight>();
  readonly applied = new Set<string>();
  revision = 0;
  position: Position | null = null;

  apply(mutation: HighlightMutation): void {
    if (this.applied.has(mutation.id)) return;
    this.applied.add(mutation.id);
    const own = this.rows.get(mutation.annotationId) ?? null;
    this.revision += 1;
    for (const row of applyMutation(mutation, { own, twin: twinOf(mutation, own, this.rows) }, this.revision)) {
      if (this.rows.get(row.id)?.deleted) expect(row.deleted).toBe(true);
      this.rows.set(row.id, row);
    }
  }

  since(cursor: number): Highlight[] {
    return [...this.rows.values()].filter(({ revision }) => revision > cursor);
  }

  move(move: LocalPosition): Position {
    const before = this.position;
    if (acceptsMove(before, move)) {
      const { cfi, percentage, editionId } = move;
      this.position = { cfi, percentage, editionId, revision: (before?.revision ?? 0) + 1 };
      // Only a reader who saw the newest place may go back from it.
      if (before && move.baseRevision < before.revision) expect(percentage).toBeGreaterThanOrEqual(before.percentage);
    }
    return this.position as Position;
  }
}

interface Device {
  replica: Replica;
  position: LocalPosition | null;
  isOnline: boolean;
  /** Years its clock is wrong by: nothing asks for it. */
  readonly clock: number;
}

/** What the readers did, as the test's own memory of it. */
interface Diary {
  readonly created: Map<string, string>;
  readonly deleted: Set<string>;
  readonly notes: { readonly id: string; readonly highlight: string; replaced: boolean }[];
}

const step = fc.record({
  device: fc.nat(3),
  action: fc.constantFrom('create', 'note', 'colour', 'delete', 'line', 'send', 'send', 'pull', 'read', 'open'),
  pick: fc.nat(6),
  /** How much of an exchange arrives: requests reach the server, answers may not come back. */
  reaches: fc.nat(4),
  isAnswered: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function write(device: Device, { action, pick }: Step, diary: Diary, id: string): void {
  const shown = liveHighlights(device.replica);
  const target = shown[pick % Math.max(1, shown.length)];
  let mutation: HighlightMutation | null = null;
  if (action === 'create') {
    // A range that the reader sees highlighted is not created again.
    if (shown.some(({ cfi }) => cfi === `epubcfi(${pick})`)) return;
    const note = pick % 2 === 0 ? `nota ${id}` : '';
    mutation = { kind: 'create', id, annotationId: `a-${id}`, cfi: `epubcfi(${pick})`, color: 'yellow', note };
    diary.created.set(mutation.annotationId, mutation.cfi);
    if (note) diary.notes.push({ id, highlight: mutation.annotationId, replaced: false });
  } else if (target && action === 'note') {
    const replaces = target.notes.map(({ mutationId }) => mutationId);
    mutation = { kind: 'update', id, annotationId: target.id, note: { text: `nota ${id}`, replaces } };
    for (const each of diary.notes) if (replaces.includes(each.id)) each.replaced = true;
    diary.notes.push({ id, highlight: target.id, replaced: false });
  } else if (target && action === 'colour') {
    mutation = { kind: 'update', id, annotationId: target.id, color: `c${pick}` };
  } else if (target && action === 'delete') {
    mutation = { kind: 'delete', id, annotationId: target.id };
  }
  if (!mutation) return;
  const before = device.replica.outbox.length;
  device.replica = record(device.replica, mutation, () => `${id}-2`);
  for (const each of device.replica.outbox.slice(before))
    if (each.kind === 'delete') diary.deleted.add(each.annotationId);
}

function send(device: Device, shop: Shop, reaches: number, isAnswered: boolean): void {
  const sent = device.replica.outbox.slice(0, reaches);
  for (const mutation of sent) shop.apply(mutation);
  if (isAnswered)
    device.replica = acknowledge(
      device.replica,
      sent.map(({ id }) => id),
      shop.revision,
    );
  if (!device.position?.pending) return;
  const { revision, ...place } = shop.move(device.position);
  if (isAnswered) device.position = { ...place, baseRevision: revision, pending: false };
}

function run(steps: readonly Step[], clocks: readonly number[]): { devices: Device[]; shop: Shop; diary: Diary } {
  const shop = new Shop();
  const diary: Diary = { created: new Map(), deleted: new Set(), notes: [] };
  const devices = clocks.map((clock): Device => ({ replica: EMPTY_REPLICA, position: null, isOnline: true, clock }));
  steps.forEach((each, index) => {
    const device = devices[each.device % devices.length]!;
    const { action } = each;
    if (action === 'line') device.isOnline = !device.isOnline;
    else if (action === 'send') {
      if (device.isOnline) send(device, shop, each.reaches, each.isAnswered);
    } else if (action === 'pull') {
      if (device.isOnline && each.isAnswered)
        device.replica = receive(device.replica, shop.since(device.replica.cursor), shop.revision);
    } else if (action === 'read') {
      const baseRevision = device.position?.baseRevision ?? 0;
      const percentage = each.pick * 16;
      device.position = { cfi: String(index), percentage, editionId: 'e', baseRevision, pending: true };
    } else if (action === 'open') {
      const start = startPosition(device.position, device.isOnline ? shop.position : null);
      if (start.kind === 'remote') {
        expect(device.position?.pending ?? false).toBe(false);
        const { revision, ...place } = start.position;
        device.position = { ...place, baseRevision: revision, pending: false };
      }
    } else write(device, each, diary, `m${index}`);
  });
  return { devices, shop, diary };
}

/** @returns what stands at the end, everywhere. */
function check(steps: readonly Step[], clocks: readonly number[]): Highlight[] {
  const { devices, shop, diary } = run(steps, clocks);
  // At last everybody has a line; nobody reads or writes any more.
  for (const device of devices) send(device, shop, Number.POSITIVE_INFINITY, true);
  for (const device of devices)
    device.replica = receive(device.replica, shop.since(device.replica.cursor), shop.revision);
  const live = new Map([...shop.rows].filter(([, { deleted }]) => !deleted));
  const standing = (id: string): string => shop.rows.get(id)?.sameAs ?? id;
  for (const { replica } of devices) {
    expect(replica.outbox).toEqual([]);
    expect(new Map(liveHighlights(replica).map((each) => [each.id, each]))).toEqual(live);
  }
  // Nothing revived, nothing lost, no range twice.
  const known = (id: string): boolean => shop.rows.get(id)?.sameAs === null && diary.deleted.has(id);
  for (const id of diary.deleted) if (known(id)) expect(live.has(id)).toBe(false);
  for (const id of diary.created.keys())
    expect(live.has(standing(id)) || known(standing(id)) || diary.deleted.has(id)).toBe(true);
  expect(new Set([...live.values()].map(({ cfi }) => cfi)).size).toBe(live.size);
  for (const { id, highlight, replaced } of diary.notes) {
    const kept = live.get(standing(highlight));
    if (kept) expect(noteOf(kept).split('\n\n').includes(`nota ${id}`)).toBe(!replaced);
  }
  return [...live.values()];
}

it(
  `${proof.count} histories of two to four devices end equal everywhere: nothing lost, nothing revived`,
  { timeout: proof.timeout(900_000) },
  async () => {
    const clocks = fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 2, maxLength: 4 });
    await proof.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), clocks, (steps, years) => {
        expect(check(steps, years).some(({ deleted }) => deleted)).toBe(false);
      }),
    );
  },
);

it('a note on a range made twice goes to one that is still there, though only the answer to the own one came', () => {
  const step = (device: number, action: Step['action'], reaches = 0, isAnswered = false): Step => ({
    device,
    action,
    pick: action === 'create' ? 6 : 0,
    reaches,
    isAnswered,
  });
  const steps = [
    step(1, 'create'),
    step(0, 'create'),
    step(0, 'send', 1),
    step(1, 'pull', 0, true),
    step(0, 'delete'),
    step(0, 'send', 2),
    step(1, 'send', 1, true),
    step(1, 'note'),
  ];
  expect(check(steps, [0, 0]).map(noteOf)).toEqual(['nota m7']);
});
