import type { AdminPart } from '@cuentos/contract/admin/books';
import { BookOpen, CircleAlert, Trash2, Upload } from 'lucide-react';
import { formatPercent } from '../../../lib/format-percent.ts';
import { formatBytes, formatDate, formatPrice } from '../../../lib/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { partTexts as t } from '../part-texts.ts';
import type { Powers } from '../powers.ts';

export interface PartActions {
  readonly open: (action: 'UPDATE' | 'DELETE' | 'EBOOK', part: AdminPart) => void;
  readonly toggle: (part: AdminPart) => void;
  /** Part being activated or deactivated. */
  readonly toggling: string | null;
}

interface PartView {
  readonly powers: Powers;
  /** Smallest price that the payment provider takes. */
  readonly minimum: number;
  readonly now: number;
}

/** Columns: status, name, value, day, presale, ebook, actions. */
export function partColumns({ powers, minimum, now }: PartView, actions: PartActions): Column<AdminPart>[] {
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
      cell: ({ release_date: day }) => <span className="figures">{formatDate(day)}</span>,
    },
    { id: 'presale', label: t.columns.presale, cell: (part) => <Presale part={part} now={now} /> },
    {
      id: 'ebook',
      label: t.columns.ebook,
      cell: (part) => <Ebook part={part} onOpen={() => actions.open('EBOOK', part)} />,
    },
    {
      id: 'actions',
      label: t.columns.actions,
      place: 'actions',
      cell: (part) => <Actions part={part} powers={powers} actions={actions} />,
    },
  ];
}

/** A part without ebook shows 'Falta ebook' in red instead of 'Activo'. */
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

function Ebook({ part, onOpen }: { readonly part: AdminPart; readonly onOpen: () => void }) {
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0 flex-1 md:min-w-20">
        {part.ebook ? (
          <>
            <span className="block">{t.editions(part.edition_count - (part.pending_edition_id ? 1 : 0))}</span>
            {part.ebook_size !== null && (
              <span className="figures block text-xs text-ink-3">{formatBytes(part.ebook_size)}</span>
            )}
          </>
        ) : (
          <span className="font-semibold text-danger">{t.missing}</span>
        )}
        {part.pending_edition_id !== null && <span className="block text-xs text-accent">{t.waiting}</span>}
      </span>
      {part.ebook && (
        <IconButton label={t.of(t.preview, part.name)} title={t.preview} icon={<BookOpen />} onClick={onOpen} />
      )}
      <IconButton label={t.of(t.ebook, part.name)} title={t.ebook} icon={<Upload />} onClick={onOpen} />
    </span>
  );
}

function Actions({ part, powers, actions }: { part: AdminPart; powers: Powers; actions: PartActions }) {
  const change = part.is_draft ? t.activate : t.deactivate;
  return (
    <>
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
