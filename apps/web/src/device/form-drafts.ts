import { useEffect, useRef, useState } from 'react';
import { session } from '../lib/api/session.ts';
import { newId } from '../lib/new-id.ts';
import { hasKeys } from './journal.ts';
import { createKeyedJournal } from './keyed-journal.ts';
import { everythingOf, syncDatabase } from './sync-database.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Values of an open form that the shop does not have yet. Each opening of a form writes a row of its own, so that two
 * tabs never overwrite each other. Store and key are named after the first drafts, which were of messages.
 */
interface DraftRow {
  readonly uid: string;
  /** Name of the form, `|`, and the opening that wrote the row. */
  readonly thread: string;
  /** Counts the writes of all openings of the form: the highest is the newest. */
  readonly written: number;
  /** Fields that differ from the form's initial values. */
  readonly values: Fields;
  /** Initial value, where the form needs it later. */
  readonly base?: unknown;
}

/** A message as earlier versions of the app stored it: one row for a thread. */
interface OldMessageRow {
  readonly uid: string;
  readonly thread: string;
  readonly id: string;
  readonly text: string;
}

declare module './sync-database.ts' {
  interface SyncSchema {
    message_drafts: { key: [string, string]; value: DraftRow | OldMessageRow };
  }
}

/** Values of an open form that the database does not have yet. */
interface JournalEntry extends Omit<DraftRow, 'written'> {
  /** Number of the row that this entry continues and replaces. */
  readonly before: Pick<DraftRow, 'thread' | 'written'> | null;
  /** Time by this device's clock, epoch milliseconds; absent in entries of earlier versions. */
  readonly noted_at?: number;
}

/** Local storage is written at once: a page that ends in the next moment may not have reached the database. */
const journal = createKeyedJournal(
  'formDrafts',
  (value): value is JournalEntry => hasKeys(value, 'uid', 'thread', 'values', 'before'),
  ({ thread }) => thread,
);

const ofForm = (uid: string, form: string) => IDBKeyRange.bound([uid, `${form}|`], [uid, `${form}|\uFFFF`]);

const formOf = ({ thread }: Pick<DraftRow, 'thread'>): string => thread.slice(0, thread.lastIndexOf('|'));

const asRow = (row: DraftRow | OldMessageRow): DraftRow =>
  'values' in row ? row : { uid: row.uid, thread: row.thread, written: 0, values: { id: row.id, text: row.text } };

/** Moves entries that closed pages left in the journal into the database, each as the newest row of its form. */
async function takeOver(entries: readonly JournalEntry[]): Promise<void> {
  for (const entry of entries.toSorted((one, other) => (one.noted_at ?? 0) - (other.noted_at ?? 0))) {
    const { before, noted_at: _notedAt, ...row } = entry;
    const serialized = JSON.stringify(entry);
    // The opening may still exist and store a newer row before this write begins.
    const isLatest = () => journal.entries().some((each) => JSON.stringify(each) === serialized);
    await writeDraft(row, before ? [before] : [], isLatest);
  }
  const taken = new Set(entries.map((entry) => JSON.stringify(entry)));
  // An existing opening may have written more.
  journal.remove((entry) => taken.has(JSON.stringify(entry)));
}

/** Moves all drafts into the database, where they wait for their writers, before local storage is cleared. */
export const persistFormDrafts = async (): Promise<void> => takeOver(journal.entries());

/**
 * Reads the drafts of a user's openings of a form, the newest first.
 * @throws DOMException when the device refuses its storage
 */
export async function readDrafts(uid: string, form: string): Promise<DraftRow[]> {
  await takeOver(journal.entries().filter((entry) => entry.uid === uid && formOf(entry) === form));
  return syncDatabase(async (database) => {
    const store = database.transaction('message_drafts').objectStore('message_drafts');
    const [rows, old] = await Promise.all([store.getAll(ofForm(uid, form)), store.get([uid, form])]);
    return [...rows, ...(old ? [old] : [])].map(asRow).toSorted((one, other) => other.written - one.written);
  });
}

/** The newest draft of a form about an object. */
export interface DraftAbout {
  /** Id of the object, after the colon of the form's name. */
  readonly id: string;
  readonly values: Fields;
  /** Initial values of the form, as far as they are known. */
  readonly base?: unknown;
}

/**
 * Reads the newest draft of each form of a kind, such as `announcement`, without that of a new object.
 * @throws DOMException when the device refuses its storage
 */
