import type { AdminOrder } from '@cuentos/contract/orders';
import type { Entitlement } from '@cuentos/contract/entitlements';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { foldText } from '@cuentos/domain/text/fold';
import { formatPrice } from '../../../lib/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable, RowAction } from '../../../ui/lists/data-table.tsx';
import { ListPanel } from '../../../ui/lists/list-panel.tsx';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { formatMinute, formatSecond } from '../../admin/dates.ts';
import { UnresolvedPaymentsPanel } from '../../payments/admin/unresolved-payments.tsx';
import { usePagedList } from '../../admin/use-paged-list.ts';
import { entitlementPages, unfinishedOrdersQuery } from './api.ts';
import { GrantDialog } from './grant-dialog.tsx';
import { canRefund, orderTone, entitlementEnd, originOf, entitlementState } from './entitlement-rows.ts';
import { Refund } from '../../refunds/admin/refund-dialog.tsx';
import { confirmRevokeGrant } from './revoke.ts';
import { paymentTexts } from '../../payments/admin/texts.ts';
import { entitlementTexts as t } from './texts.ts';

/** 'Compras de usuarios'. */
function PurchasesPage() {
  const client = useQueryClient();
  const list = usePagedList<Entitlement>({
    ...entitlementPages,
    wordsOf: (row) => `${row.user_name} ${row.book_part_name} ${row.book_name} ${numbersOf(row)}`,
  });
  // A link of 'Hoy' leads to the form itself.
  const [query] = useSearchParams();
  const [granting, setGranting] = useState(() => query.has('regalar'));
  const [refunding, setRefunding] = useState<Entitlement | null>(null);
  const reload = () => void client.invalidateQueries({ queryKey: entitlementPages.queryKey });
  return (
    <>
      <SectionTitle title={t.title} text={t.text} />
      <UnresolvedPaymentsPanel />
      <UnfinishedOrders search={list.search} />
      <ListPanel
        list={list}
        caption={t.caption}
        columns={columns({ onRefund: setRefunding, onRevoke: (row) => void confirmRevokeGrant(row).then(reload) })}
        searchLabel={t.search}
        empty={t.empty}
        action={
          <Button variant="primary" icon={<Gift aria-hidden="true" />} onClick={() => setGranting(true)}>
            {t.grant}
          </Button>
        }
      />
      {granting && <GrantDialog onGranted={reload} onClose={() => setGranting(false)} />}
      <Refund row={refunding} reload={reload} onClose={() => setRefunding(null)} />
    </>
  );
}

/** Numbers that a person who writes about a purchase may have at hand. */
function numbersOf({ order_id: order, purchase_info: info }: Entitlement): string {
  return `${order ?? ''} ${info && 'data' in info ? info.data.id : ''}`;
}

/** So many signs at least make a number that is looked for everywhere. */
const NUMBER = /^#?[0-9a-f][0-9a-f-]{5,}$/i;

/** Pending payments and tries that came to nothing; what the search names is looked for among them too. */
function UnfinishedOrders({ search }: { readonly search: string }) {
  const words = useDeferredValue(search.trim());
  const isNumber = NUMBER.test(words);
  const { data = [] } = useQuery(unfinishedOrdersQuery(isNumber ? words : null));
  const looked = foldText(isNumber ? '' : words);
  // Leaves out paid orders, which the list of entitlements below shows.
  const rows = data.filter(
    (row) =>
      ['open', 'pending', 'rejected', 'expired'].includes(row.state) && foldText(wordsOfOrder(row)).includes(looked),
  );
  if (rows.length === 0) return null;
  return (
    <section className="mb-10">
      <h2 className="type-1">{t.unfinishedTitle}</h2>
      <p className="mt-1 mb-4 max-w-[62ch] text-sm text-ink-2">{t.unfinishedText}</p>
      <DataTable caption={t.unfinishedTitle} columns={unfinishedColumns} rows={rows} keyOf={({ id }) => id} />
    </section>
  );
}

function wordsOfOrder({ user_name: name, user_email: email, items }: AdminOrder): string {
  return [name, email, ...items.map((item) => `${item.book_name} ${item.book_part_name}`)].join(' ');
}

const unfinishedColumns: Column<AdminOrder>[] = [
  {
    id: 'name',
    label: t.columns.name,
    place: 'title',
    cell: ({ user_name: name, user_email: email }) => (
      <>
        {name}
        <span className="block font-sans text-xs font-normal [overflow-wrap:anywhere] text-ink-3">{email}</span>
      </>
    ),
  },
  {
    id: 'state',
    label: t.columns.state,
    place: 'badge',
    cell: ({ state }) => <Badge tone={orderTone(state)}>{t.orderStates[state]}</Badge>,
  },
  {
    id: 'part',
    label: t.columns.part,
    cell: ({ items }) => items.map((item) => `${item.book_part_name} (${item.book_name})`).join(', '),
  },
  {
    id: 'amount',
    label: t.unfinishedAmount,
    cell: ({ total }) => <span className="figures whitespace-nowrap">{formatPrice(total)}</span>,
  },
  {
    id: 'info',
    label: t.columns.info,
    cell: ({ payments }) => <span className="figures">{payments.at(-1)?.provider_payment_id ?? t.noData}</span>,
  },
  {
    id: 'since',
    label: paymentTexts.openColumns.since,
    cell: ({ payments, created_at: created }) => (
      <span className="figures whitespace-nowrap">{formatMinute(payments.at(-1)?.since ?? created)}</span>
    ),
  },
];

interface RowActions {
  readonly onRefund: (row: Entitlement) => void;
  readonly onRevoke: (row: Entitlement) => void;
}

function columns({ onRefund, onRevoke }: RowActions): Column<Entitlement>[] {
  const c = t.columns;
  return [
    { id: 'name', label: c.name, place: 'title', cell: (row) => row.user_name },
    {
      id: 'date',
      label: c.date,
      cell: (row) => <span className="figures whitespace-nowrap">{formatSecond(row.purchase_date)}</span>,
    },
    {
      id: 'info',
      label: c.info,
      cell: (row) => (
        <>
          <span className="figures block">{originOf(row)}</span>
          <span className="figures block text-xs text-ink-3">{entitlementState(row)}</span>
          {row.waits && <Badge tone="info">{t.states.waits}</Badge>}
        </>
      ),
    },
    { id: 'book', label: c.book, cell: (row) => row.book_name },
    { id: 'part', label: c.part, cell: (row) => row.book_part_name },
    {
      id: 'actions',
      label: c.actions,
      place: 'actions',
      cell: (row) => {
        const end = entitlementEnd(row);
        // In line with the words of the other rows.
        if (end)
          return (
            <span className="px-2">
              <Badge>{end}</Badge>
            </span>
          );
        if (row.source === 'grant') {
          return (
            <RowAction
              tone="danger"
              aria-label={t.of(t.revoke, row.user_name, row.book_part_name)}
              onClick={() => onRevoke(row)}
            >
              {t.revoke}
            </RowAction>
          );
        }
        if (!canRefund(row)) return null;
        return (
          <RowAction aria-label={t.of(t.refund, row.user_name, row.book_part_name)} onClick={() => onRefund(row)}>
            {t.refund}
          </RowAction>
        );
      },
    },
  ];
}

/** /admin/user-book-parts. */
export function AdminEntitlementsScreen() {
  return <PurchasesPage />;
}
