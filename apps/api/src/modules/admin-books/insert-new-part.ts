import type { Tx } from '../../platform/db/db.ts';
import type { BookPartRow } from '../../platform/db/schema.ts';
import { recordAudit } from '../audit/service.ts';
import { type Editor, insertPart, lastPartPosition, partRow } from '../books/service.ts';
import { requireBook } from './context.ts';
import { type Terms, termsOf } from './price-change.ts';
import type { PartForm } from '@cuentos/contract/admin-parts';

interface NewDraft {
  readonly editor: Editor;
  readonly bookId: string;
  readonly form: PartForm;
  readonly imageId: string | null;
  readonly now: number;
}

/** Puts a draft after the book's last part, in the caller's transaction. */
export async function insertNewPart(tx: Tx, { editor, bookId, form, imageId, now }: NewDraft): Promise<BookPartRow> {
  await requireBook(tx, editor, bookId);
  const terms: Terms = termsOf(form);
  const position = (await lastPartPosition(tx, bookId)) + 1;
  const bare = { bookId, name: form.name, position, imageId, presale: null, isDraft: true };
  const row = { ...partRow({ ...bare, value: terms.value, releaseAt: terms.release_at }, now), ...terms };
  await insertPart(tx, row);
  const detail = { book: bookId, value: terms.value };
  await recordAudit(tx, { actorId: editor.userId, action: 'part.created', subject: row.id, detail }, now);
  return row;
}
