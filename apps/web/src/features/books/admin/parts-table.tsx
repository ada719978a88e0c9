import type { AdminBook } from '@cuentos/contract/books';
import type { AdminPart } from '@cuentos/contract/parts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, Files, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../../lib/clock.ts';
import { formatPercent } from '../../../lib/format-percent.ts';
import { formatBytes, formatDate, formatPrice } from '../../../lib/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { type Column, RowAction } from '../../../ui/lists/data-table.tsx';
import { rowActionClass } from '../../../ui/lists/row-action-class.ts';
import { formatMinute } from '../../admin/dates.ts';
import {
  booksQuery,
  cachePart,
  DELETED_BOOKS_KEY,
  deletePart,
  orderParts,
  partsQuery,
  type Powers,
  reloadShelf,
  restoreDeleted,
} from './api.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { ConfirmDeletion } from './confirm-deletion.tsx';
import { EbookDialog } from './ebook-dialog.tsx';
import { useDraftToggle } from './use-draft-toggle.ts';
import { type HandOrder, OrderArrows, useHandOrder } from './hand-order.tsx';
import { PartForm } from './part-form.tsx';
import { SampleDialog } from './sample-dialog.tsx';
import { partTexts as t, sampleTexts } from './texts.ts';
import { WholeList } from './whole-list.tsx';

type PartAction = 'UPDATE' | 'DELETE' | 'EBOOK' | 'SAMPLE';
type OpenModal = { readonly action: 'CREATE' | 'BULK' } | { readonly action: PartAction; readonly part: AdminPart };

interface PartsTableProps {
  readonly book: AdminBook;
  readonly powers: Powers;
  /** Whether it opens with the form of a new part. */
  readonly isCreating?: boolean;
}

/** The parts of one book: search by name, day and value, table, and the modals of a part. */
export function PartsTable({ book, powers, isCreating = false }: PartsTableProps) {
  const parts = useQuery(partsQuery(book.id));
  const [modal, setModal] = useState<OpenModal | null>(isCreating ? { action: 'CREATE' } : null);
  const toggling = useDraftToggle();
  const order = useHandOrder({
    queryKey: partsQuery(book.id).queryKey,
    save: (ids) => orderParts(book.id, ids),
    texts: t,
  });
  const now = useNow();
  const open = (action: PartAction, part: AdminPart) => setModal({ action, part });
  const rows = parts.data;
  return (
    <>
      <WholeList
        rows={rows}
        isError={parts.isError}
        onRetry={() => void parts.refetch()}
        columns={partColumns({ powers, minimum: book.minimum, now }, { open, ...toggling, ...order })}
        wordsOf={({ name, value, release_date: day }) => `${name} ${value} ${formatPrice(value)} ${formatDate(day)}`}
        caption={t.caption(book.name)}
        searchLabel={t.search}
        nothingFoundText={t.nothingFoundText}
        empty={t.empty}
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
      <output className="sr-only">{order.said}</output>
      <PartModal
        book={book}
        powers={powers}
        parts={rows ?? []}
        modal={modal}
        onClose={() => setModal(null)}
        onCreated={(part) => open('EBOOK', part)}
      />
    </>
  );
}

interface PartModalProps extends PartsTableProps {
  readonly parts: readonly AdminPart[];
  readonly modal: OpenModal | null;
  readonly onClose: () => void;
  /** Called with a new part, which needs its EPUB next. */
  readonly onCreated: (part: AdminPart) => void;
}

/**
 * The part of a modal, looked up at each render: an upload or another admin may have changed it. A part that was
 * deleted from the list stays as it was, so that its form is not lost.
 */
function partOf(modal: OpenModal | null, parts: readonly AdminPart[]): AdminPart | undefined {
  if (!modal || !('part' in modal)) return undefined;
  return parts.find(({ id }) => id === modal.part.id) ?? modal.part;
}

