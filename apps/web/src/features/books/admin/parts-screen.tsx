import type { AdminBook } from '@cuentos/contract/books';
import { foldText } from '@cuentos/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { TableSkeleton } from '../../../ui/lists/data-table.tsx';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { ListFailure, NothingFound, SearchBox } from '../../../ui/lists/list-panel.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Cover } from '../../../ui/pictures/cover.tsx';
import { EmptyPocketDrawing } from '../../../ui/pictures/drawings.tsx';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { useAsked } from '../../admin/use-asked.ts';
import { Recalls } from '../../recalls/recalls.tsx';
import { booksQuery, partsQuery, type Powers } from './api.ts';
import { DeletedBooks } from './books-screen.tsx';
import { PartsTable } from './parts-table.tsx';
import { partTexts as t } from './texts.ts';
import { useBookToggle } from './use-book-toggle.ts';

/** Number of books up to which no search is needed. */
const MANY_BOOKS = 10;

/** 'Partes de libros': choose a book, then show or hide its parts. The address names the shown book. */
export function PartsPage({ powers }: { readonly powers: Powers }) {
  const books = useQuery(booksQuery);
  const [query, setQuery] = useSearchParams();
  const [search, setSearch] = useState('');
  const [creatingIn, setCreatingIn] = useState<string | null>(null);
  const [only, another] = books.data ?? [];
  // The parts of a single book are shown without a choice; an empty word in the address hides them.
  const openBookId = query.get('libro') ?? (another ? undefined : only?.id);
  const create = (bookId: string) => {
    setCreatingIn(bookId);
    setQuery({ libro: bookId }, { replace: true });
  };
  const toggle = (id: string) => {
    const hidden = another ? {} : { libro: '' };
    setQuery(openBookId === id ? hidden : { libro: id }, { replace: true });
  };
  const words = foldText(search).trim();
  const matchingBooks = (books.data ?? []).filter(({ name }) => foldText(name).includes(words));
  return (
    <>
      <SectionTitle title={t.title} text={t.text} />
      {books.isError ? (
        <ListFailure onRetry={() => void books.refetch()} />
      ) : !books.data ? (
        <TableSkeleton rows={4} />
      ) : books.data.length === 0 ? (
        <NoBooks powers={powers} />
      ) : (
        <>
          {books.data.length > MANY_BOOKS && (
            <div className="mb-5">
              <SearchBox label={t.searchBook} value={search} onChange={setSearch} />
            </div>
          )}
          {matchingBooks.length === 0 ? (
            <NothingFound search={search} onClear={() => setSearch('')} />
          ) : (
            <ul className="border-t border-line">
              {matchingBooks.map((book) => (
                <BookRow
                  key={book.id}
                  book={book}
                  powers={powers}
                  isShown={openBookId === book.id}
                  isCreating={creatingIn === book.id}
                  onToggle={() => toggle(book.id)}
                />
              ))}
            </ul>
          )}
        </>
      )}
      {books.data && <BookChoice books={books.data} powers={powers} onChoose={create} />}
      {powers === 'admin' && <DeletedBooks />}
      {powers === 'admin' && <Recalls />}
    </>
  );
}

function NoBooks({ powers }: { readonly powers: Powers }) {
  const add = (
    <Link to={newBookPath(powers)} className={buttonClass({ variant: 'primary' })}>
      {t.addBook}
    </Link>
  );
  return <EmptyState drawing={<EmptyPocketDrawing />} {...t.noBooks} action={add} />;
}

/** Address of the form of a new book. */
const newBookPath = (powers: Powers) => `/${powers}/books?nuevo`;

interface BookChoiceProps {
  readonly powers: Powers;
  readonly books: readonly AdminBook[];
  readonly onChoose: (bookId: string) => void;
}

/**
 * Asks for the book of a new part when a link opens its form; a single book is chosen without a question, and without
 * any the form of the first book opens.
 */
