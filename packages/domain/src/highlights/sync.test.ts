import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { acceptsMove, type LocalPosition, type Position, startPosition } from '../reading/position.ts';
import { longProof } from '../testing/long-proof.ts';
import { type Highlight, applyMutation, type HighlightMutation, noteOf } from './highlight.ts';
import {
  acknowledge,
  EMPTY_REPLICA,
  knownHighlights,
  knownOf,
  liveHighlights,
  receive,
  record,
  type Replica,
} from './replica.ts';

const proof = longProof('sync-rules', 1_000);

/** The server's highlights and position of one reader and one part. */
class Shop {
  readonly rows = new Map<string, Highlight>();
  readonly applied = new Set<string>();
  revision = 0;
  position: Position | null = null;

  apply(mutation: HighlightMutation): void {
    if (this.applied.has(mutation.id)) return;
    this.applied.add(mutation.id);
    this.revision += 1;
    for (const row of applyMutation(mutation, knownOf(mutation, this.rows), this.revision)) {
      // A deleted highlight returns only by a mutation that adds a note.
      if (this.rows.get(row.id)?.deleted && !row.deleted)
        expect(row.notes.map(({ mutationId }) => mutationId)).toContain(mutation.id);
      this.rows.set(row.id, row);
    }
  }

  /** Erases the words of all deleted highlights, as after 30 days: devices hear of it by a new revision. */
  endTrash(): void {
    this.revision += 1;
    for (const row of this.rows.values()) if (row.deleted) this.rows.set(row.id, { ...row, revision: this.revision });
  }

  since(cursor: number): Highlight[] {
    return [...this.rows.values()].filter(({ revision }) => revision > cursor);
  }

  move(move: LocalPosition): Position {
    const before = this.position;
    if (acceptsMove(before, move)) {
      const { cfi, percentage, editionId } = move;
      this.position = { cfi, percentage, editionId, revision: (before?.revision ?? 0) + 1 };
      // The position goes back only by a device that has seen the newest revision.
      if (before && move.baseRevision < before.revision) expect(percentage).toBeGreaterThanOrEqual(before.percentage);
    }
    return this.position as Position;
  }
}

interface Device {
  replica: Replica;
  /** Mutations of the last import, until it is undone. */
  brought: readonly Creation[];
  position: LocalPosition | null;
  isOnline: boolean;
  /** Years by which the device's clock is wrong. No rule may depend on clocks, so the model never reads it. */
  readonly clock: number;
}

/** Record of everything the readers did, kept by the test to check the result against. */
interface Diary {
  readonly created: Map<string, string>;
  /** For each highlight, the notes that each of its deletions had seen. */
  readonly deleted: Map<string, (readonly string[])[]>;
  readonly notes: {
    readonly id: string;
    readonly highlight: string;
    /** True once another note replaced this note. */
    replaced: boolean;
    /** True once a deletion of the highlight had seen this note: then the note may be missing. */
    wasSeen: boolean;
  }[];
}

type Creation = Extract<HighlightMutation, { kind: 'create' }>;

