import { type ExportedBook, type ExportedNote, mergeNotes } from '@cuentos/domain/exports/exported-book';

/** Record of a file in the browser's storage between two openings. */
interface Kept {
  readonly notes: readonly ExportedNote[];
  readonly place: string | null;
  readonly settings: Readonly<Record<string, string>> | null;
}

export type NoteChange = Partial<Pick<ExportedNote, 'color' | 'note'>>;

/**
 * Notes, position and settings of the reader: those of the file merged with the browser's record. Each change is stored
 * at once, in browsers that have storage for a file opened from disk.
 */
export class NoteStore {
  /** False where the browser stores nothing: then only a saved copy contains the notes. */
  canKeep = true;
  /** Whether a change is not in the file yet. */
  isUnsaved = false;
  readonly #key: string;
  readonly #listeners: (() => void)[] = [];
  #state: ExportedBook;

  constructor(state: ExportedBook) {
    this.#key = `libro ${state.ex_libris.number} ${state.edition_id}`;
    const kept = this.#read();
    const notes = mergeNotes(state.notes, kept?.notes ?? []);
    this.isUnsaved = JSON.stringify(notes) !== JSON.stringify(state.notes);
    this.#state = {
      ...state,
      notes,
      place: kept?.place ?? state.place,
      settings: kept?.settings ?? state.settings,
    };
    this.#keep();
  }

  /** The complete state to write into the file. */
  get state(): ExportedBook {
    return this.#state;
  }

  /** Notes that were not deleted, in the order of their creation. */
  get notes(): readonly ExportedNote[] {
    return this.#state.notes.filter(({ isDeleted }) => !isDeleted);
  }

  note(id: string): ExportedNote | undefined {
    return this.notes.find((note) => note.id === id);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  add(note: Pick<ExportedNote, 'cfi' | 'color' | 'quote'>): ExportedNote {
    const added: ExportedNote = { ...note, id: newId(), note: '', revision: 1 };
    this.#change([...this.#state.notes, added]);
    return added;
  }

  change(id: string, change: NoteChange): void {
    this.#replace(id, (note) => ({ ...note, ...change, revision: note.revision + 1 }));
  }

  /** Deletes the text of a note and keeps its deletion mark. */
  remove(id: string): void {
    this.#replace(id, (note) => ({ ...note, note: '', quote: '', revision: note.revision + 1, isDeleted: true }));
  }

  setPlace(place: string): void {
    this.#state = { ...this.#state, place };
    this.#keep();
  }

  setSettings(settings: Readonly<Record<string, string>>): void {
    this.#state = { ...this.#state, settings };
    this.#keep();
  }

  /** Records that a file has this state. */
  markSaved(written: ExportedBook): void {
    this.isUnsaved = written.notes !== this.#state.notes;
    this.#tell();
  }

  #replace(id: string, change: (note: ExportedNote) => ExportedNote): void {
    this.#change(this.#state.notes.map((note) => (note.id === id ? change(note) : note)));
  }

  #change(notes: readonly ExportedNote[]): void {
    // Another tab with the same file may have stored changes since.
    this.#state = { ...this.#state, notes: mergeNotes(notes, this.#read()?.notes ?? []) };
    this.isUnsaved = true;
    this.#keep();
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #read(): Kept | null {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? 'null') as Kept | null;
    } catch {
      return null;
    }
  }

  #keep(): void {
    const { notes, place, settings } = this.#state;
    const text = JSON.stringify({ notes, place, settings } satisfies Kept);
    try {
      localStorage.setItem(this.#key, text);
      this.canKeep = localStorage.getItem(this.#key) === text;
    } catch {
      this.canKeep = false;
    }
  }
}

/** A file from a disk is no secure context everywhere, and `crypto.randomUUID` is missing there. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