/** The modals of a part. */
function PartModal({ book, powers, parts, modal, onClose, onCreated }: PartModalProps) {
  const client = useQueryClient();
  const part = partOf(modal, parts);
  if (modal?.action === 'BULK') return <BulkDialog book={book} onClose={onClose} />;
  if (part) {
    if (modal?.action === 'EBOOK') return <EbookDialog part={part} powers={powers} onClose={onClose} />;
    if (modal?.action === 'SAMPLE') return <SampleDialog part={part} powers={powers} onClose={onClose} />;
  }
  if (modal?.action === 'DELETE' && part) {
    return (
      <ConfirmDeletion
        question={t.confirmDelete}
        detail={t.deleteDetail(part.name, part.owner_count)}
        done={t.deleted}
        goneText={t.gone}
        failed={t.deleteFailed}
        remove={() => deletePart(part.id)}
        restore={() => restoreDeleted({ kind: 'part', id: part.id })}
        onRestored={() => reloadShelf(client)}
        onRemoved={() => {
          const { queryKey } = partsQuery(book.id);
          client.setQueryData(queryKey, (rows) => rows && rows.filter(({ id }) => id !== part.id));
          void client.invalidateQueries({ queryKey: booksQuery.queryKey });
          void client.invalidateQueries({ queryKey: DELETED_BOOKS_KEY });
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
        onSaved={(saved) => {
          cachePart(client, saved);
          if (!part) onCreated(saved);
        }}
        onClose={onClose}
      />
    );
  }
  return null;
}

export interface PartActions extends HandOrder {
  readonly open: (action: PartAction, part: AdminPart) => void;
  readonly toggle: (part: AdminPart) => void;
  /** Part being activated or deactivated. */
  readonly toggling: string | null;
}

interface PartView {
  readonly powers: Powers;
  /** Smallest price that the payment provider accepts. */
  readonly minimum: number;
  readonly now: number;
}

/** Columns: status, name, value, day, presale, ebook, actions. */
function partColumns({ powers, minimum, now }: PartView, actions: PartActions): Column<AdminPart>[] {
  return [
    { id: 'state', label: t.columns.state, place: 'badge', cell: (part) => <State part={part} /> },
    { id: 'name', label: t.columns.name, place: 'title', cell: ({ name }) => name },
    {
      id: 'value',
      label: t.columns.value,
      end: true,
      cell: (part) => (
        <>
          {formatPrice(part.value)}
          {part.below_minimum && (
            <span className="block text-xs text-spot-ink">{t.belowMinimum(formatPrice(minimum))}</span>
          )}
        </>
      ),
    },
    {
      id: 'release',
      label: t.columns.release,
      cell: ({ release_date: day }) => <span className="figures whitespace-nowrap">{formatDate(day)}</span>,
    },
    { id: 'presale', label: t.columns.presale, cell: (part) => <Presale part={part} now={now} /> },
    {
      id: 'ebook',
      label: t.columns.ebook,
      cell: (part) => <Ebook part={part} open={actions.open} />,
    },
    {
      id: 'actions',
      label: t.columns.actions,
      place: 'actions',
      cell: (part) => <Actions part={part} powers={powers} actions={actions} />,
    },
  ];
}

/** A part without an ebook shows 'Falta ebook' in red instead of 'Activo'. */
function State({ part }: { readonly part: AdminPart }) {
  if (part.is_draft) return <Badge>{t.draft}</Badge>;
  if (part.ebook) return <Badge tone="ok">{t.active}</Badge>;
  return (
    <Badge tone="bad">
      <CircleAlert aria-hidden="true" />
      {t.missing}
    </Badge>
  );
}

function Presale({ part, now }: { readonly part: AdminPart; readonly now: number }) {
  const { is_presale: isPresale, presale_end_date: end, presale_discount_percentage: discount } = part;
  if (!isPresale) return <span className="text-ink-3">{t.noPresale}</span>;
  if (end === null) return <span className="text-ink-3">{t.presaleOpen}</span>;
  const day = formatDate(end);
  return (
    <span className="figures">
      {new Date(end).getTime() < now ? t.presaleOver(day) : t.presale(formatPercent(discount), day)}
    </span>
  );
}

function Ebook({ part, open }: { readonly part: AdminPart; readonly open: PartActions['open'] }) {
  return (
    <>
      {part.ebook ? (
        <span className="figures block">
          {part.live_edition && t.liveEdition(part.live_edition.number)}
          <span className="block text-xs text-ink-3">
            {part.live_edition && formatMinute(part.live_edition.created_at)}
            {part.ebook_size !== null && `, ${formatBytes(part.ebook_size)}`}
          </span>
        </span>
      ) : (
        <span className="font-semibold text-danger">{t.missing}</span>
      )}
      {part.export_counts.page + part.export_counts.epub > 0 && (
        <span className="figures block text-xs text-ink-3">{t.exported(part.export_counts)}</span>
      )}
      {part.pending_edition_id !== null && <span className="block text-xs text-accent">{t.waiting}</span>}
      {part.sample_request && <span className="block text-xs text-accent">{sampleTexts.waits}</span>}
      <span className="-mx-2 flex flex-wrap">
        {part.ebook && (
          <a
            href={`/reader/${part.book_id}/${part.id}/true`}
            target="_blank"
            rel="noopener"
            aria-label={t.previewOf(part.name)}
            className={rowActionClass()}
          >
            {t.preview}
          </a>
        )}
        {part.ebook && (
          <RowAction aria-label={t.of(t.sample, part.name)} onClick={() => open('SAMPLE', part)}>
            {t.sample}
          </RowAction>
        )}
        <RowAction aria-label={t.of(t.ebook, part.name)} onClick={() => open('EBOOK', part)}>
          {part.pending_edition_id === null ? t.upload : t.review}
        </RowAction>
      </span>
    </>
  );
}

function Actions({ part, powers, actions }: { part: AdminPart; powers: Powers; actions: PartActions }) {
  const change = part.is_draft ? t.activate : t.deactivate;
  return (
    <>
      <OrderArrows
        row={part}
        up={t.orderUp(part.name)}
        down={t.orderDown(part.name)}
        move={actions.move}
        canMove={actions.canMove}
      />
      {powers === 'admin' && (
        <RowAction
          aria-label={t.of(change, part.name)}
          busy={actions.toggling === part.id}
          onClick={() => actions.toggle(part)}
        >
          {change}
        </RowAction>
      )}
      <RowAction aria-label={t.of(t.edit, part.name)} onClick={() => actions.open('UPDATE', part)}>
        {t.edit}
      </RowAction>
      {powers === 'admin' && (
        <IconButton
          label={t.of(t.remove, part.name)}
          title={t.remove}
          icon={<Trash2 />}
          onClick={() => actions.open('DELETE', part)}
          className="max-md:ml-auto [&>svg]:text-danger"
        />
      )}
    </>
  );
}
