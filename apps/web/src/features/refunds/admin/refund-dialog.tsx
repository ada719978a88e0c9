import type { AdminOrder } from '@cuentos/contract/orders';
import type { Entitlement } from '@cuentos/contract/entitlements';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatPrice } from '../../../lib/formats.ts';
import { ask } from '../../../ui/overlays/confirm.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { GoneDrafts } from '../../admin/gone-drafts.tsx';
import { draftName, WorkDialog } from '../../admin/work-dialog.tsx';
import { unresolvedPaymentsQuery, reloadAfterRefund } from '../../payments/admin/api.ts';
import { useReasonForm } from '../../payments/admin/reason-form.tsx';
import { paymentTexts } from '../../payments/admin/texts.ts';
import { isRefundOver, orderRowsQuery, refundOrder } from './api.ts';
import { refundTexts as t } from './texts.ts';

interface RefundDialogProps {
  /** A row of the order, which was paid. */
  readonly row: Entitlement;
  readonly orderId: string;
  readonly onRefunded: () => void;
  readonly onClose: () => void;
}

/** Kind of the drafts of both dialogs; their ids name buyer and order. */
const KIND = 'refund';
const draftOf = (userId: string, orderId: string): string => draftName(KIND, `${userId}/${orderId}`);

/** Drafts of reasons for refunds that another admin, or the provider, has made since. */
export function GoneRefunds({ stamp }: { readonly stamp: unknown }) {
  return (
    <GoneDrafts
      kind={KIND}
      title={t.draftGone}
      textOf={({ reason }) => reason ?? ''}
      isGone={async ({ id }) => {
        const [userId = '', orderId = ''] = id.split('/');
        return isRefundOver(userId, orderId);
      }}
      stamp={stamp}
    />
  );
}

const sum = (rows: readonly Entitlement[]) => rows.reduce((total, { amount }) => total + (amount ?? 0), 0);

interface RefundProps {
  /** The row to refund; null without one. */
  readonly row: Entitlement | null;
  readonly reload: () => void;
  readonly onClose: () => void;
}

/** The dialog for the row to refund; afterwards the lists are fetched again. */
export function Refund({ row, reload, onClose }: RefundProps) {
  if (!row?.order_id) return null;
  return (
    <RefundDialog row={row} orderId={row.order_id} onRefunded={() => reloadAfterRefund(reload)} onClose={onClose} />
  );
}

/** Refunds the whole order or one part, with a reason, after confirming the amount. */
function RefundDialog({ row, orderId, onRefunded, onClose }: RefundDialogProps) {
  const order = useQuery(orderRowsQuery(row.user_id, orderId));
  const { data: unresolvedPayments } = useQuery(unresolvedPaymentsQuery);
  const info = row.purchase_info;
  const paymentId = info && 'data' in info ? info.data.payment_id : null;
  const besides = unresolvedPayments
    ? unresolvedPayments.payments.find(({ id, order_id: other }) => other === orderId && id !== paymentId)
    : null;
  const [picked, setPicked] = useState<string | null>();
  const remainingItems = order.data?.filter(({ revoked_at: revoked }) => revoked === null) ?? [];
  // Of several parts the row's own is chosen, unless all of them are.
  const own = remainingItems.length > 1 ? row.book_part_id : null;
  const partId = picked === undefined ? own : picked;
  const chosenItems = remainingItems.filter(({ book_part_id: id }) => partId === null || id === partId);
  const { reasonField, dialog } = useReasonForm({
    name: draftOf(row.user_id, orderId),
    isMeant: async () => chosenItems.length > 0 && confirmed(row.user_name, chosenItems),
    save: ({ reason }) => refundOrder(orderId, { partId, paymentId, reason }),
    onSaved() {
      showToast('success', paymentTexts.refundDone);
      onRefunded();
      onClose();
    },
  });
  return (
    <WorkDialog
      title={t.refundTitle}
      text={t.refundText(row.user_name, formatDate(row.purchase_date))}
      submit={paymentTexts.refundSubmit}
      {...dialog}
      onClose={onClose}
    >
      {order.isPending && <div aria-hidden="true" className="skeleton h-24" />}
      {order.isError && <LoadFailure onRetry={() => void order.refetch()} />}
      {order.data && remainingItems.length === 0 && <p>{t.refundNothing}</p>}
      {besides && <p className="text-sm text-ink-2">{t.refundBesides(besides.provider_payment_id)}</p>}
      {remainingItems.length > 0 && <Choice rows={remainingItems} partId={partId} onChange={setPicked} />}
      {reasonField}
    </WorkDialog>
  );
}

function LoadFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
      {t.refundLoadFailed}
      <Button onClick={onRetry}>{paymentTexts.retry}</Button>
    </div>
  );
}

interface GiftRefundProps {
  /** An order that is a gift. */
  readonly order: AdminOrder;
  readonly reload: () => void;
  readonly onClose: () => void;
}

/** Refunds a gift to its giver, claimed or not, and says what happens to it. */
export function GiftRefund({ order, reload, onClose }: GiftRefundProps) {
  const { reasonField, dialog } = useReasonForm({
    name: draftOf(order.user_id, order.id),
    save: ({ reason }) => refundOrder(order.id, { partId: null, paymentId: null, reason }),
    onSaved() {
      showToast('success', paymentTexts.refundDone);
      reloadAfterRefund(reload);
      onClose();
    },
  });
  const words = order.gift === 'claimed' ? t.refundGiftClaimed : t.refundGiftOpen;
  return (
    <WorkDialog
      title={t.refundGiftTitle}
      text={words(formatPrice(order.total), order.user_name)}
      submit={paymentTexts.refundConfirm(formatPrice(order.total))}
      {...dialog}
      onClose={onClose}
    >
      {reasonField}
    </WorkDialog>
  );
}

function confirmed(name: string, rows: readonly Entitlement[]): Promise<boolean> {
  const amount = formatPrice(sum(rows));
  const parts = rows.map((row) => `${row.book_part_name} (${row.book_name})`).join(', ');
  return ask({
    title: paymentTexts.refundAsk(amount),
    message: t.refundAskText(amount, name, parts),
    confirm: paymentTexts.refundConfirm(amount),
    cancel: paymentTexts.cancel,
  });
}

interface ChoiceProps {
  readonly rows: readonly Entitlement[];
  readonly partId: string | null;
  readonly onChange: (partId: string | null) => void;
}

/** A choice of the whole order or one of its parts, if there are several. */
function Choice({ rows, partId, onChange }: ChoiceProps) {
  const options = [
    { id: null, label: rows.length > 1 ? t.refundAll : (rows[0]?.book_part_name ?? ''), amount: sum(rows) },
    ...(rows.length > 1
      ? rows.map((row) => ({ id: row.book_part_id, label: row.book_part_name, amount: row.amount ?? 0 }))
      : []),
  ];
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{t.refundWhat}</legend>
      {options.map(({ id, label, amount }) => (
        <label key={id ?? 'all'} className="flex min-h-12 items-center gap-3 border-b border-line py-1.5">
          <input
            type="radio"
            name="refund"
            checked={partId === id}
            onChange={() => onChange(id)}
            className="size-5 shrink-0 accent-(--cb-accent)"
          />
          <span className="min-w-0 flex-1">{label}</span>
          <span className="figures font-semibold">{formatPrice(amount)}</span>
        </label>
      ))}
    </fieldset>
  );
}