const step = fc.record({
  device: fc.nat(3),
  action: fc.constantFrom(
    ...(['create', 'note', 'colour', 'delete', 'line', 'send', 'send', 'pull', 'read', 'open'] as const),
    ...(['bring', 'undo', 'month'] as const),
  ),
  pick: fc.nat(6),
  /** Number of requests that reach the server. Their answers may be lost. */
  reaches: fc.nat(4),
  isAnswered: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function write(device: Device, { action, pick }: Step, diary: Diary, id: string): void {
  const visibleHighlights = liveHighlights(device.replica);
  const target = visibleHighlights[pick % Math.max(1, visibleHighlights.length)];
  let mutation: HighlightMutation | null = null;
  if (action === 'create') {
    // The reader app does not offer to highlight a range that is highlighted already.
    const [cfi, editionId] = [`epubcfi(${Math.floor(pick / 2)})`, pick % 2 === 0 ? 'first' : 'second'];
    if (visibleHighlights.some((each) => each.cfi === cfi && each.editionId === editionId)) return;
    const note = pick % 2 === 0 ? `nota ${id}` : '';
    mutation = { kind: 'create', id, annotationId: `a-${id}`, cfi, editionId, color: 'yellow', note };
    diary.created.set(mutation.annotationId, mutation.cfi);
    if (note) diary.notes.push({ id, highlight: mutation.annotationId, replaced: false, wasSeen: false });
  } else if (target && action === 'note') {
    const replaces = target.notes.map(({ mutationId }) => mutationId);
    mutation = { kind: 'update', id, annotationId: target.id, note: { text: `nota ${id}`, replaces } };
    for (const each of diary.notes) if (replaces.includes(each.id)) each.replaced = true;
  } else if (target && action === 'colour') {
    mutation = { kind: 'update', id, annotationId: target.id, color: `c${pick}` };
  } else if (target && action === 'delete') {
    const seenNotes = target.notes.map(({ mutationId }) => mutationId);
    mutation = { kind: 'delete', id, annotationId: target.id, seen: seenNotes };
    for (const each of diary.notes) each.wasSeen ||= seenNotes.includes(each.id);
  }
  if (!mutation) return;
  const before = device.replica.outbox.length;
  device.replica = record(device.replica, mutation, () => `${id}-2`);
  for (const each of device.replica.outbox.slice(before)) {
    if (each.kind === 'update' && each.note)
      diary.notes.push({ id, highlight: each.annotationId, replaced: false, wasSeen: false });
    if (each.kind !== 'delete') continue;
    diary.deleted.set(each.annotationId, [...(diary.deleted.get(each.annotationId) ?? []), each.seen ?? []]);
  }
}

/**
 * Brings the same file on any device: two notes on one range and a highlight without a note. Ids come from the file; one
 * that the device knows to be deleted is not used again.
 */
function bring(device: Device, diary: Diary): void {
  const brought: Creation[] = [];
  for (const at of [0, 1, 2]) {
    const known = knownHighlights(device.replica);
    let id = `file-${at}`;
    while (standingIn(known, id)?.deleted) id += '-again';
    if (known.has(id)) continue;
    const [cfi, note] = [`epubcfi(file ${Math.floor(at / 2)})`, at < 2 ? `nota m-${id}` : ''];
    const made = { id: `m-${id}`, annotationId: id, cfi, editionId: '', color: 'yellow', note };
    const mutation: Creation = { kind: 'create', ...made };
    brought.push(mutation);
    if (note && !diary.notes.some((each) => each.id === mutation.id))
      diary.notes.push({ id: mutation.id, highlight: id, replaced: false, wasSeen: false });
    diary.created.set(id, cfi);
    device.replica = record(device.replica, mutation, () => '');
    const shown = standingIn(knownHighlights(device.replica), id);
    expect(shown?.deleted).toBe(false);
    if (note && shown) expect(noteOf(shown).split('\n\n')).toContain(note);
  }
  if (brought.length > 0) device.brought = brought;
}

/** Undoes the last import of a device: a note that was written since keeps its highlight. */
function undo(device: Device, diary: Diary, id: string): void {
  for (const { id: mutationId, annotationId } of device.brought.toReversed()) {
    const mutation = { kind: 'delete', id: `${id}-${annotationId}`, annotationId, seen: [mutationId] } as const;
    device.replica = record(device.replica, mutation, () => `${mutation.id}-2`);
    diary.deleted.set(annotationId, [...(diary.deleted.get(annotationId) ?? []), mutation.seen]);
    for (const each of diary.notes) each.wasSeen ||= each.id === mutationId;
  }
  const known = knownHighlights(device.replica);
  for (const { annotationId } of device.brought) {
    const shown = standingIn(known, annotationId);
    if (shown && !shown.deleted) expect(noteOf(shown), 'only a note keeps it').not.toBe('');
  }
  device.brought = [];
}

function standingIn(all: ReadonlyMap<string, Highlight>, id: string): Highlight | undefined {
  const own = all.get(id);
  return own && own.sameAs !== null ? standingIn(all, own.sameAs) : own;
}

function send(device: Device, shop: Shop, reaches: number, isAnswered: boolean): void {
  const sentMutations = device.replica.outbox.slice(0, reaches);
  for (const mutation of sentMutations) shop.apply(mutation);
  if (isAnswered)
    device.replica = acknowledge(
      device.replica,
      sentMutations.map(({ id }) => id),
      shop.revision,
    );
  if (!device.position?.pending) return;
  const { revision, ...place } = shop.move(device.position);
  if (isAnswered) device.position = { ...place, baseRevision: revision, pending: false };
}

function run(steps: readonly Step[], clocks: readonly number[]): { devices: Device[]; shop: Shop; diary: Diary } {
  const shop = new Shop();
  const diary: Diary = { created: new Map(), deleted: new Map(), notes: [] };
  const devices = clocks.map((clock): Device => ({
    replica: EMPTY_REPLICA,
    brought: [],
    position: null,
    isOnline: true,
    clock,
  }));
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
    } else if (action === 'bring') bring(device, diary);
    else if (action === 'undo') undo(device, diary, `m${index}`);
    else if (action === 'month') shop.endTrash();
    else write(device, each, diary, `m${index}`);
  });
  return { devices, shop, diary };
}

