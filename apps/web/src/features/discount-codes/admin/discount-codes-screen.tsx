import {
  adminDeleteDiscountCode,
  adminListDiscountCodes,
  adminSwitchDiscountCode,
  type DiscountCode,
} from '@cuentos/contract/discount-codes';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatNumber, formatPrice } from '../../../lib/formats.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { restoreFocus } from '../../../ui/focus-fallback.ts';
import { type Column, RowAction } from '../../../ui/lists/data-table.tsx';
import { ListPanel } from '../../../ui/lists/list-panel.tsx';
import { ask } from '../../../ui/overlays/confirm.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { adminCall } from '../../admin/admin-call.ts';
import { useAdminMutation } from '../../admin/admin-mutation.ts';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { formatFormDay } from '../../admin/dates.ts';
import { GoneDrafts } from '../../admin/gone-drafts.tsx';
import { linkText, PartLink, PersonLink, PurchasesLink } from '../../admin/row-links.tsx';
import { findRow, pagesOf, usePagedList } from '../../admin/use-paged-list.ts';
import { DiscountCodeForm, writtenText } from './discount-code-form.tsx';
import { discountCodeTexts as t } from './texts.ts';

/** The list, page by page. */
const pages = pagesOf(adminListDiscountCodes);

const tones: Readonly<Record<DiscountCode['state'], BadgeTone>> = {
  running: 'ok',
  later: 'info',
  over: 'plain',
  used_up: 'plain',
  off: 'plain',
};

/** Names the discount of a code. */
const discountOf = ({ kind, amount }: DiscountCode): string =>
  kind === 'percentage' ? t.percent(amount) : formatPrice(amount);

/** Names the books or parts of a code. */
function scopeOf({ scope, book_id: book, part_id: part }: DiscountCode): string {
  if (scope === null) return book === null && part === null ? t.shop : t.gone;
  return scope.part_name === null ? scope.book_name : t.partOf(scope.part_name, scope.book_name);
}

/** Names the books or parts of a code, with a link. */
function Scope({ row }: { readonly row: DiscountCode }) {
  if (row.scope === null) return scopeOf(row);
  return <PartLink bookId={row.scope.book_id} name={scopeOf(row)} />;
}

/** Users of a code: the latest by name, the others by their number. */
function People({ row: { code, people, people_count: count } }: { readonly row: DiscountCode }) {
  if (people.length === 0) return null;
  const more = count - people.length;
  return (
    <p className={`${linkText} wrap-break-word`}>
      {people.map((person, index) => (
        <Fragment key={person.id ?? `${index}`}>
          {index > 0 && ', '}
          <PersonLink {...person} />
        </Fragment>
      ))}
      {more > 0 && (
        <>
          {` ${t.and} `}
          <PurchasesLink code={code}>{t.morePeople(more, formatNumber(more))}</PurchasesLink>
        </>
      )}
    </p>
  );
}

function stateOf({ state, from, until }: DiscountCode): string {
  if (state === 'later') return t.states.later(formatFormDay(from ?? '') ?? '');
  if (state === 'over') return t.states.over(formatFormDay(until ?? '') ?? '');
  return t.states[state];
}

/** Address of the shop that fills in the code. */
function linkOf({ code, scope }: DiscountCode): string {
  const path = scope === null ? '/' : `/book-detail/${scope.book_id}`;
  return `${location.origin}${path}?codigo=${code}`;
}

async function copyLink(row: DiscountCode): Promise<void> {
  try {
    await navigator.clipboard.writeText(linkOf(row));
    showToast('success', t.linkCopied);
  } catch {
    showToast('error', t.linkNotCopied(linkOf(row)));
  }
}

interface RowHandlers {
  readonly busy: string | undefined;
  readonly edit: (row: DiscountCode) => void;
  readonly turn: (row: DiscountCode, isActive: boolean) => void;
  readonly remove: (row: DiscountCode) => void;
}

function columnsOf(acts: RowHandlers): Column<DiscountCode>[] {
  return [
    {
      id: 'code',
      label: t.columns.code,
      place: 'title',
      cell: (row) => (
        <div className="[overflow-wrap:anywhere]">
          <p className="font-sans font-semibold">{row.code}</p>
          <p className="font-sans text-sm font-normal text-ink-2">
            {t.forWhat(discountOf(row))} <Scope row={row} />
          </p>
        </div>
      ),
    },
    {
      id: 'state',
      label: t.columns.state,
      cell: (row) => (
        <div className="figures grid justify-items-start gap-1">
          <Badge tone={tones[row.state]}>{stateOf(row)}</Badge>
          {row.state === 'running' && row.until !== null && (
            <span className="text-xs text-ink-3">{t.until(formatFormDay(row.until) ?? '')}</span>
          )}
        </div>
      ),
    },
    {
      id: 'uses',
      label: t.columns.uses,
      cell: (row) => {
        const { uses, max_uses: most, max_uses_per_person: own } = row;
        return (
          <div className="figures">
            <p>{most === null ? formatNumber(uses) : t.usesOf(formatNumber(uses), formatNumber(most))}</p>
            {own !== null && <p className="text-xs text-ink-3">{t.perPerson(own)}</p>}
            <People row={row} />
          </div>
        );
      },
    },
    {
      id: 'sold',
      label: t.columns.sold,
      end: true,
      cell: ({ sold }) => <span className="figures whitespace-nowrap">{formatPrice(sold)}</span>,
    },
    {
      id: 'actions',
      label: t.columns.actions,
      place: 'actions',
      cell: (row) => <RowActions row={row} acts={acts} />,
    },
  ];
}

