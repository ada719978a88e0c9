import { highlightOf } from '@cuentos/contract/highlight-of';
import { limits } from '@cuentos/contract/limits';
import { type Highlight, type Mutation as DomainMutation, noteOf } from '@cuentos/domain/highlights/highlight';
import { acknowledge, EMPTY_REPLICA, liveHighlights, receive, record } from '@cuentos/domain/highlights/replica';
import { isSameRange } from '@cuentos/epub/locator/cfi-text';
import { session } from '../../lib/api/session.ts';
import { flushOutbox, onHighlightSettled } from '../../device/outbox.ts';
import {
  changeWasKept,
  type StoredHighlights,
  keepChange,
  keepUnkeptChanges,
  type MadeChange,
  noteChange,
  type Place,
  readStored,
  mergeRows,
  resumePart,
  writeLocalHighlights,
} from './replica.ts';
import { newId } from '../../lib/new-id.ts';
import { fetchHighlights, sendHighlight } from './sync.ts';
import type { HighlightOrigin } from '../../device/sync-database.ts';
import { onBroadcast } from '../../device/tabs.ts';

/** A highlight as the screen sees it. */
export interface LocalHighlight extends HighlightOrigin {
  readonly id: string;
  /** Range of three parts. */
  readonly cfi: string;
  readonly color: string;
  /** Empty without one. */
  readonly note: string;
}

/** A highlight to make. */
export type NewHighlight = Omit<LocalHighlight, 'id' | 'created_at'>;
type Words = Pick<LocalHighlight, 'quote' | 'prefix' | 'suffix'>;

const NOTHING: StoredHighlights = { replica: EMPTY_REPLICA, origins: new Map() };
const UNKNOWN: HighlightOrigin = { quote: '', prefix: '', suffix: '', edition_id: '', created_at: '' };

/** Opens a part's highlights for the signed-in user: what the device has, without waiting for the network. */
export async function openHighlightStore(partId: string): Promise<HighlightStore> {
  const place = { uid: session.claims()?.uid ?? '', partId };
  await keepUnkeptChanges();
  return new HighlightStore(place, await readStored(place).catch(() => NOTHING));
}

/**
 * The highlights of one part on this device: each change shows at once, is kept, and goes to the server when there is
 * a way. Merged with what other devices write by the rules of the domain.
 */
export class HighlightStore {
  readonly #place: Place;
  #held: StoredHighlights;
  #shown: readonly LocalHighlight[] | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #stops: (() => void)[];
  #writing: Promise<unknown> = Promise.resolve();
  /** Made here and not yet in the database: a reading of the database does not know them. */
  #unwritten: readonly MadeChange[] = [];

