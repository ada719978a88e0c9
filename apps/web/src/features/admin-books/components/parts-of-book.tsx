import type { AdminBook } from '@cuentos/contract/admin/books';
import type { AdminPart } from '@cuentos/contract/admin/books';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Files, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../../lib/clock.ts';
import { formatDate, formatPrice } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { booksQuery, deletePart, keepPart, partsQuery, savePart } from '../data.ts';
import { partTexts as t } from '../part-texts.ts';
import type { Powers } from '../powers.ts';
import { tellFailure } from '../tell-failure.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { ConfirmDeletion } from './confirm-deletion.tsx';
import { EbookDialog } from './ebook-dialog.tsx';
import { PartForm } from './part-form.tsx';
import { partColumns } from './parts-columns.tsx';
import { WholeList } from './whole-list.tsx';

type OpenModal =
  | { readonly action: 'CREATE' | 'BULK' }
  | { readonly action: 'UPDATE' | 'DELETE' | 'EBOOK'; readonly part: AdminPart };

interface PartsOfBookProps {
  readonly book: AdminBook;
  readonly powers: Powers;
}

/** The parts of one book: search by name, day and value, table, and the modals of a part. */
export function PartsOfBook({ book, powers }: PartsOfBookProps) {
  const parts = useQuery(partsQuery(book.id));
  const [modal, setModal] = useState<OpenModal | null>(null);
  const toggling = useDraftToggle();
  const now = useNow();
  const open = (action: 'UPDATE' | 'DELETE' | 'EBOOK', part: AdminPart) => setModal({ action, part });
  const rows = parts.data === false ? undefined : parts.data;
  return (
    <>
      <WholeList
        rows={rows}
        isError={parts.isError || parts.data === false}
        onRetry={() => void parts.refetch()}
        columns={partColumns({ powers, minimum: book.minimum, now }, { open, ...toggling })}
        keyOf={({ id }) => id}
        wordsOf={({ name, value, release_date: day }) => `${name} ${value} ${formatPrice(value)} ${formatDate(day)}`}
        caption={t.caption(book.name)}
        texts={t}
        action={
          <>
            <Button icon={<Files aria-hidden="true" />} onClick={() => setModal({ action: 'BULK' })}>
              {t.bulk}
            </Button>
            <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setModal({ action: 'CREATE' })}>
              {t.add}
            </Button>
          </>
        }
      />
      <PartModal book={book} powers={powers} parts={rows ?? []} modal={modal} onClose={() => setModal(null)} />
    </>
  );
}

interface PartModalProps extends PartsOfBookProps {
  readonly parts: readonly AdminPart[];
  readonly modal: OpenModal | null;
  readonly onClose: () => void;
}

/**
 * The part that a modal is about, looked up anew: an upload or another admin may have changed it. One that is gone from
 * the list stays as it was, lest a form go with it.
 */
function partOf(modal: OpenModal | null, parts: readonly AdminPart[]): AdminPart | undefined {
  if (!modal || !('part' in modal)) return undefined;
  return parts.find(({ id }) => id === modal.part.id) ?? modal.part;
}

/** The modals of a part. */
function PartModal({ book, powers, parts, modal, onClose }: PartModalProps) {
  const client = useQueryClient();
  const part = partOf(modal, parts);
  if (modal?.action === 'BULK') return <BulkDialog book={book} onClose={onClose} />;
  if (modal?.action === 'EBOOK' && part) return <EbookDialog part={part} powers={powers} onClose={onClose} />;
  if (modal?.action === 'DELETE' && part) {
    return (
      <ConfirmDeletion
        question={t.confirmDelete}
        detail={t.deleteDetail(part.name)}
        done={t.deleted}
        gone={t.gone}
        failed={t.deleteFailed}
        remove={() => deletePart(part.id)}
        onRemoved={() => {
          const { queryKey } = partsQuery(book.id);
          client.setQueryData(queryKey, (rows) => rows && rows.filter(({ id }) => id !== part.id));
          void client.invalidateQueries({ queryKey: booksQuery.queryKey });
        }}
        onClose={onClose}
      />
    );
  }
  if (modal?.action === 'CREATE' || (modal?.action === 'UPDATE' && part)) {
    return (
      <PartForm
        powers={powers}
        book={book}
        part={part}
        onSaved={(saved) => keepPart(client, saved)}
        onClose={onClose}
      />
    );
  }
  return null;
}

/** 'Activar' and 'Desactivar': sends `is_draft` the other way round. */
function useDraftToggle() {
  const client = useQueryClient();
  const [toggling, setToggling] = useState<string | null>(null);
  const change = async (part: AdminPart) => {
    setToggling(part.id);
    const form = new FormData();
    form.set('is_draft', String(!part.is_draft));
    try {
      const saved = await savePart({ partId: part.id }, form);
      if (saved) {
        keepPart(client, saved);
        showToast('success', saved.is_draft ? t.drafted : t.ready);
      }
    } catch (error) {
      tellFailure(error, { part_not_found: t.gone }, t.saveFailed);
    }
    setToggling(null);
  };
  return { toggling, toggle: (part: AdminPart) => void change(part) };
}
