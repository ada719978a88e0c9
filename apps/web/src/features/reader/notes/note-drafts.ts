import { dropDraft, readDraft, saveDraft } from '../../../offline/note-drafts.ts';
import type { NoteDraft } from '../../../offline/sync-database.ts';
import { session } from '../../../lib/session.ts';
import type { OpenToolbar } from './desk-state.ts';

/** The note that is being written in a part: it outlives the page. */
export class NoteDrafts {
  readonly #partId: string;
  readonly #uid = session.claims()?.uid ?? '';
  #isKept = false;

  constructor(partId: string) {
    this.#partId = partId;
  }

  /** Null when there is nothing to keep any more. */
  keep(open: OpenToolbar | null): void {
    if (open) {
      const { id: highlight_id, cfi, color, note, fresh } = open;
      saveDraft({ uid: this.#uid, part_id: this.#partId, highlight_id, cfi, color, text: note ?? '', ...fresh });
      this.#isKept = true;
    } else if (this.#isKept) {
      this.#isKept = false;
      void dropDraft(this.#uid, this.#partId).catch(() => {});
    }
  }

  async read(): Promise<NoteDraft | null> {
    const draft = await readDraft(this.#uid, this.#partId).catch(() => null);
    this.#isKept = draft !== null;
    return draft;
  }
}