  constructor(place: Place, held: StoredHighlights) {
    this.#place = place;
    this.#held = held;
    this.#stops = [
      onBroadcast((message) => {
        if (message.kind === 'highlights' && message.partId === place.partId) void this.reload();
      }),
      onHighlightSettled(({ uid, part_id, id }, outcome) => {
        if (uid !== place.uid || part_id !== place.partId) return;
        if (outcome.kind === 'refused') void this.reload();
        else if (outcome.kind === 'taken') this.#acknowledge(id, outcome.revision);
        else if (outcome.kind === 'gone') this.#acknowledge(id, this.#held.replica.cursor);
      }),
    ];
  }

  /** What is live, the same list until it changes. */
  readonly list = (): readonly LocalHighlight[] => {
    this.#shown ??= liveHighlights(this.#held.replica).map((each) => this.#present(each));
    return this.#shown;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Makes a highlight; a range that is highlighted already is not made again. @returns the id that stands. */
  create({ cfi, color, note, ...origin }: NewHighlight): string {
    const same = this.list().find((each) => isSameRange(each.cfi, cfi));
    if (same) {
      if (note.trim() !== '')
        this.#change({ kind: 'update', id: newId(), annotationId: same.id, note: { text: note, replaces: [] } });
      return same.id;
    }
    const annotationId = newId();
    const made = { ...withinLimits(origin), created_at: new Date().toISOString() };
    this.#change({ kind: 'create', id: newId(), annotationId, cfi, color, note }, made);
    return annotationId;
  }

  /** Changes colour or note; what is absent stays. The note takes the place of those the reader saw. */
  update(id: string, { color, note }: { readonly color?: string; readonly note?: string }): void {
    const own = liveHighlights(this.#held.replica).find((each) => each.id === id);
    if (!own) return;
    const replaces = own.notes.map(({ mutationId }) => mutationId);
    this.#change({
      kind: 'update',
      id: newId(),
      annotationId: id,
      ...(color === undefined ? {} : { color }),
      ...(note === undefined ? {} : { note: { text: note, replaces } }),
    });
  }

  /** Deletes here at once, whatever the server says. */
  remove(id: string): void {
    this.#change({ kind: 'delete', id: newId(), annotationId: id });
  }

  /** Asks the server for what other devices changed. Never rejects; false when it did not answer. */
  async pull(): Promise<boolean> {
    const since = this.#held.replica.cursor;
    try {
      const rows = await fetchHighlights(this.#place.partId, since);
      await this.#inTurn(() => mergeRows(this.#place, rows, since));
      const origins = new Map(this.#held.origins);
      for (const row of rows) if (!row.deleted) origins.set(row.id, row);
      const revision = Math.max(since, ...rows.map((row) => row.revision));
      this.#hold({ replica: receive(this.#held.replica, rows.map(highlightOf), revision), origins });
      if (await resumePart(this.#place).catch(() => false)) void flushOutbox();
      return true;
    } catch {
      return false;
    }
  }

  /** Reads again what the database has: another tab has written. */
  async reload(): Promise<void> {
    await this.#inTurn(async () => {
      const held = await readStored(this.#place);
      const replica = this.#unwritten.reduce(
        (sum, { change, spareId }) => record(sum, change, () => spareId),
        held.replica,
      );
      const made = this.#unwritten.flatMap((each) =>
        each.made ? [[each.change.annotationId, each.made] as const] : [],
      );
      this.#hold({ replica, origins: new Map([...held.origins, ...made]) });
    });
  }

  /** Resolves when every change made so far is kept. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#listeners.clear();
  }

  #change(change: DomainMutation, made: HighlightOrigin | null = null): void {
    const whole: MadeChange = { ...this.#place, change, made, spareId: newId() };
    noteChange(whole);
    const { replica, origins } = this.#held;
    this.#unwritten = [...this.#unwritten, whole];
    this.#hold({
      replica: record(replica, change, () => whole.spareId),
      origins: made ? new Map([...origins, [change.annotationId, made]]) : origins,
    });
    void this.#inTurn(() => this.#keep(whole));
  }

  async #keep(whole: MadeChange): Promise<void> {
    try {
      await keepChange(whole);
      changeWasKept(whole);
      this.#unwritten = this.#unwritten.filter((each) => each !== whole);
      void flushOutbox();
    } catch {
      // Refused storage: it stays noted, and goes to the server from here.
      const { uid, partId, change, made } = whole;
      const sent = sendHighlight({ id: change.id, uid, part_id: partId, kind: 'highlight', change, made });
      sent.then(
        ({ revision }) => {
          changeWasKept(whole);
          this.#acknowledge(change.id, revision);
        },
        () => {},
      );
    }
  }

  #acknowledge(id: string, revision: number): void {
    const { replica, origins } = this.#held;
    this.#hold({ replica: acknowledge(replica, [id], revision), origins });
  }

  #hold(held: StoredHighlights): void {
    this.#held = held;
    this.#shown = null;
    writeLocalHighlights(
      this.#place.partId,
      this.list().map((each) => this.#entryOf(each)),
    );
    for (const listener of this.#listeners) listener();
  }

  #entryOf({ id, cfi, color, note, created_at, quote }: LocalHighlight) {
    return { id, book_part_id: this.#place.partId, cfi_range: cfi, color, note, created_at, text_from_cfi: quote };
  }

  #present(annotation: Highlight): LocalHighlight {
    const { id, cfi, color } = annotation;
    const { quote, prefix, suffix, edition_id, created_at } = this.#held.origins.get(id) ?? UNKNOWN;
    return { id, cfi, color, note: noteOf(annotation), quote, prefix, suffix, edition_id, created_at };
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#writing.then(work);
    this.#writing = done.catch(() => {});
    return done;
  }
}

/** As many of a highlight's words as the server takes: one over whole chapters must not be refused for its length. */
function withinLimits<Origin extends Words>(origin: Origin): Origin {
  const { highlightQuoteMax, highlightContextMax } = limits;
  return {
    ...origin,
    quote: origin.quote.slice(0, highlightQuoteMax).toWellFormed(),
    prefix: origin.prefix.slice(-highlightContextMax).toWellFormed(),
    suffix: origin.suffix.slice(0, highlightContextMax).toWellFormed(),
  };
}