export async function readDraftsOfKind(uid: string, kind: string): Promise<DraftAbout[]> {
  const beginning = `${kind}:`;
  await takeOver(journal.entries().filter((entry) => entry.uid === uid && entry.thread.startsWith(beginning)));
  const ofKind = IDBKeyRange.bound([uid, beginning], [uid, `${beginning}\uFFFF`]);
  const rows = await syncDatabase((database) => database.getAll('message_drafts', ofKind));
  const newestFirst = rows.map(asRow).toSorted((one, other) => other.written - one.written);
  return [...Map.groupBy(newestFirst, formOf)].flatMap(([form, [newest]]) => {
    const id = form.slice(beginning.length);
    return newest && id !== 'new' ? [{ id, values: newest.values, base: newest.base }] : [];
  });
}

/** Deletes every draft of a form. @throws DOMException when the device refuses its storage */
export async function forgetDrafts(uid: string, form: string): Promise<void> {
  await removeDrafts(await readDrafts(uid, form));
}

/** Counts the forms that a user has begun and not sent. */
export async function countFormDrafts(uid: string): Promise<number> {
  const stored = await syncDatabase((database) => database.getAllKeys('message_drafts', everythingOf(uid))).catch(
    () => [],
  );
  const journalEntries = journal.entries().filter((entry) => entry.uid === uid);
  return new Set([...stored.map(([, thread]) => thread), ...journalEntries.map(({ thread }) => thread)]).size;
}

/**
 * Writes a row as the newest of its form.
 * @param replaces rows that this one continues: each is deleted, unless its own opening has written in it meanwhile
 * @param isLatest asked during the write; an outdated row is not written
 * @returns the row's number among all writes of the form
 */
async function writeDraft(
  row: Omit<DraftRow, 'written'>,
  replaces: readonly Pick<DraftRow, 'thread' | 'written'>[],
  isLatest: () => boolean = () => true,
): Promise<number> {
  return syncDatabase(async (database) => {
    const transaction = database.transaction('message_drafts', 'readwrite');
    const rows = (await transaction.store.getAll(ofForm(row.uid, formOf(row)))).map(asRow);
    if (!isLatest()) return rows.find(({ thread }) => thread === row.thread)?.written ?? 0;
    // Another tab may have taken the same entry over from the journal.
    const same = rows.find(
      ({ thread, values }) => thread === row.thread && JSON.stringify(values) === JSON.stringify(row.values),
    );
    const written = same?.written ?? Math.max(0, ...rows.map((each) => each.written)) + 1;
    if (!same) await transaction.store.put({ ...row, written });
    for (const old of replaces) {
      const isUnchanged = rows.every(({ thread, written: now }) => thread !== old.thread || now === old.written);
      if (old.thread !== row.thread && isUnchanged) await transaction.store.delete([row.uid, old.thread]);
    }
    await transaction.done;
    return written;
  });
}

/** Deletes rows, except those that were changed since they were read. */
async function removeDrafts(rows: readonly DraftRow[]): Promise<void> {
  return syncDatabase(async (database) => {
    const transaction = database.transaction('message_drafts', 'readwrite');
    for (const { uid, thread, written } of rows) {
      const now = await transaction.store.get([uid, thread]);
      if (now && asRow(now).written === written) await transaction.store.delete([uid, thread]);
    }
    await transaction.done;
  });
}

/** Removes the fields that hold a file: files are not stored. */
type WithoutFiles<Values> = {
  readonly [Name in keyof Values]: Extract<Values[Name], Blob> extends never ? Values[Name] : never;
};

interface FormDraftOptions<Values> {
  /** Name of the form and its object: `book:new`, or `book:` and the id of the changed book. */
  readonly form: string;
  /** Values of the fields, without passwords. */
  readonly values: Values;
  /** Initial values of the fields. */
  readonly begun: Values;
  /** Stored beside the fields, for `show`: the server's values when the form was opened. Can be written as JSON. */
  readonly base?: unknown;
  /** Puts the differing values into the fields, over the initial ones; without any, resets the form. */
  readonly show: (changes: Partial<Values>, base: unknown) => void;
  /** Joins a stored draft with the values typed before it was read; if absent the typed values win. */
  readonly join?: (storedValues: Partial<Values>, typed: Partial<Values>) => Partial<Values>;
}

