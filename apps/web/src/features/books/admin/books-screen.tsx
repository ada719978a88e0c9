import type { AdminBook } from '@cuentos/contract/books';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, RowAction } from '../../../ui/lists/data-table.tsx';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { DeletedRows } from '../../admin/deleted-rows.tsx';
import { partsPath } from '../../admin/row-links.tsx';
import { useAsked } from '../../admin/use-asked.ts';
import {
  booksQuery,
  cacheBook,
  DELETED_BOOKS_KEY,
  deleteBook,
  fetchDeletedBooks,
  orderShelf,
  type Powers,
  reloadShelf,
  restoreDeleted,
} from './api.ts';
import { BookForm } from './book-form.tsx';
import { ConfirmDeletion } from './confirm-deletion.tsx';
import { type HandOrder, OrderArrows, useHandOrder } from './hand-order.tsx';
import { bookTexts as t } from './texts.ts';
import { useBookToggle } from './use-book-toggle.ts';
import { WholeList } from './whole-list.tsx';

type OpenModal = { readonly action: 'CREATE' } | { readonly action: 'UPDATE' | 'DELETE'; readonly book: AdminBook };

/** 'Libros': search, table, and the modals of a book. */
export function BooksPage({ powers }: { readonly powers: Powers }) {
  const client = useQueryClient();
  const books = useQuery(booksQuery);
  const [modal, setModal] = useState<OpenModal | null>(null);
  const [isAsked, setIsAsked] = useAsked('nuevo');
  const toggle = useBookToggle();
  const shelf = useHandOrder({ queryKey: booksQuery.queryKey, save: orderShelf, texts: t });
  return (
    <>
      <SectionTitle title={t.title} text={powers === 'admin' ? t.text : t.writterText} />
      <WholeList
        rows={books.data}
        isError={books.isError}
        onRetry={() => void books.refetch()}
        columns={columns(powers, { open: setModal, ...toggle, ...shelf })}
        wordsOf={({ name }) => name}
        caption={t.caption}
        searchLabel={t.search}
        empty={t.empty}
        action={
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setModal({ action: 'CREATE' })}>
            {t.add}
          </Button>
        }
      />
      {powers === 'admin' && <DeletedBooks />}
      {modal?.action === 'DELETE' ? (
        <ConfirmDeletion
          question={t.confirmDelete}
          detail={t.deleteDetail(modal.book.name, modal.book.owner_count)}
          done={t.deleted}
          goneText={t.gone}
          failed={t.deleteFailed}
          remove={() => deleteBook(modal.book.id)}
          restore={() => restoreDeleted({ kind: 'book', id: modal.book.id })}
          onRestored={() => reloadShelf(client)}
          onRemoved={() => {
            client.setQueryData(booksQuery.queryKey, (rows) => rows && rows.filter(({ id }) => id !== modal.book.id));
            void client.invalidateQueries({ queryKey: DELETED_BOOKS_KEY });
          }}
          onClose={() => setModal(null)}
        />
      ) : (
        (modal || isAsked) && (
          <BookForm
            powers={powers}
            book={modal?.action === 'UPDATE' ? modal.book : undefined}
            onSaved={(book) => cacheBook(client, book)}
            onClose={() => {
              setModal(null);
              setIsAsked(false);
            }}
          />
        )
      )}
      <output className="sr-only">{shelf.said}</output>
    </>
  );
}

/** Deleted books and parts, with buttons that restore them. */
export function DeletedBooks() {
  const client = useQueryClient();
  return (
    <DeletedRows
      title={t.deletedTitle}
      text={t.deletedText}
      queryKey={DELETED_BOOKS_KEY}
      load={fetchDeletedBooks}
      restore={restoreDeleted}
      done={t.restored}
      failures={{ book_name_taken: t.restoreNameTaken, part_name_taken: t.restoreNameTaken }}
      onRestored={() => void reloadShelf(client)}
    />
  );
}

interface Actions extends ReturnType<typeof useBookToggle>, HandOrder {
  readonly open: (modal: OpenModal) => void;
}

interface RowActionsProps extends Actions {
  readonly book: AdminBook;
  readonly powers: Powers;
}

function columns(powers: Powers, actions: Actions): Column<AdminBook>[] {
  return [
    {
      id: 'state',
      label: t.columns.state,
      place: 'badge',
      cell: ({ is_draft: isDraft, part_count: parts }) => {
        if (isDraft) return <Badge>{t.draft}</Badge>;
        return parts === 0 ? <Badge tone="info">{t.inPreparation}</Badge> : <Badge tone="ok">{t.active}</Badge>;
      },
    },
    // Keeps the words of a title whole beside the actions, which take most of the row.
    { id: 'name', label: t.columns.name, place: 'title', className: 'min-w-32', cell: ({ name }) => name },
    {
      id: 'description',
      label: t.columns.description,
      className: 'md:w-2/5',
      cell: (book) => (
        <>
          <span className="line-clamp-2">{book.description}</span>
          <BookLinks book={book} powers={powers} />
        </>
      ),
    },
    {
      id: 'actions',
      label: t.columns.actions,
      place: 'actions',
      cell: (book) => <RowActions book={book} powers={powers} {...actions} />,
    },
  ];
}

const bookLink = 'link -my-2.5 inline-block min-w-11 py-2.5 leading-6';

/** Links to the parts of a book and, once it is in the shop, to its page there. */
function BookLinks({
  book: { id, name, part_count: parts, is_draft: isDraft },
  powers,
}: Omit<RowActionsProps, keyof Actions>) {
  const count = t.partCount(parts);
  return (
    <span className="flex flex-wrap items-baseline gap-x-4 text-xs text-ink-3 as-blocks:pb-1.5">
      {parts === 0 && count}
      <Link
        to={partsPath(id, powers)}
        aria-label={parts === 0 ? undefined : t.partsOf(count, name)}
        className={bookLink}
      >
        {parts === 0 ? t.addParts : count}
      </Link>
      {!isDraft && (
        <a
          href={`/book-detail/${id}`}
          target="_blank"
          rel="noopener"
          aria-label={t.seeInShopOf(name)}
          className={bookLink}
        >
          {t.seeInShop}
        </a>
      )}
    </span>
  );
}

function RowActions({ book, powers, open, toggle, toggling, move, canMove }: RowActionsProps) {
  const change = book.is_draft ? t.activate : t.deactivate;
  return (
    <>
      {powers === 'admin' && (
        <OrderArrows row={book} up={t.shelfUp(book.name)} down={t.shelfDown(book.name)} move={move} canMove={canMove} />
      )}
      {powers === 'admin' && (
        <RowAction aria-label={t.of(change, book.name)} busy={toggling === book.id} onClick={() => toggle(book)}>
          {change}
        </RowAction>
      )}
      <RowAction aria-label={t.of(t.edit, book.name)} onClick={() => open({ action: 'UPDATE', book })}>
        {t.edit}
      </RowAction>
      {powers === 'admin' && (
        <RowAction
          tone="danger"
          aria-label={t.of(t.remove, book.name)}
          onClick={() => open({ action: 'DELETE', book })}
        >
          {t.remove}
        </RowAction>
      )}
    </>
  );
}

/** /admin/books. */
export function AdminBooksScreen() {
  return <BooksPage powers="admin" />;
}

/** /writter/books. */
export function WritterBooksScreen() {
  return <BooksPage powers="writter" />;
}