/**
 * Checks the invariants after all devices have synchronised. @returns the highlights, which are then equal on all
 * devices
 */
function check(steps: readonly Step[], clocks: readonly number[]): Highlight[] {
  const { devices, shop, diary } = run(steps, clocks);
  // At the end every device is online, sends its outbox and pulls once.
  for (const device of devices) send(device, shop, Number.POSITIVE_INFINITY, true);
  for (const device of devices)
    device.replica = receive(device.replica, shop.since(device.replica.cursor), shop.revision);
  const live = new Map([...shop.rows].filter(([, { deleted }]) => !deleted));
  const standing = (id: string): string => {
    const next = shop.rows.get(id)?.sameAs ?? null;
    return next === null ? id : standing(next);
  };
  for (const { replica } of devices) {
    expect(replica.outbox).toEqual([]);
    expect(new Map(liveHighlights(replica).map((each) => [each.id, each]))).toEqual(live);
  }
  // A deleted highlight is live only with a note that the deletion had not seen, no highlight is lost, no range is
  // double.
  const wasDeleted = (id: string): boolean => shop.rows.get(id)?.sameAs === null && diary.deleted.has(id);
  const written = (id: string) => diary.notes.filter(({ highlight }) => standing(highlight) === id);
  for (const [id, deletions] of diary.deleted) {
    if (!wasDeleted(id) || !live.has(id)) continue;
    for (const seenNotes of deletions) expect(written(id).some((note) => !seenNotes.includes(note.id))).toBe(true);
  }
  for (const id of diary.created.keys())
    expect(live.has(standing(id)) || wasDeleted(standing(id)) || diary.deleted.has(id)).toBe(true);
  expect(new Set([...live.values()].map(({ cfi, editionId }) => `${editionId} ${cfi}`)).size).toBe(live.size);
  for (const { id, highlight, replaced, wasSeen } of diary.notes) {
    const liveHighlight = live.get(standing(highlight));
    const isThere = liveHighlight ? noteOf(liveHighlight).split('\n\n').includes(`nota ${id}`) : false;
    if (replaced) expect(isThere).toBe(false);
    else if (!wasSeen) expect(isThere).toBe(true);
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

it('a note on a duplicate highlight goes to the surviving one, though only the answer for the own one arrived', () => {
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

/** Actions of one of three devices on the one highlight that all of them have, with its note 'n0'. */
const deeds = ['nothing', 'note', 'delete', 'colour', 'empty', 'note, delete', 'create again'] as const;
type Deed = (typeof deeds)[number];
/** A device and its next step: it pulls, writes, or sends and receives the answer or loses it. */
type Moment = readonly [device: number, does: 'pull' | 'write' | 'lost' | 'send'];

/** All interleavings of the steps of three devices, each device in its own order. */
function* orders(queues: readonly (readonly Moment[])[], before: readonly Moment[] = []): Generator<readonly Moment[]> {
  if (queues.every((queue) => queue.length === 0)) yield before;
  for (const [index, queue] of queues.entries()) {
    const [next, ...rest] = queue;
    if (next) yield* orders(queues.with(index, rest), [...before, next]);
  }
}

/**
 * Compares deeply. It runs a million times: the runner's matchers take ten times as long, so they only report failures.
 */
function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** The only highlight of the small model. */
const RANGE = { cfi: 'cfi', editionId: '', color: 'c' };

/** One history of the small model, with its own record of the notes that each writer had seen. */
class Small {
  readonly shop = new Shop();
  readonly replicas: Replica[];
  /** Ids of notes that were replaced or deleted by a device that had seen them. */
  readonly #gone = new Set<string>();
  readonly #notes = new Set(['n0']);
  /**
   * True once a device created the highlight anew, or emptied its note without deleting it: it may be live without
   * notes.
   */
  #mayStand = false;
  #hasDeletion = false;

  constructor() {
    this.shop.apply({ kind: 'create', id: 'n0', annotationId: 'a', ...RANGE, note: 'n0' });
    const start = receive(EMPTY_REPLICA, this.shop.since(0), this.shop.revision);
    this.replicas = [start, start, start];
  }

  step([device, does]: Moment, deed: Deed): void {
    const replica = this.replicas[device]!;
    if (does === 'pull') this.replicas[device] = receive(replica, this.shop.since(replica.cursor), this.shop.revision);
    else if (does === 'write') for (const each of deed.split(', ')) this.#write(device, each);
    else {
      for (const mutation of replica.outbox) this.shop.apply(mutation);
      const ids = replica.outbox.map(({ id }) => id);
      if (does === 'send') this.replicas[device] = acknowledge(replica, ids, this.shop.revision);
    }
  }

  #write(device: number, deed: string): void {
    const replica = this.replicas[device]!;
    const [shown] = liveHighlights(replica);
    const id = `${deed}-${device}`;
    const seenNotes = shown?.notes.map(({ mutationId }) => mutationId) ?? [];
    let mutation: HighlightMutation | null = null;
    if (deed === 'create again') {
      // Undo ('Deshacer') deletes the highlight and creates the same range again.
      if (!shown) return;
      this.#write(device, 'delete');
      mutation = { kind: 'create', id, annotationId: id, ...RANGE, note: id };
      this.#mayStand = true;
    } else if (shown && deed === 'delete') {
      mutation = { kind: 'delete', id, annotationId: shown.id, seen: seenNotes };
      this.#hasDeletion = true;
    } else if (shown && deed === 'colour') mutation = { kind: 'update', id, annotationId: shown.id, color: id };
    else if (shown && (deed === 'note' || deed === 'empty')) {
      const text = deed === 'note' ? id : '';
      this.#mayStand ||= text === '';
      mutation = { kind: 'update', id, annotationId: shown.id, note: { text, replaces: seenNotes } };
    }
    if (!mutation) return;
    if (deed === 'note' || deed === 'create again') this.#notes.add(id);
    if (deed === 'note' || deed === 'empty' || deed === 'delete') for (const each of seenNotes) this.#gone.add(each);
    this.replicas[device] = record(this.replicas[device]!, mutation, () => `${id}-2`);
  }

  /** Checks that all devices agree and no unseen note was lost. @returns whether a highlight is live */
  check(): boolean {
    for (const device of [0, 1, 2]) this.step([device, 'send'], 'nothing');
    for (const device of [0, 1, 2]) this.step([device, 'pull'], 'nothing');
    const live = [...this.shop.rows.values()].filter(({ deleted }) => !deleted);
    for (const replica of this.replicas) expectEqual(liveHighlights(replica), live);
    const liveNotes = live.flatMap(({ notes }) => notes.map(({ mutationId }) => mutationId));
    expectEqual(liveNotes.toSorted(), [...this.#notes].filter((id) => !this.#gone.has(id)).toSorted());
    if (!this.#hasDeletion) expectEqual(live.length, 1);
    else if (!this.#mayStand && liveNotes.length === 0) expectEqual(live, []);
    return live.length > 0;
  }
}

it('in every interleaving of three devices, with repeated sends, a note is gone exactly if a device that saw it removed it', () => {
  const ways: readonly (readonly Moment['1'][])[] = [
    ['write', 'lost', 'send'],
    ['write', 'send'],
    ['pull', 'write', 'send'],
  ];
  const sequences = [...orders(ways.map((way, device) => way.map((does): Moment => [device, does])))];
  expect(sequences).toHaveLength(560);
  let live = 0;
  for (const first of deeds)
    for (const second of deeds)
      for (const third of deeds)
        for (const sequence of sequences) {
          const small = new Small();
          for (const moment of sequence) small.step(moment, [first, second, third][moment[0]]!);
          try {
            if (small.check()) live += 1;
          } catch (error) {
            throw new Error(JSON.stringify({ first, second, third, sequence }), { cause: error });
          }
        }
  expect(live).toBeGreaterThan(10_000);
}, 180_000);
