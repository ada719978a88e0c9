import type { Change } from '@cuentos/contract/changes';
import { highlightFromWire } from '@cuentos/contract/highlight-from-wire';
import { limits } from '@cuentos/contract/limits';
import { type Highlight, type HighlightMutation, noteOf } from '@cuentos/domain/highlights/highlight';
import { acknowledge, EMPTY_REPLICA, liveHighlights, receive, record } from '@cuentos/domain/highlights/replica';
import { isSameRange } from '@cuentos/epub/locator/cfi-text';
import { flushOutbox } from '../../device/outbox.ts';
import { deviceTabs } from '../../device/tabs.ts';
import { session } from '../../lib/api/session.ts';
import { newId } from '../../lib/new-id.ts';
import { createSerialQueue } from '../../lib/serial-queue.ts';
import { createStore } from '../../lib/store.ts';
import { type ChangedHighlight, fetchHighlights, type HighlightOrigin, highlightOutbox } from './highlight-outbox.ts';
import { importOutbox } from './import-outbox.ts';
import {
  changeWasSaved,
  enqueueChange,
  mergeRows,
  noteChange,
  type LocalChange,
  type PartKey,
  readReplica,
  saveUnsavedChanges,
  type StoredReplica,
  unblockPart,
  writeShown,
} from './replica.ts';

/** Values of a new highlight. */
export interface HighlightDraft {
  /** Range as a CFI of three parts. */
  readonly cfi: string;
  readonly color: string;
  /** Note; empty without one. */
  readonly note: string;
  /** The words of the range, and the words around them. */
  readonly quote: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly edition_id: string;
}

/** A highlight for the screen. */
export interface ShownHighlight extends HighlightDraft {
  readonly id: string;
  /** ISO date. */
  readonly created_at: string;
  /**
   * CFI of three parts in the open edition; null when its text is missing there. Without an open edition, its original
   * CFI.
   */
  readonly place: string | null;
}

const NOTHING: StoredReplica = { replica: EMPTY_REPLICA, origins: new Map() };
const UNKNOWN: HighlightOrigin = { quote: '', prefix: '', suffix: '', edition_id: '', created_at: '' };

/**
 * Opens a part's highlights for the signed-in user with the device's rows, without waiting for the network.
 * @param localReader the owner of marks in a sample, which stay on this device; null: the signed-in user's
 */
export async function openHighlightStore(partId: string, localReader: string | null = null): Promise<HighlightStore> {
  const part = { uid: localReader ?? session.claims()?.uid ?? '', partId };
  await saveUnsavedChanges();
  return new HighlightStore(part, await readReplica(part).catch(() => NOTHING), localReader === null);
}

/**
 * The highlights of a part on this device: a change is shown at once, stored, and sent when possible. Merged with other
 * devices' changes by the rules of the domain.
 */
export class HighlightStore {
  readonly #part: PartKey;
  /** Whether the highlights are sent to the server. */
  readonly #isSent: boolean;
  #stored: StoredReplica;
  readonly #shownHighlights = createStore<readonly ShownHighlight[]>([]);
  readonly #stops: (() => void)[];
  readonly #writing = createSerialQueue();
  /** Local changes that are not in the database yet, which reading the database would not find. */
  #unwritten: readonly LocalChange[] = [];
  /** Highlights that are not deleted; the same list until it changes. */
  readonly list = this.#shownHighlights.snapshot;
  readonly subscribe = this.#shownHighlights.subscribe;

