import { limits } from '@cuentos/contract/limits';
import type { PartForm, PartFromEpubForm } from '@cuentos/contract/parts';
import { foldText } from '@cuentos/domain/text/fold';
import { cutGraphemes } from '@cuentos/domain/text/graphemes';
import { normalizeText } from '@cuentos/domain/text/normalize';
import { santiagoDate, startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import type { Tx } from '../../../platform/db/db.ts';
import type { BookPartRow } from '../../../platform/db/tables/books.ts';
import { AppError, refuseTaken } from '../../../platform/http/app-error.ts';
import type { UploadedFile } from '../../../platform/http/read-form.ts';
import { recordAudit } from '../../audit/service.ts';
import { type Editor, partRow } from '../service.ts';
import { insertPart, lastPartPosition } from '../repository.ts';
import { discardFiles } from '../../editions/service.ts';
import { type EditingContext, requireBook } from './context.ts';
import { attachUpload, gate } from './editions-service.ts';
import { refusePresaleForNothing, type Terms, termsOf } from './part-terms.ts';
import * as repository from './repository.ts';

/** A book that came alone. */
export interface EpubUpload {
  readonly ebook: UploadedFile;
  readonly signal: AbortSignal;
}

interface Request {
  readonly editor: Editor;
  readonly bookId: string;
  readonly form: PartFromEpubForm;
  readonly upload: EpubUpload;
}

/** Price of a book's first part when none is given: the advertised minimum. It can be changed in the draft. */
const FIRST_VALUE = 490;

/**
 * Makes a draft part of an EPUB alone: its title is the part's name (with a number when it is taken), its cover the
 * image, or the book's own cover; price as the book's last part, released today. All of it or nothing.
 */
export async function createFromEpub(
  context: EditingContext,
  { editor, bookId, form, upload }: Request,
): Promise<{ partId: string; editionId: string }> {
  const { db, clock } = context;
  const book = await requireBook(db.read, editor, bookId);
  const ingested = await gate(context, upload.ebook, upload.signal);
  const now = clock.now();
  return db
    .withTx(async (tx) => {
      const parts = await repository.partsOf(tx, [bookId]);
      const filled: PartForm = {
        name: form.name ?? freeName(ingested.publication.metadata.title, parts),
        value: form.value ?? parts.at(-1)?.value ?? FIRST_VALUE,
        release_date: form.release_date ?? startOfSantiagoDay(santiagoDate(now)),
      };
      const isTaken = parts.some(({ name_key }) => name_key === foldText(filled.name));
      if (isTaken) throw new AppError('part_name_taken');
      const imageId = ingested.coverImageId ?? book.image_id;
      const part = await insertNewPart(tx, { editor, bookId, form: filled, imageId, now });
      const editionId = await attachUpload(
        tx,
        context,
        ingested,
        { editor, part, publish: false, checkTitle: false, fileName: upload.ebook.name },
        now,
      );
      return { partId: part.id, editionId };
    })
    .catch(async (error: unknown) => {
      await discardFiles(context, ingested.claim);
      return refuseTaken('part_name_taken')(error);
    });
}

/** The book's title in one line, short enough, with a number behind it when another part has that name. */
function freeName(title: string, parts: readonly BookPartRow[]): string {
  const base = cutGraphemes(
    normalizeText(title)
      .replaceAll(/[\s\p{C}]+/gu, ' ')
      .trim(),
    limits.bookNameMax - 5,
  );
  const usedNames = new Set(parts.map(({ name_key }) => name_key));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base} (${number})`;
    if (!usedNames.has(foldText(name))) return name;
  }
}

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
  refusePresaleForNothing(terms, now);
  const position = (await lastPartPosition(tx, bookId)) + 1;
  const bare = { bookId, name: form.name, position, imageId, presale: null, isDraft: true };
  const row = { ...partRow({ ...bare, value: terms.value, releaseAt: terms.release_at }, now), ...terms };
  await insertPart(tx, row);
  const detail = { book: bookId, value: terms.value };
  await recordAudit(tx, { actorId: editor.userId, action: 'part.created', subject: row.id, detail }, now);
  return row;
}