function BookChoice({ books, powers, onChoose }: BookChoiceProps) {
  const [isAsked, setIsAsked] = useAsked('nueva');
  const choose = (bookId: string) => {
    setIsAsked(false);
    onChoose(bookId);
  };
  const [only] = books;
  const onlyId = isAsked && books.length === 1 ? only?.id : undefined;
  useEffect(() => {
    if (onlyId !== undefined) choose(onlyId);
    // Chosen once, when the list has loaded.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [onlyId]);
  if (isAsked && !only) return <Navigate to={newBookPath(powers)} replace />;
  if (!isAsked || books.length < 2) return null;
  return (
    <Dialog
      open
      onClose={() => setIsAsked(false)}
      label={t.chooseBook}
      caption={<h2 className="type-1">{t.chooseBook}</h2>}
    >
      <ul className="border-t border-line">
        {books.map((book) => (
          <li key={book.id} className="border-b border-line">
            <button
              type="button"
              onClick={() => choose(book.id)}
              className="flex min-h-14 w-full items-center gap-4 py-2 text-left hover:bg-sunken"
            >
              <span className="w-8 shrink-0">
                <Cover picture={book.image} alt="" sizes="32px" seed={book.id} />
              </span>
              <span className="min-w-0 font-serif text-[1.0625rem] [overflow-wrap:anywhere]">{book.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface BookRowProps {
  readonly book: AdminBook;
  readonly powers: Powers;
  readonly isShown: boolean;
  /** Whether the form of a new part opens with its parts. */
  readonly isCreating: boolean;
  readonly onToggle: () => void;
}

function BookRow({ book, powers, isShown, isCreating, onToggle }: BookRowProps) {
  const parts = useQuery({ ...partsQuery(book.id), enabled: isShown });
  const drafts = parts.data ? parts.data.filter(({ is_draft: isDraft }) => isDraft).length : null;
  const id = `parts-of-${book.id}`;
  return (
    <li className="border-b border-line py-4">
      <div className="flex flex-wrap items-center gap-4">
        <span className="w-11 shrink-0">
          <Cover picture={book.image} alt="" sizes="44px" seed={book.id} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-lg [overflow-wrap:anywhere]">{book.name}</h2>
          <p className="text-sm text-ink-2">{t.counts(book.part_count, drafts)}</p>
        </div>
        <Button
          aria-expanded={isShown}
          aria-controls={isShown ? id : undefined}
          aria-label={isShown ? t.hideOf(book.name) : t.showOf(book.name)}
          onClick={onToggle}
          className="max-md:w-full"
        >
          {isShown ? t.hide : t.show}
        </Button>
      </div>
      {isShown && book.is_draft && book.part_count > 0 && <DraftBook book={book} powers={powers} />}
      {isShown && (
        // The table needs the border that closes the book too.
        <div id={id} className="mt-5 max-md:[&_tbody>tr:last-child]:border-0 md:[&_tbody>tr:last-child>td]:border-0">
          {/* A table that is shown already opens the form too. */}
          <PartsTable key={String(isCreating)} book={book} powers={powers} isCreating={isCreating} />
        </div>
      )}
    </li>
  );
}

/** Says that ready parts are in no shop while their book is a draft. */
function DraftBook({ book, powers }: Pick<BookRowProps, 'book' | 'powers'>) {
  const { toggling, toggle } = useBookToggle();
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-3 rounded-2 bg-info-soft py-1 pr-1 pl-3.5 text-sm text-info">
      <p className="py-2">{powers === 'admin' ? t.draftBook : t.draftBookWritter}</p>
      {powers === 'admin' && (
        <Button
          variant="quiet"
          busy={toggling === book.id}
          aria-label={t.activateBookOf(book.name)}
          onClick={() => toggle(book)}
          className="max-md:-ml-2.5"
        >
          {t.activateBook}
        </Button>
      )}
    </div>
  );
}

/** /admin/book-parts. */
export function AdminPartsScreen() {
  return <PartsPage powers="admin" />;
}

/** /writter/book-parts. */
export function WritterPartsScreen() {
  return <PartsPage powers="writter" />;
}
