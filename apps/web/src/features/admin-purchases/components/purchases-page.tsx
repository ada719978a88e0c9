import type { Purchase } from '@cuentos/contract/admin/purchases';
import { useQueryClient } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import { formatSecond } from '../../../lib/admin-dates.ts';
import { PAGE_SIZES } from '../../../lib/use-list-place.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { SectionTitle } from '../../../ui/section-title.tsx';
import { fetchPurchases, PURCHASES_KEY } from '../data.ts';
import { canRefund, purchaseEnd, purchaseInfo, purchaseKind } from '../purchase-info.ts';
import { askToRevokeGrant } from '../take-back.ts';
import { purchaseTexts as t } from '../texts.ts';
import { EarlyAccessList } from './early-access-list.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';

/** A refund is worked off behind the answer; the list asks again by then. */
const REFUND_SETTLES_MS = 1500;

/** 'Compras de usuarios'; early access beneath. */
export function PurchasesPage() {
  const client = useQueryClient();
  const list = usePagedList<Purchase>({
    queryKey: PURCHASES_KEY,
    fetchPage: fetchPurchases,
    wordsOf: (row) => `${row.user_name} ${row.book_part_name} ${row.book_name}`,
  });
  const [granting, setGranting] = useState(false);
  const [refunding, setRefunding] = useState<Purchase | null>(null);
  const reload = () => void client.invalidateQueries({ queryKey: PURCHASES_KEY });
  return (
    <>
      <SectionTitle title={t.title} text={t.text} />
      <ListPanel
        list={list}
        sizes={PAGE_SIZES}
        caption={t.caption}
        columns={columns({ onRefund: setRefunding, onRevoke: (row) => void askToRevokeGrant(row).then(reload) })}
        keyOf={({ id }) => id}
        searchLabel={t.search}
        empty={t.empty}
        action={
          <Button variant="primary" icon={<Gift aria-hidden="true" />} onClick={() => setGranting(true)}>
            {t.grant}
          </Button>
        }
      />
      <EarlyAccessList />
      {granting && <GrantDialog onGranted={reload} onClose={() => setGranting(false)} />}
      {refunding?.order_id && (
        <RefundDialog
          row={refunding}
          orderId={refunding.order_id}
          onRefunded={() => {
            reload();
            setTimeout(reload, REFUND_SETTLES_MS);
          }}
          onClose={() => setRefunding(null)}
        />
      )}
    </>
  );
}

interface RowActions {
  readonly onRefund: (row: Purchase) => void;
  readonly onRevoke: (row: Purchase) => void;
}

function columns({ onRefund, onRevoke }: RowActions): Column<Purchase>[] {
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
          <span className="figures block">{purchaseInfo(row)}</span>
          <span className="figures block text-xs text-ink-3">{purchaseKind(row)}</span>
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
        const end = purchaseEnd(row);
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