/** State of a draft for its form and notice. */
export interface FormDraft {
  /** Whether the fields hold text from an earlier opening of this form. */
  readonly isRestored: boolean;
  /** How many further versions of other tabs there are. */
  readonly others: number;
  /** `failed`: the device stores nothing, and the form's text is lost with the page. */
  readonly state: 'empty' | 'kept' | 'failed';
  /** Deletes the draft, and shows the initial values. */
  readonly discard: () => void;
  /** Shows another tab's version; the current one becomes the other version. */
  readonly showOther: () => void;
  /** Called when the shop has the form: deletes this version and the shown versions of other tabs. Never rejects. */
  readonly clear: () => Promise<void>;
}

/** Returns the fields that differ, in the order of the initial values. */
function changesOf(begun: object, values: object): Fields {
  const now = values as Fields;
  return Object.fromEntries(
    Object.entries(begun).flatMap(([name, before]) =>
      JSON.stringify(before) === JSON.stringify(now[name]) ? [] : [[name, now[name]]],
    ),
  );
}

/** Data of one opening of a form, outside of React. */
class Opening<Values extends object> {
  readonly uid: string;
  readonly form: string;
  isRead = false;
  /** The form was closed. */
  isOver = false;
  /** Every version that was read, or written here. */
  versions: DraftRow[] = [];
  /** The version in the form; null while it equals the initial values. */
  shownRow: DraftRow | null = null;
  /** Rows whose text was shown in the form. */
  readonly #shownRows = new Set<string>();
  #key = newId();
  #notedText = '';
  #writtenText = '';
  /** Journal entry of this opening of the form. */
  #noted: JournalEntry | null = null;
  #isSent = false;
  #line: Promise<unknown> = Promise.resolve();

  constructor(uid: string, form: string) {
    this.uid = uid;
    this.form = form;
  }

  /** Shows a version in the form; later text is stored as a row of its own. */
  take(row: DraftRow): void {
    this.shownRow = row;
    this.#shownRows.add(row.thread);
    this.#key = newId();
  }