  constructor(part: PartKey, stored: StoredReplica, isSent = true) {
    this.#part = part;
    this.#isSent = isSent;
    this.#stored = stored;
    this.#shownHighlights.set(this.#live());
    this.#stops = [
      deviceTabs.subscribe((message) => {
        if (message.kind === 'highlights' && message.partId === part.partId) void this.reload();
      }),
      highlightOutbox.onSettled(({ entry: { uid, part_id, id }, outcome }) => {
        if (uid !== part.uid || part_id !== part.partId) return;
        if (outcome.kind === 'refused') void this.reload();
        else if (outcome.kind === 'taken') this.#acknowledge(id, outcome.answer.revision);
        else if (outcome.kind === 'gone') this.#acknowledge(id, this.#stored.replica.cursor);
      }),
      importOutbox.onSettled(({ entry: { uid, part_id } }) => {
        if (uid === part.uid && part_id === part.partId) void this.reload();
      }),
    ];
  }

  /** Makes a highlight, unless the range is highlighted already. @returns the id of the new or existing highlight */
  create({ cfi, color, note, ...origin }: HighlightDraft): string {
    const { edition_id: editionId } = origin;
    const same = this.list().find((each) => each.edition_id === editionId && isSameRange(each.cfi, cfi));
    if (same) {
      if (note.trim() !== '') this.#update(same.id, { note: { text: note, replaces: [] } });
      return same.id;
    }
    const annotationId = newId();
    const newOrigin = { ...withinLimits(origin), created_at: new Date().toISOString() };
    this.#change({ kind: 'create', id: newId(), annotationId, cfi, editionId, color, note }, newOrigin);
    return annotationId;
  }

  /** Changes colour or note; absent fields stay. The note replaces the notes that the reader saw. */
  update(id: string, { color, note }: { readonly color?: string; readonly note?: string }): void {
    const replaces = this.#notesSeen(id);
    this.#update(id, {
      ...(color === undefined ? {} : { color }),
      ...(note === undefined ? {} : { note: { text: note, replaces } }),
    });
  }

  /** Deletes a highlight at once, whatever the server answers; only a note unknown to this device can keep it. */
  remove(id: string): void {
    this.#change({ kind: 'delete', id: newId(), annotationId: id, seen: this.#notesSeen(id) });
  }

  /** Fetches the changes of other devices. Never rejects; false when the server did not answer. */
  async pull(): Promise<boolean> {
    if (!this.#isSent) return true;
    const since = this.#stored.replica.cursor;
    try {
      const rows = await fetchHighlights(this.#part.partId, since);
      // Where the device stores nothing, they are shown nevertheless.
      await this.#writing.run(() => mergeRows(this.#part, rows, since)).catch(() => {});
      const origins = new Map(this.#stored.origins);
      for (const row of rows) if (!row.deleted) origins.set(row.id, row);
      const revision = Math.max(since, ...rows.map((row) => row.revision));
      this.#hold({ replica: receive(this.#stored.replica, rows.map(highlightFromWire), revision), origins });
      if (await unblockPart(this.#part).catch(() => false)) void flushOutbox();
      return true;
    } catch {
      return false;
    }
  }

  /** Called when another device changed the highlights of a part. @param version their current revision */
  hear({ part_id: partId, version }: Pick<Change, 'part_id' | 'version'>): void {
    if (partId === this.#part.partId && version > this.#stored.replica.cursor) void this.pull();
  }

  /** Reads the database again after another tab has written. */
  async reload(): Promise<void> {
    await this.#writing.run(async () => {
      const stored = await readReplica(this.#part);
      const replica = this.#unwritten.reduce(
        (sum, { change, spareId }) => record(sum, change, () => spareId),
        stored.replica,
      );
      const origins = this.#unwritten.flatMap((each) =>
        each.made ? [[each.change.annotationId, each.made] as const] : [],
      );
      this.#hold({ replica, origins: new Map([...stored.origins, ...origins]) });
    });
  }

  /** Resolves when every change made so far is saved. */
  async settled(): Promise<void> {
    await this.#writing.idle();
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  #notesSeen(id: string): string[] {
    const own = liveHighlights(this.#stored.replica).find((each) => each.id === id);
    return (own?.notes ?? []).map(({ mutationId }) => mutationId);
  }

  #update(id: string, { color, note }: Pick<Extract<HighlightMutation, { kind: 'update' }>, 'color' | 'note'>): void {
    const own = this.list().find((each) => each.id === id);
    if (!own) return;
    const { cfi: cfi_range, quote, prefix, suffix, edition_id, created_at } = own;
    const change: HighlightMutation = {
      kind: 'update',
      id: newId(),
      annotationId: id,
      ...(color === undefined ? {} : { color }),
      ...(note === undefined ? {} : { note }),
    };
    const whole = { cfi_range, color: color ?? own.color, note: note?.text ?? own.note };
    // A note restores a highlight that another device deleted.
    this.#change(change, note ? { quote, prefix, suffix, edition_id, created_at } : null, whole);
  }

  #change(
    change: HighlightMutation,
    origin: HighlightOrigin | null = null,
    whole: ChangedHighlight | null = null,
  ): void {
    const localChange: LocalChange = { ...this.#part, change, made: origin, whole, spareId: newId() };
    noteChange(localChange);
    const { replica, origins } = this.#stored;
    this.#unwritten = [...this.#unwritten, localChange];
    this.#hold({
      replica: record(replica, change, () => localChange.spareId),
      origins: origin ? new Map([...origins, [change.annotationId, origin]]) : origins,
    });
    void this.#writing.run(() => this.#save(localChange));
  }

  async #save(localChange: LocalChange): Promise<void> {
    try {
      await enqueueChange(localChange);
      changeWasSaved(localChange);
      this.#unwritten = this.#unwritten.filter((each) => each !== localChange);
      void flushOutbox();
    } catch {
      if (!this.#isSent) return;
      // Keeps the change in memory and sends it from there if the device refuses to store it.
      const { partId: part_id, spareId: _spare, ...entry } = localChange;
      const { change } = localChange;
      highlightOutbox.send({ ...entry, id: change.id, part_id, kind: 'highlight' }).then(
        ({ revision }) => {
          changeWasSaved(localChange);
          this.#acknowledge(change.id, revision);
        },
        () => {},
      );
    }
  }

  #acknowledge(id: string, revision: number): void {
    const { replica, origins } = this.#stored;
    this.#hold({ replica: acknowledge(replica, [id], revision), origins });
  }

  #hold(stored: StoredReplica): void {
    this.#stored = stored;
    const live = this.#live();
    this.#shownHighlights.set(live);
    if (!this.#isSent) return;
    writeShown(
      this.#part.partId,
      live.map(({ id, cfi, color, note, created_at, quote }) => {
        return { id, cfi_range: cfi, color, note, created_at, quote };
      }),
    );
  }

  #live(): ShownHighlight[] {
    return liveHighlights(this.#stored.replica).map((each) => this.#present(each));
  }

  #present(highlight: Highlight): ShownHighlight {
    const { id, cfi, color } = highlight;
    const { quote, prefix, suffix, edition_id, created_at } = this.#stored.origins.get(id) ?? UNKNOWN;
    return { id, cfi, color, note: noteOf(highlight), quote, prefix, suffix, edition_id, created_at, place: cfi };
  }
}

/**
 * Cuts a highlight's words to the server's limit: a highlight over whole chapters must not be refused for its length.
 */
function withinLimits<Origin extends Pick<HighlightDraft, 'quote' | 'prefix' | 'suffix'>>(origin: Origin): Origin {
  const { highlightQuoteMax, highlightContextMax } = limits;
  return {
    ...origin,
    quote: origin.quote.slice(0, highlightQuoteMax).toWellFormed(),
    prefix: origin.prefix.slice(-highlightContextMax).toWellFormed(),
    suffix: origin.suffix.slice(0, highlightContextMax).toWellFormed(),
  };
}
