import type { AdminOrder } from '@cuentos/contract/orders';
import { adminGetEntitlementsCsv, type Entitlement } from '@cuentos/contract/entitlements';
import { purchaseEnd } from '@cuentos/contract/purchase-words';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Gift } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { foldText } from '@cuentos/domain/text/fold';
import { formatPrice } from '../../../lib/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable, RowAction } from '../../../ui/lists/data-table.tsx';
import { ListPanel } from '../../../ui/lists/list-panel.tsx';
import { downloadFile } from '../../admin/admin-call.ts';
import { useAdminMutation } from '../../admin/admin-mutation.ts';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { formatMinute, formatSecond } from '../../admin/dates.ts';
import { CodeLink, PartLink, PersonLink } from '../../admin/row-links.tsx';
import { UnresolvedPaymentsPanel } from '../../payments/admin/unresolved-payments.tsx';
import { useAsked } from '../../admin/use-asked.ts';
import { usePagedList } from '../../admin/use-paged-list.ts';
import { entitlementPages, unfinishedOrdersQuery } from './api.ts';
import { GrantDialog } from './grant-dialog.tsx';
import { canRefund, codeWords, entitlementState, orderTone, originOf, returnedLines } from './entitlement-rows.ts';
import { GoneRefunds, Refund } from '../../refunds/admin/refund-dialog.tsx';
import { confirmRevokeGrant } from './revoke.ts';
import { paymentTexts } from '../../payments/admin/texts.ts';
import { entitlementTexts as t } from './texts.ts';

/** 'Compras de usuarios'. */
function PurchasesPage() {
  const client = useQueryClient();
  // A code links to its purchases.
  const [query] = useSearchParams();
  const list = usePagedList<Entitlement>({
    ...entitlementPages,
    firstSearch: query.get('codigo') ?? '',
    wordsOf: wordsOfRow,
  });
  const [granting, setGranting] = useAsked('regalar');
  const [refunding, setRefunding] = useState<Entitlement | null>(null);
  const reload = () => void client.invalidateQueries({ queryKey: entitlementPages.queryKey });
  return (
    <>
      <SectionTitle title={t.title} text={t.text} />
      <GoneRefunds stamp={list.isLoading} />
      <UnresolvedPaymentsPanel />
      <UnfinishedOrders search={list.search} />
      <ListPanel
        list={list}
        caption={t.caption}
        columns={columns({ onRefund: setRefunding, onRevoke: (row) => void confirmRevokeGrant(row, reload) })}
        searchLabel={t.search}
        empty={t.empty}
        action={
          <div className="flex flex-wrap gap-2">
            <CsvButton search={list.search} />
            <Button variant="primary" icon={<Gift aria-hidden="true" />} onClick={() => setGranting(true)}>
              {t.grant}
            </Button>
          </div>
        }
      />
      {granting && <GrantDialog onGranted={reload} onClose={() => setGranting(false)} />}
      <Refund row={refunding} reload={reload} onClose={() => setRefunding(null)} />
    </>
  );
}

/**
 * Returns the texts by which the search finds a purchase: its names, its code, and the numbers that its buyer may know.
 */
function wordsOfRow(row: Entitlement): string {
  const { order_id: order, purchase_info: info, giver, code } = row;
  const number = info && 'data' in info ? info.data.id : '';
  const names = [row.user_name, row.book_part_name, row.book_name, giver?.name, code?.name, order, number];
  return names.filter((name) => name).join(' ');
}

/** Downloads the purchases that the search finds. */
function CsvButton({ search }: { readonly search: string }) {
  const { busy, send } = useAdminMutation({
    call: () => downloadFile(adminGetEntitlementsCsv, { query: { q: search.trim() || null } }, t.csvName),
    onDone: () => {},
    texts: { failed: t.csvFailed },
  });
  return (
    <Button icon={<Download aria-hidden="true" />} aria-label={t.csvLabel} busy={busy} onClick={() => send()}>
      {t.csv}
    </Button>
  );
}

/** Digits from which on a number is searched everywhere. */
const NUMBER = /^#?[0-9a-f][0-9a-f-]{5,}$/i;

/** Pending and failed payments, which the search includes. */
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
    cell: ({ user_id: id, user_name: name, user_email: email }) => (
      <>
        <PersonLink id={id} name={name} />
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
    cell: ({ items }) =>
      items.map((item) => (
        <span key={item.book_part_id} className="block">
          <PartLink bookId={item.book_id} name={item.book_part_name} /> ({item.book_name})
        </span>
      )),
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

/** 'MP info': the payment, its amount, the giver and the code. */
function Origin({ row }: { readonly row: Entitlement }) {
  const { giver, code, value, amount } = row;
  const isReduced = value !== null && amount !== null && value > amount;
  return (
    <>
      <span className="figures block">{originOf(row)}</span>
      <span className="figures block text-xs text-ink-3">
        {entitlementState(row)} {isReduced && <s>{formatPrice(value)}</s>}
      </span>
      {giver && (
        <span className="block">
          {t.giftOf} <PersonLink {...giver} />
        </span>
      )}
      {code && (
        <span className="block">
          {t.code} <CodeLink code={code.name} />
          {codeWords(row)}
        </span>
      )}
    </>
  );
}

/** How a purchase ended, or what it lacks, aligned with the other rows; below it, the refunds. */
function State({ row, action }: { readonly row: Entitlement; readonly action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 as-table:justify-end">
      <div className="grid justify-items-start gap-1 px-2 py-1 as-table:justify-items-end as-table:text-right">
        <Badge tone={row.waits ? 'info' : 'plain'}>{purchaseEnd(row)}</Badge>
        {returnedLines(row).map((line) => (
          <span key={line} className="figures max-w-[24ch] text-xs text-ink-2">
            {line}
          </span>
        ))}
      </div>
      {action}
    </div>
  );
}

interface RowActions {
  readonly onRefund: (row: Entitlement) => void;
  readonly onRevoke: (row: Entitlement) => void;
}

function columns({ onRefund, onRevoke }: RowActions): Column<Entitlement>[] {
  const c = t.columns;
  const actionOf = (row: Entitlement) => {
    if (row.source === 'grant' && row.revoked_at === null) {
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
    if (!canRefund(row) || row.order_state === 'disputed') return null;
    return (
      <RowAction aria-label={t.of(t.refund, row.user_name, row.book_part_name)} onClick={() => onRefund(row)}>
        {t.refund}
      </RowAction>
    );
  };
  return [
    {
      id: 'name',
      label: c.name,
      place: 'title',
      cell: (row) => <PersonLink id={row.user_id} name={row.user_name} />,
    },
    {
      id: 'date',
      label: c.date,
      cell: (row) => <span className="figures whitespace-nowrap">{formatSecond(row.purchase_date)}</span>,
    },
    {
      id: 'info',
      label: c.info,
      cell: (row) => <Origin row={row} />,
    },
    { id: 'book', label: c.book, cell: (row) => row.book_name },
    { id: 'part', label: c.part, cell: (row) => <PartLink bookId={row.book_id} name={row.book_part_name} /> },
    {
      id: 'actions',
      label: c.actions,
      place: 'actions',
      cell: (row) => (purchaseEnd(row) === null ? actionOf(row) : <State row={row} action={actionOf(row)} />),
    },
  ];
}

/** /admin/user-book-parts. */
export function AdminEntitlementsScreen() {
  return <PurchasesPage />;
}