  /** Stores the fields' values. @returns null when nothing changed, or the stored draft is not read yet */
  async keep(values: Values, begun: Values, base: unknown): Promise<FormDraft['state'] | null> {
    const serialized = JSON.stringify([values, begun]);
    if (serialized === this.#writtenText) return null;
    const changes = changesOf(begun, values);
    // Does not store sent text again because the form still shows it.
    this.#isSent &&= Object.keys(changes).length > 0;
    if (this.#isSent) return null;
    if (serialized !== this.#notedText) this.#note(changes, base);
    this.#notedText = serialized;
    if (!this.isRead) return null;
    this.#writtenText = serialized;
    const noted = this.#noted;
    const isKept = await this.inTurn(async () => {
      await this.#write(changes, base);
      // Changed meanwhile: the journal has the text that the next write stores.
      if (noted === this.#noted) this.#forgetNoted();
    });
    return isKept ? (this.shownRow ? 'kept' : 'empty') : 'failed';
  }

  async #write(changes: Fields, base: unknown): Promise<void> {
    const before = this.shownRow;
    // The same words are stored again if the values that the form began with have changed.
    if (JSON.stringify([changes, base]) === JSON.stringify([before?.values ?? {}, before ? before.base : base])) return;
    if (Object.keys(changes).length === 0) {
      if (before) await removeDrafts([before]);
      this.#replace(before, null);
      return;
    }
    const row = this.#rowOf(changes, base);
    const written = await writeDraft(row, before ? [before] : []);
    this.#replace(before, { ...row, written });
  }

  #rowOf(values: Fields, base: unknown): Omit<DraftRow, 'written'> {
    return { uid: this.uid, thread: `${this.form}|${this.#key}`, values, base };
  }

  /** Writes into the journal at once, replacing this opening's entry. */
  #note(changes: Fields, base: unknown): void {
    this.#forgetNoted();
    if (Object.keys(changes).length === 0) return;
    const { shownRow } = this;
    const before = shownRow && { thread: shownRow.thread, written: shownRow.written };
    this.#noted = { ...this.#rowOf(changes, base), before, noted_at: Date.now() };
    journal.add(this.#noted);
  }

  #forgetNoted(): void {
    const { thread } = this.#noted ?? {};
    if (thread !== undefined) journal.remove((entry) => entry.thread === thread);
    this.#noted = null;
  }

  /** Deletes the version in the form. @returns false when the device refuses */
  drop(): Promise<boolean> {
    this.#forgetNoted();
    return this.inTurn(async () => {
      const { shownRow } = this;
      this.#replace(shownRow, null);
      if (shownRow) await removeDrafts([shownRow]);
    });
  }

  /**
   * Deletes every version that was shown in the form. A version that only another tab shows stays, since it was not
   * sent.
   */
  clear(): Promise<boolean> {
    this.#isSent = true;
    this.#forgetNoted();
    return this.inTurn(async () => {
      const seenVersions = this.versions.filter(({ thread }) => this.#shownRows.has(thread));
      this.versions = this.versions.filter(({ thread }) => !this.#shownRows.has(thread));
      this.shownRow = null;
      if (seenVersions.length > 0) await removeDrafts(seenVersions);
    });
  }

  /** Runs one piece of work after the other. @returns whether it succeeded */
  inTurn(work: () => Promise<void>): Promise<boolean> {
    const turn = this.#line.then(work).then(
      () => true,
      () => false,
    );
    this.#line = turn;
    return turn;
  }

  #replace(before: DraftRow | null, next: DraftRow | null): void {
    this.versions = [...(next ? [next] : []), ...this.versions.filter(({ thread }) => thread !== before?.thread)];
    this.shownRow = next;
    if (next) this.#shownRows.add(next.thread);
  }
}

const NOTHING = { isRestored: false, others: 0, state: 'empty' } as const;

/**
 * The draft of an open form, for the page's user.
 * @param onRead called once the drafts of earlier openings were read
 */
function useOpening<Values extends object>(form: string, onRead: (opening: Opening<Values>) => void) {
  // Read once: the draft stays its writer's when the session ends meanwhile. Without a user no draft is stored.
  const [uid] = useState(() => session.shownUser());
  const opening = useRef<Opening<Values>>(null);
  const latest = useRef(onRead);
  useEffect(() => {
    latest.current = onRead;
  });
  useEffect(() => {
    if (uid === null) return undefined;
    const own = new Opening<Values>(uid, form);
    opening.current = own;
    // A device that fails to read may still be able to write: each opening has a row of its own.
    void readDrafts(uid, form)
      .catch((): DraftRow[] => [])
      .then((rows) => {
        if (own.isOver) return;
        own.isRead = true;
        own.versions = rows;
        latest.current(own);
      });
    return () => {
      own.isOver = true;
    };
  }, [uid, form]);
  return opening;
}

/**
 * Stores a form's text on this device until the shop has it: it survives reloads, steps back, other tabs, a lost
 * connection and the end of a session. It belongs to the page's user, and no other account sees it. If two tabs write
 * in the same form, the next opening shows the newest text and offers the other.
 */
export function useFormDraft<Values extends WithoutFiles<Values> & object>(
  options: FormDraftOptions<Values>,
): FormDraft {
  const { form, values, begun, base, show, join } = options;
  const [firstBase] = useState(base);
  const [draftState, setTold] = useState<Pick<FormDraft, 'isRestored' | 'others' | 'state'>>(NOTHING);
  const put = (own: Opening<Values>, row: DraftRow, typed: Partial<Values> = {}) => {
    own.take(row);
    const storedValues = row.values as Partial<Values>;
    const isTyped = Object.keys(typed).length > 0;
    show(isTyped ? (join?.(storedValues, typed) ?? { ...storedValues, ...typed }) : storedValues, row.base);
    setTold({ isRestored: true, others: own.versions.length - 1, state: 'kept' });
  };
  const tell = (own: Opening<Values>, state: FormDraft['state'] | null): void => {
    if (state === null || own.isOver) return;
    setTold((before) => ({ ...before, state, isRestored: before.isRestored && state !== 'empty' }));
  };
  const opening = useOpening<Values>(form, (own) => {
    const [newest] = own.versions;
    if (newest) put(own, newest, changesOf(begun, values) as Partial<Values>);
    else void own.keep(values, begun, base).then((state) => tell(own, state));
  });
  useEffect(() => {
    const own = opening.current;
    if (own) void own.keep(values, begun, base).then((state) => tell(own, state));
  });
  return {
    ...draftState,
    discard() {
      const own = opening.current;
      if (!own) return;
      void own.drop().then(() => {
        const [next] = own.versions;
        if (next) return put(own, next);
        setTold(NOTHING);
        show({}, firstBase);
      });
    },
    showOther() {
      const own = opening.current;
      void own?.inTurn(async () => {
        const at = own.versions.findIndex(({ thread }) => thread === own.shownRow?.thread);
        const next = own.versions[(at + 1) % own.versions.length];
        if (next) put(own, next);
      });
    },
    async clear() {
      setTold(NOTHING);
      await opening.current?.clear();
    },
  };
}
