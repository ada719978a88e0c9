import type { Receipt } from '@cuentos/contract/orders';
import { paymentMethodName } from '@cuentos/domain/payments/payment-method';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useOnline } from '../../device/connection.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatDate, formatPrice } from '../../lib/formats.ts';
import { useSite, useStoreName } from '../../lib/page-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { CutThreadDrawing, TornSeamDrawing } from '../../ui/pictures/drawings.tsx';
import { SignedInFrame } from '../site/page-frames.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { OrderDocuments } from './order-entry.tsx';
import { formatHour, receiptQuery } from './queries.ts';
import { orderTexts as t } from './texts.ts';
import { Waiting } from '../../ui/waiting.tsx';

/** The receipt of an order, to print or save. */
export function ReceiptScreen() {
  const orderId = useParams()['order_id'] ?? '';
  const store = useStoreName();
  const receipt = useQuery(receiptQuery(orderId));
  return (
    <SignedInFrame>
      <PrivateMeta title={t.receiptMeta(store)} />
      <div className="pt-3 pb-24">
        <BackLink to="/user-settings/orders">{t.title}</BackLink>
        {receipt.data && <Paper receipt={receipt.data} />}
        {receipt.isPending && <Waiting className="skeleton mt-6 h-80 max-w-[640px]" />}
        {receipt.isError && !receipt.data && <NoReceipt error={receipt.error} onRetry={() => void receipt.refetch()} />}
      </div>
    </SignedInFrame>
  );
}

function NoReceipt({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const online = useOnline();
  if (!online) return <EmptyState isPage drawing={<CutThreadDrawing />} title={t.receiptTitle} text={t.offline} />;
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 422);
  return (
    <EmptyState
      isPage
      drawing={<TornSeamDrawing />}
      title={t.receiptTitle}
      text={isMissing ? t.receiptMissing : t.receiptFailed}
      action={isMissing ? undefined : <Button onClick={onRetry}>{t.retry}</Button>}
    />
  );
}

function Paper({ receipt }: { readonly receipt: Receipt }) {
  const isSandbox = useSite()?.paymentSandbox;
  const { items, discount, total, net, vat, returned, acknowledged_at: acknowledged } = receipt;
  return (
    <article className="max-w-[640px]">
      <h1 className="type-3 mt-4 max-sm:text-[min(1.875rem,9vw)]">{t.receiptTitle}</h1>
      {isSandbox && <p className="mt-2 text-sm font-medium">{t.sandbox}</p>}
      <Button className="mt-5" icon={<Printer aria-hidden="true" />} onClick={() => print()}>
        {t.print}
      </Button>
      <Facts receipt={receipt} />
      <h2 className="type-1 mt-8">{t.items}</h2>
      <ul className="mt-3 border-t border-line">
        {items.map((item) => (
          <li
            key={`${item.book_name}: ${item.part_name}`}
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2.5"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">{`${item.book_name}: ${item.part_name}`}</span>
            <span className="figures ml-auto">{formatPrice(item.amount)}</span>
          </li>
        ))}
      </ul>
      <dl className="figures mt-3 grid gap-1.5 [&>div]:justify-between">
        {discount && <Row name={t.code(discount.code)}>{t.discounted(formatPrice(discount.amount))}</Row>}
        <div className="flex flex-wrap items-baseline gap-x-6">
          <dt className="font-semibold">{t.totalWithTax}</dt>
          <dd className="font-serif text-[1.375rem] font-semibold">{formatPrice(total)}</dd>
        </div>
        <Row name={t.net}>{formatPrice(net)}</Row>
        <Row name={t.vat}>{formatPrice(vat)}</Row>
        {returned > 0 && <Row name={t.givenBack}>{formatPrice(-returned)}</Row>}
      </dl>
      <div className="figures mt-8 grid gap-2 text-sm text-ink-2">
        <p>{receipt.is_gift ? t.giftRights : t.rights}</p>
        {acknowledged !== null && total > 0 && (
          <p>
            {(receipt.is_gift ? t.giftAcknowledged : items.length > 1 ? t.acknowledgedEach : t.acknowledged)(
              formatDate(acknowledged),
            )}
          </p>
        )}
        <p>{t.noBoleta}</p>
        <OrderDocuments documents={receipt.documents} />
      </div>
    </article>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 text-sm">
      <dt className="text-ink-2">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** Shows seller, buyer and day; leaves out facts that are not set. */
function Facts({ receipt: { seller, ...receipt } }: { readonly receipt: Receipt }) {
  const lines = [
    seller.seller_name ?? seller.store_name,
    seller.seller_tax_id && t.taxId(seller.seller_tax_id),
    seller.seller_address,
    seller.contact_email,
  ].filter(Boolean);
  return (
    <dl className="figures mt-6 grid gap-2 border-y border-line py-4 [&_dd]:min-w-0 [&_dd]:flex-1 [&_dd]:basis-40 [&_dt]:w-28">
      <Row name={t.orderNumber}>{receipt.order_id}</Row>
      <Row name={t.date}>{t.at(formatDate(receipt.paid_at), formatHour(receipt.paid_at))}</Row>
      <Row name={t.buyer}>{receipt.buyer_name}</Row>
      <Row name={t.seller}>{lines.join(', ')}</Row>
      {receipt.payment && <Row name={t.paymentNumber}>{receipt.payment.number}</Row>}
      {receipt.payment && receipt.payment.method !== '' && (
        <Row name={t.method}>{paymentMethodName(receipt.payment.method)}</Row>
      )}
    </dl>
  );
}
