import type { UnfinishedOrder } from '@cuentos/contract/orders';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../../lib/api/texts.ts';
import { formatDate, formatPrice } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { ask } from '../../../ui/overlays/confirm.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { cancelOrderPayment } from './api.ts';
import { checkoutTexts as t } from './texts.ts';

interface UnfinishedOrderNoticeProps {
  readonly order: UnfinishedOrder;
  readonly partName: string;
  /** Called when the order may have changed: its part is requested again. */
  readonly onChanged: () => void;
}

/** Cancels the pending payment of an order, after asking. @param onChanged called when the order may have changed */
export function useCancelPayment(orderId: string, onChanged: () => void) {
  const { isPending: busy, mutate: cancel } = useMutation({
    mutationFn: () => cancelOrderPayment(orderId),
    networkMode: 'always',
    onSuccess: () => showToast('success', t.paymentCancelled),
    onError: (error) => showToast('error', (error instanceof ApiError && error.detail) || NO_ANSWER_TEXT),
    onSettled: onChanged,
  });
  const confirmAndCancel = async () => {
    if (await ask({ title: t.cancelTitle, message: t.cancelText, confirm: t.cancelPayment, cancel: t.keepPayment })) {
      cancel();
    }
  };
  return { busy, confirmAndCancel };
}

/**
 * Shows the state of a pending or failed payment, and a link to continue; replaces the offer while the payment is
 * pending.
 */
export function UnfinishedOrderNotice({ order, partName, onChanged }: UnfinishedOrderNoticeProps) {
  const { busy, confirmAndCancel } = useCancelPayment(order.id, onChanged);
  if (order.state === 'rejected') return <p className="text-sm text-ink-2">{t.paymentFailed}</p>;
  if (order.hold !== null) return <p className="text-sm text-ink-2">{t.paymentHolds[order.hold]}</p>;
  return (
    <div className="grid gap-3">
      <div className="figures text-sm text-ink-2">
        <p>
          {order.resume_url === null
            ? t.paymentReviewed(formatPrice(order.total))
            : t.paymentToFinish(formatPrice(order.total))}
        </p>
        {order.until !== null && <p className="mt-1 text-xs text-ink-3">{t.pendingUntil(formatDate(order.until))}</p>}
        {order.payment_number !== null && (
          <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">{t.paymentNumber(order.payment_number)}</p>
        )}
      </div>
      {order.resume_url !== null && (
        <a
          href={order.resume_url}
          className={buttonClass({ variant: 'primary', full: true })}
          aria-label={t.of(t.finishPayment, partName)}
        >
          {t.finishPayment}
        </a>
      )}
      <Button
        variant="quiet"
        full
        busy={busy}
        aria-label={t.of(t.cancelPayment, partName)}
        onClick={() => void confirmAndCancel()}
      >
        {t.cancelPayment}
      </Button>
    </div>
  );
}