function RowActions({
  row,
  acts: { busy, edit, turn, remove },
}: {
  readonly row: DiscountCode;
  readonly acts: RowHandlers;
}) {
  return (
    <span className="flex flex-wrap gap-1">
      <RowAction aria-label={t.of(t.edit, row.code)} onClick={() => edit(row)}>
        {t.edit}
      </RowAction>
      <RowAction aria-label={t.of(t.copyLink, row.code)} onClick={() => void copyLink(row)}>
        {t.copyLink}
      </RowAction>
      <RowAction
        busy={busy === row.id}
        aria-label={t.of(row.is_active ? t.turnOff : t.turnOn, row.code)}
        onClick={() => turn(row, !row.is_active)}
      >
        {row.is_active ? t.turnOff : t.turnOn}
      </RowAction>
      {!row.is_fixed && (
        <RowAction aria-label={t.of(t.remove, row.code)} onClick={() => remove(row)}>
          {t.remove}
        </RowAction>
      )}
    </span>
  );
}

/** Returns the actions on a code in the list; remembers the code deactivated last, so that it can be undone. */
function useActs(reload: () => Promise<unknown>) {
  const [turnedOff, setTurnedOff] = useState<DiscountCode | null>(null);
  const { sending, send: turn } = useAdminMutation({
    call: ({ row, isActive }: { readonly row: DiscountCode; readonly isActive: boolean }) =>
      adminCall(adminSwitchDiscountCode, {
        params: { id: row.id },
        json: { is_active: isActive },
        handles: 'all',
      }),
    onDone: (_after, { row, isActive }) => {
      setTurnedOff(isActive ? null : row);
      if (isActive) showToast('success', t.turnedOn(row.code));
    },
    texts: { failed: t.failed, serverSays: [404] },
    onEnd: reload,
  });
  const { send: deleteCode } = useAdminMutation({
    call: ({ id }: DiscountCode) => adminCall(adminDeleteDiscountCode, { params: { id }, handles: 'all' }),
    onDone: () => {
      showToast('success', t.removed);
      restoreFocus('#discount-codes-add');
    },
    texts: { failed: t.failed, serverSays: [404, 409] },
    onEnd: reload,
  });
  const remove = async (row: DiscountCode) => {
    const question = { title: t.removeTitle(row.code), message: t.removeText, confirm: t.remove, cancel: t.cancel };
    if (await ask(question)) deleteCode(row);
  };
  return { turnedOff, sending, turn, remove };
}

interface TurnedOffProps {
  readonly code: DiscountCode | null;
  readonly busy: boolean;
  readonly onUndo: (code: DiscountCode) => void;
}

/** Names the deactivated code, with an undo button. */
function TurnedOff({ code, busy, onUndo }: TurnedOffProps) {
  return (
    <output className="block text-sm text-ink-2 not-empty:mb-3">
      {code && (
        <span className="flex flex-wrap items-center gap-x-4">
          {t.turnedOff(code.code)}
          <Button variant="quiet" busy={busy} onClick={() => onUndo(code)}>
            {t.undo}
          </Button>
        </span>
      )}
    </output>
  );
}

/** /admin/discount-codes: the codes with their terms, limits and uses. */
export function AdminDiscountCodesScreen() {
  const client = useQueryClient();
  const [open, setOpen] = useState<DiscountCode | 'new' | null>(null);
  // A purchase links to its code.
  const [query] = useSearchParams();
  const list = usePagedList<DiscountCode>({
    ...pages,
    firstSearch: query.get('codigo') ?? '',
    wordsOf: (row) => `${row.code} ${scopeOf(row)}`,
  });
  const reload = () => client.invalidateQueries({ queryKey: pages.queryKey });
  const { turnedOff, sending, turn, remove } = useActs(reload);
  const add = (
    <Button id="discount-codes-add" variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setOpen('new')}>
      {t.add}
    </Button>
  );
  return (
    <>
      <SectionTitle title={t.title} text={t.text} actions={add} />
      <GoneDrafts
        kind="discount-code"
        title={t.draftGone}
        textOf={writtenText}
        isGone={async ({ id }) => (await findRow(pages, (row) => row.id === id)) === undefined}
        stamp={list.isLoading}
      />
      <TurnedOff code={turnedOff} busy={sending !== undefined} onUndo={(row) => turn({ row, isActive: true })} />
      <ListPanel
        list={list}
        caption={t.title}
        searchLabel={t.search}
        columns={columnsOf({
          busy: sending?.row.id,
          edit: setOpen,
          turn: (row, isActive) => turn({ row, isActive }),
          remove: (row) => void remove(row),
        })}
        empty={t.empty}
      />
      {open !== null && (
        <DiscountCodeForm
          code={open === 'new' ? null : open}
          onSaved={(saved) => {
            setOpen(null);
            showToast('success', t.saved(saved.code));
            void reload();
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
