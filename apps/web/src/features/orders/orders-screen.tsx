import { getLibrary } from '@cuentos/contract/library';
import type { OwnOrder } from '@cuentos/contract/orders';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useOnline } from '../../device/connection.ts';
import { useNow } from '../../lib/clock.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { restoreFocus } from '../../ui/focus-fallback.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { Link } from '../../ui/navigation.tsx';
import { ClosedPocketDrawing, TornSeamDrawing } from '../../ui/pictures/drawings.tsx';
import { SignedInFrame } from '../site/page-frames.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { WaitingForPayment } from './purchase/purchase-notices.tsx';
import { usePurchaseResult } from './purchase/use-checkout.ts';
import { OfflineLine } from '../../ui/state-line.tsx';
import { OrderEntry } from './order-entry.tsx';
import { ordersQuery } from './queries.ts';
import { orderTexts as t } from './texts.ts';
import { keyOf } from '../../lib/api/query-key.ts';
import { Waiting } from '../../ui/waiting.tsx';

const WithdrawalDialog = lazy(async () => ({
  default: (await import('./withdrawal-dialog.tsx')).WithdrawalDialog,
}));

/** 'Mis compras': the reader's orders with their results and possible actions. */
export function OrdersScreen() {
  const store = useStoreName();
  const online = useOnline();
  const client = useQueryClient();
  const orders = useInfiniteQuery(ordersQuery);
  const [withdrawing, setWithdrawing] = useState<OwnOrder | null>(null);
  const loadedOrders = orders.data?.pages.flat();
  const reload = () => void Promise.all([orders.refetch(), client.invalidateQueries({ queryKey: keyOf(getLibrary) })]);
  // The provider leads back here after an order of several books.
  const { waiting } = usePurchaseResult(reload);
  const close = () => {
    setWithdrawing(null);
    restoreFocus('h1');
  };
  return (
    <SignedInFrame>
      <PrivateMeta title={t.metaTitle(store)} />
      <div className="pt-3 pb-24">
        <BackLink to="/user-settings">{t.backToProfile}</BackLink>
        <h1 className="type-3 mt-4">{t.title}</h1>
        <p className="mt-2 mb-7 max-w-[38em] text-ink-2">{t.lead}</p>
        {waiting && <WaitingForPayment />}
        <div className="mb-5 empty:hidden">
          <OfflineLine online={online} text={loadedOrders === undefined ? t.offline : t.offlineKept} />
        </div>
        {orders.isPending && online && <OrdersSkeleton />}
        {orders.isError && !loadedOrders && online && (
          <EmptyState
            drawing={<TornSeamDrawing />}
            text={t.failed}
            action={<Button onClick={() => void orders.refetch()}>{t.retry}</Button>}
          />
        )}
        {loadedOrders?.length === 0 && <NoOrders />}
        {loadedOrders && loadedOrders.length > 0 && (
          <OrderList orders={loadedOrders} onChanged={reload} onWithdraw={setWithdrawing} />
        )}
        {orders.hasNextPage && (
          <Button className="mt-6" busy={orders.isFetchingNextPage} onClick={() => void orders.fetchNextPage()}>
            {t.older}
          </Button>
        )}
      </div>
      {withdrawing && (
        <Suspense>
          <WithdrawalDialog order={withdrawing} onChanged={reload} onClose={close} />
        </Suspense>
      )}
    </SignedInFrame>
  );
}

interface OrderListProps {
  readonly orders: readonly OwnOrder[];
  readonly onChanged: () => void;
  readonly onWithdraw: (order: OwnOrder) => void;
}

function OrderList({ orders, onChanged, onWithdraw }: OrderListProps) {
  const now = useNow();
  // The page has one filled button: that of the newest payment that can be continued.
  const first = orders.find(({ resume_url: url }) => url !== null);
  return (
    <ul className="max-w-[820px] border-t border-line">
      {orders.map((order) => (
        <OrderEntry
          key={order.id}
          order={order}
          isFirst={order === first}
          now={now}
          onChanged={onChanged}
          onWithdraw={() => onWithdraw(order)}
        />
      ))}
    </ul>
  );
}

function NoOrders() {
  return (
    <EmptyState
      drawing={<ClosedPocketDrawing />}
      title={t.emptyTitle}
      text={t.emptyText}
      action={
        <Link to="/user-library" className={buttonClass({ variant: 'primary' })}>
          {t.discover}
        </Link>
      }
    />
  );
}

function OrdersSkeleton() {
  return (
    <Waiting className="grid max-w-[820px] gap-8 border-t border-line pt-6">
      {[0, 1].map((index) => (
        <div key={index} className="grid grid-cols-[48px_1fr] gap-4">
          <div className="skeleton aspect-2/3" />
          <div className="grid content-start gap-2">
            <div className="skeleton h-5 w-2/3" />
            <div className="skeleton h-4 w-1/3" />
          </div>
        </div>
      ))}
    </Waiting>
  );
}
