import { useAdminMutation } from '../admin-mutation.ts';
import type { Purchase } from '@cuentos/contract/admin/purchases';
import { useQueryClient } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import { formatPrice } from '../../../lib/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, RowAction } from '../../../ui/lists/data-table.tsx';
import { ListPanel } from '../../../ui/lists/list-panel.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { SectionTitle } from '../area-frame.tsx';
import { formatSecond } from '../dates.ts';
import { useSessionNotice } from '../forms.ts';
import { OpenPaymentsPanel } from './open-payments.tsx';
import { PAGE_SIZES, usePagedList } from '../use-paged-list.ts';
import { fetchPurchases, grantPart, purchaseFailures, PURCHASES_KEY } from './api.ts';
import { EarlyAccessList } from './early-access.tsx';
import { type PartChoice, PartFields, UserField } from './part-and-person-fields.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { confirmRevokeGrant } from './revoke.ts';
import { purchaseTexts as t } from './texts.ts';

/** A refund is worked off behind the answer; the list asks again by then. */
const REFUND_SETTLES_MS = 1500;

/** 'Compras de usuarios'; early access beneath. */
function PurchasesPage() {
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
      <OpenPaymentsPanel />
      <ListPanel
        list={list}
        sizes={PAGE_SIZES}
        caption={t.caption}
        columns={columns({ onRefund: setRefunding, onRevoke: (row) => void confirmRevokeGrant(row).then(reload) })}
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

/** /admin/user-book-parts. */
export function AdminPurchasesScreen() {
  return <PurchasesPage />;
}

interface GrantDialogProps {
  readonly onGranted: () => void;
  readonly onClose: () => void;
}

/** Gives somebody a part for good. */
function GrantDialog({ onGranted, onClose }: GrantDialogProps) {
  const [userId, setUserId] = useState('');
  const [choice, setChoice] = useState<PartChoice>({ bookId: '', partId: '' });
  const [sent, setSent] = useState(false);
  const complete = choice.bookId !== '' && choice.partId !== '';
  const { busy, send } = useAdminMutation({
    call: () => grantPart(userId, choice.partId),
    onDone: () => {
      showToast('success', t.granted);
      onGranted();
      onClose();
    },
    texts: purchaseFailures,
  });
  const submit = () => {
    setSent(true);
    if (complete && userId !== '') send();
  };
  return (
    <FormDialog
      title={t.grantTitle}
      text={t.grantText}
      submit={t.grantSubmit}
      busy={busy}
      dirty={userId !== '' || choice.bookId !== ''}
      notice={useSessionNotice()}
      onSubmit={submit}
      onClose={onClose}
    >
      <UserField error={sent && userId === '' ? t.userRequired : undefined} onChange={setUserId} />
      <PartFields choice={choice} onChange={setChoice} incomplete={sent && !complete} />
    </FormDialog>
  );
}

/** 'MP info': the payment's id, else who gave it, else 'Sin datos'. */
export function purchaseInfo({ purchase_info: info }: Purchase): string {
  if (!info) return t.noData;
  return 'data' in info ? info.data.id : info.created_by;
}

/** Small line beneath: the price, or why there is none. */
export function purchaseKind({ source, amount }: Purchase): string {
  if (source === 'grant') return t.gift;
  if (source === 'free') return t.free;
  return amount === null ? '' : t.paid(formatPrice(amount));
}

/** Word for a purchase that is over; null while it stands. */
export function purchaseEnd({ revoked_at: revoked, order_state: state }: Purchase): string | null {
  if (state === 'disputed') return t.states.disputed;
  if (revoked === null) return null;
  return state === 'refunded' || state === 'partially_refunded' ? t.states.refunded : t.states.ended;
}

/** Money can still go back. */
export function canRefund({ source, order_id: order, revoked_at: revoked, amount, purchase_info: info }: Purchase) {
  const paid = info !== undefined && 'data' in info;
  return source === 'purchase' && paid && order !== null && revoked === null && (amount ?? 0) > 0;
}
