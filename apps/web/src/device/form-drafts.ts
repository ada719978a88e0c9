import { useEffect, useRef, useState } from 'react';
import { session } from '../lib/api/session.ts';
import { newId } from '../lib/new-id.ts';
import { hasKeys } from './journal.ts';
import { createKeyedJournal } from './keyed-journal.ts';
import { everythingOf, syncDatabase } from './sync-database.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Values of one open form that the shop does not have yet. Each open form writes a row of its own, so that two tabs
 * never write over each other. Store and key have the names of the first drafts that devices kept, those of messages.
 */
interface DraftRow {
  readonly uid: string;
  /** The form's name, `|`, and which opening of it wrote the row. */
  readonly thread: string;
  /** Counts what is written in all openings of the form: the highest was written last. */
  readonly written: number;
  /** The fields that differ from what the form began with. */
  readonly values: Fields;
  /** Value with which the form began, where the caller needs it again. */
  readonly base?: unknown;
}

/** A message as earlier versions of the app kept it: one row for a thread. */
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

/** Values of an opened form that the database does not have yet. */
interface JournalEntry extends Omit<DraftRow, 'written'> {
  /** The row that it goes on from, and replaces. */
  readonly before: Pick<DraftRow, 'thread' | 'written'> | null;
  /** By this device's clock, epoch milliseconds; absent in entries of earlier versions. */
  readonly noted_at?: number;
}

/** Local storage takes what is written at once: a page that ends in the next instant has not reached the database. */
const journal = createKeyedJournal(
  'formDrafts',
  (value): value is JournalEntry => hasKeys(value, 'uid', 'thread', 'values', 'before'),
  ({ thread }) => thread,
);

const ofForm = (uid: string, form: string) => IDBKeyRange.bound([uid, `${form}|`], [uid, `${form}|\uFFFF`]);

const formOf = ({ thread }: Pick<DraftRow, 'thread'>): string => thread.slice(0, thread.lastIndexOf('|'));

const asRow = (row: DraftRow | OldMessageRow): DraftRow =>
  'values' in row ? row : { uid: row.uid, thread: row.thread, written: 0, values: { id: row.id, text: row.text } };

/** Puts what pages left in the journal as they ended into the database, each as the newest row of its form. */
async function takeOver(entries: readonly JournalEntry[]): Promise<void> {
  for (const entry of entries.toSorted((one, other) => (one.noted_at ?? 0) - (other.noted_at ?? 0))) {
    const { before, noted_at: _notedAt, ...row } = entry;
    const serialized = JSON.stringify(entry);
    // The opening may still be there, and store what was typed since, before this write begins.
    const isLatest = () => journal.entries().some((each) => JSON.stringify(each) === serialized);
    await writeDraft(row, before ? [before] : [], isLatest);
  }
  const taken = new Set(entries.map((entry) => JSON.stringify(entry)));
  // An opening that is still there may have written on.
  journal.remove((entry) => taken.has(JSON.stringify(entry)));
}

/** Puts all drafts where they wait for their writers, for the day that local storage is cleared. */
export const persistFormDrafts = async (): Promise<void> => takeOver(journal.entries());

/**
 * Reads the drafts that a user's openings of a form left, the newest first.
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

/** The newest draft of a form about a thing. */
export interface DraftAbout {
  /** The thing's name, behind the colon of the form's. */
  readonly id: string;
  readonly values: Fields;
  /** Values that the form began with, as far as they are known. */
  readonly base?: unknown;
}

/**
 * Reads the newest draft of each form of a kind, such as `announcement`, without that of something new.
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

/** Forgets every draft of a form. @throws DOMException when the device refuses its storage */
export async function forgetDrafts(uid: string, form: string): Promise<void> {
  await removeDrafts(await readDrafts(uid, form));
}

/** How many forms a user has begun and not sent. */
export async function countFormDrafts(uid: string): Promise<number> {
  const stored = await syncDatabase((database) => database.getAllKeys('message_drafts', everythingOf(uid))).catch(
    () => [],
  );
  const journalEntries = journal.entries().filter((entry) => entry.uid === uid);
  return new Set([...stored.map(([, thread]) => thread), ...journalEntries.map(({ thread }) => thread)]).size;
}

