import { useId, useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { NativeSelect } from '../../../ui/forms/select-field.tsx';
import { fullTitle } from '../../note-files/formats/portable-note.ts';
import type { HeldPart, NamedBook } from './match-books.ts';
import type { ImportSize } from './imports.ts';
import { type ImportPlan, type PartImport, planImport } from './plan-import.ts';
import { transferTexts as t } from './texts.ts';
import type { Preview } from './use-import.ts';

interface ImportPreviewProps {
  readonly preview: Preview;
  readonly busy: boolean;
  readonly onBring: (parts: readonly PartImport[]) => void;
  readonly onOther: () => void;
}

/** Preview of an import, book by book, with the entries that it leaves out, before any of it is kept. */
export function ImportPreview({ preview, busy, onBring, onOther }: ImportPreviewProps) {
  const { held, known, unreadable } = preview;
  const [chosen, setChosen] = useState<ReadonlyMap<string, string | null>>(new Map());
  const books = useMemo(
    () =>
      preview.books.map((book) => ({
        ...book,
        partId: chosen.has(book.key) ? (chosen.get(book.key) ?? null) : book.partId,
      })),
    [preview, chosen],
  );
  const plan = useMemo(() => planImport(books, known), [books, known]);
  const isRecognised = ({ partId }: NamedBook) => partId !== null;
  const [recognised, others] = [
    preview.books.filter(isRecognised),
    preview.books.filter((book) => !isRecognised(book)),
  ];
  const list = (some: readonly NamedBook[]) => (
    <ul className="grid gap-4">
      {some.map(({ key }) => (
        <BookRow
          key={key}
          book={books.find((book) => book.key === key) as NamedBook}
          held={held}
          onChoose={(partId) => setChosen(new Map([...chosen, [key, partId]]))}
        />
      ))}
    </ul>
  );
  return (
    <>
      {recognised.length > 0 && (
        <section className="grid gap-4">
          <h2 className="type-1">{t.found(sizeOfFile(recognised), recognised.length)}</h2>
          {list(recognised)}
        </section>
      )}
      {others.length > 0 && (
        <details open={recognised.length === 0} className="border-t border-line pt-2 first:border-0 first:pt-0">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
            {t.unknownBooks(sizeOfFile(others), others.length)}
          </summary>
          <p className="mb-4 text-sm text-ink-2">{t.unknownHint}</p>
          {list(others)}
        </details>
      )}
      <NotTaken plan={plan} unreadable={unreadable} />
      <div className="flex flex-wrap gap-3">
        {plan.brought > 0 ? (
          <Button variant="primary" busy={busy} onClick={() => onBring(plan.parts)}>
            {t.bring({ notes: plan.brought - plan.broughtBookmarks, bookmarks: plan.broughtBookmarks })}
          </Button>
        ) : (
          <p className="flex min-h-11 items-center font-semibold">{t.nothingNew}</p>
        )}
        <Button onClick={onOther}>{t.otherFile}</Button>
      </div>
    </>
  );
}

/** Counts the entries of the files that are not imported, by reason. */
function NotTaken({ plan, unreadable }: { readonly plan: ImportPlan; readonly unreadable: number }) {
  const lines = [
    plan.already > 0 && t.already(plan.already),
    plan.elsewhere > 0 && t.elsewhere(plan.elsewhere),
    plan.bookmarks > 0 && t.bookmarks(plan.bookmarks),
    plan.tooLong > 0 && t.tooLong(plan.tooLong),
    unreadable > 0 && t.unreadable(unreadable),
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <ul className="grid list-disc gap-1 border-t border-line ps-5 pt-4 text-sm text-ink-2">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function sizeOfFile(books: readonly Pick<NamedBook, 'notes'>[]): ImportSize {
  const entries = books.flatMap(({ notes }) => notes);
  const bookmarks = entries.filter(({ kind }) => kind === 'bookmark').length;
  return { notes: entries.length - bookmarks, bookmarks };
}

interface BookRowProps {
  readonly book: NamedBook;
  readonly held: readonly HeldPart[];
  readonly onChoose: (partId: string | null) => void;
}

/** A book of the file, and the part to which its notes are imported. */
function BookRow({ book: { book, notes, partId }, held, onChoose }: BookRowProps) {
  const id = useId();
  const title = fullTitle(book) || t.untitled;
  return (
    <li className="grid gap-1.5">
      <label htmlFor={id} className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 [overflow-wrap:anywhere] font-semibold">{title}</span>
        <span className="shrink-0 text-sm text-ink-3">{t.entries(sizeOfFile([{ notes }]))}</span>
      </label>
      <NativeSelect
        id={id}
        aria-label={t.into(title)}
        value={partId ?? ''}
        onChange={(event) => onChoose(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{t.nowhere}</option>
        {held.map((part) => (
          <option key={part.partId} value={part.partId}>
            {fullTitle({ title: part.bookName, part: part.partName, author: '', ids: [] })}
          </option>
        ))}
      </NativeSelect>
    </li>
  );
}