/**
 * Writes a row as the newest of its form.
 * @param replaces rows that this one goes on from: each goes, unless its own opening wrote in it meanwhile
 * @param isLatest asked within the write; a row that is not is not written
 * @returns the row's number among all that was written in the form
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
    // Another tab may have taken the same over from the journal.
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

/** Removes rows, except those that were written to since they were read. */
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

/** Fields without any that holds a file: files are never kept. */
type WithoutFiles<Values> = {
  readonly [Name in keyof Values]: Extract<Values[Name], Blob> extends never ? Values[Name] : never;
};

interface FormDraftOptions<Values> {
  /** Names the form and what it is about: `book:new`, or `book:` and the id of the one that it changes. */
  readonly form: string;
  /** Values of the fields, without passwords. */
  readonly values: Values;
  /** Values of the fields when the form was opened. */
  readonly begun: Values;
  /** Kept beside the fields, for `show`: what the server had when the form was opened. Can be written as JSON. */
  readonly base?: unknown;
  /** Puts what differs into the fields, over what the form begins with; with nothing, it begins anew. */
  readonly show: (changes: Partial<Values>, base: unknown) => void;
  /** Joins a stored draft with the values typed before it was read; without it the typed values win. */
  readonly join?: (storedValues: Partial<Values>, typed: Partial<Values>) => Partial<Values>;
}

/** State of a draft for its form and notice. */
export interface FormDraft {
  /** Whether the fields hold text from an earlier opening of this form. */
  readonly isRestored: boolean;
  /** How many more versions of it other tabs left. */
  readonly others: number;
  /** `failed`: the device keeps nothing, and what is in the form is lost with the page. */
  readonly state: 'empty' | 'kept' | 'failed';
  /** Forgets what was written, and shows what the form began with. */
  readonly discard: () => void;
  /** Shows what another tab left; what is in the form now is the one left then. */
  readonly showOther: () => void;
  /** The shop has it: nothing of it stays, and of what was shown of other tabs neither. Never rejects. */
  readonly clear: () => Promise<void>;
}

/** The fields that differ, in the order of what the form began with. */
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
  /** Every version that was found, or written here. */
  versions: DraftRow[] = [];
  /** The one on the screen; null while nothing differs from what the form began with. */
  shownRow: DraftRow | null = null;
  /** Rows whose words stood on the screen. */
  readonly #shownRows = new Set<string>();
  #key = newId();
  #notedText = '';
  #writtenText = '';
  /** Entry of the journal for this opening of the form. */
  #noted: JournalEntry | null = null;
  #isSent = false;
  #line: Promise<unknown> = Promise.resolve();

  constructor(uid: string, form: string) {
    this.uid = uid;
    this.form = form;
  }

  /** Puts a version on the screen; what is written from now on is a row of its own. */
  take(row: DraftRow): void {
    this.shownRow = row;
    this.#shownRows.add(row.thread);
    this.#key = newId();
  }

  /** Keeps what the fields hold. @returns null when nothing changed, or what is kept is not known yet */
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
      // Written on meanwhile: the journal has what the next turn writes.
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

  /** Writes into the journal at once, in the place of what it had of this opening. */
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

  /** Forgets the version on the screen. @returns false when the device refuses */
  drop(): Promise<boolean> {
    this.#forgetNoted();
    return this.inTurn(async () => {
      const { shownRow } = this;
      this.#replace(shownRow, null);
      if (shownRow) await removeDrafts([shownRow]);
    });
  }

  /** Forgets every version that stood on the screen. A version that only another tab shows stays: it was not sent. */
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

  /** Runs one piece of work after the other. @returns whether it went well */
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
 * The opening of a form that stands on the screen, for the person whose page this is.
 * @param onRead called once what earlier openings left was read
 */
function useOpening<Values extends object>(form: string, onRead: (opening: Opening<Values>) => void) {
  // Read once: the draft stays the writer's when the session ends meanwhile. Without a user no draft is kept.
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
    // A device that refuses to be read may still take what is written: each opening has a row of its own.
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
 * Keeps what is written in a form on this device until the shop has it: reloads, the way back, other tabs, a lost line
 * and the end of a session take nothing of it. It belongs to the person whose page this is, and another account never
 * sees it. Of two tabs that write in the same form the newest stands in the next one, and the other is offered there.
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
