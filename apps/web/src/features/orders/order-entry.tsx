import type { OrderDocument } from '@cuentos/contract/accounting';
import type { OwnOrder } from '@cuentos/contract/orders';
import { paymentMethodName } from '@cuentos/domain/payments/payment-method';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, Clock, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { formatDate, formatPrice } from '../../lib/formats.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Link } from '../../ui/navigation.tsx';
import type { LinkOrigin } from '../../ui/use-navigation.ts';
import { Cover } from '../../ui/pictures/cover.tsx';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { GiftActions, giftBadge, giftStory } from '../gifts/gift-of-order.tsx';
import { useCancelPayment } from './purchase/unfinished-order-notice.tsx';
import { downloadDocument, formatHour, helpAddress, shortNumber } from './queries.ts';
import { orderTexts as t } from './texts.ts';

interface OrderEntryProps {
  readonly order: OwnOrder;
  /** Whether this entry has the page's filled button. */
  readonly isFirst: boolean;
  readonly now: number;
  /** Called when the order may have changed. */
  readonly onChanged: () => void;
  readonly onWithdraw: () => void;
}

/** Shows an order: its day, state, parts and actions. */
export function OrderEntry({ order, isFirst, now, onChanged, onWithdraw }: OrderEntryProps) {
  return (
    <li className="grid gap-4 border-b border-line py-6">
      <OrderHead order={order} />
      <Story order={order} now={now} />
      {order.gift && (order.state === 'paid' || order.state === 'unpaid' || order.state === 'pending') && (
        <Sentence>{giftStory(order.gift, now).join(' ')}</Sentence>
      )}
      <Actions order={order} isFirst={isFirst} onChanged={onChanged} onWithdraw={onWithdraw} />
      <OrderDocuments documents={order.documents} />
      <Notes order={order} />
    </li>
  );
}

/** Day, state and contents of an order. */
export function OrderHead({ order }: { readonly order: OwnOrder }) {
  const isGone = order.state === 'returned' || order.state === 'returning';
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="figures font-sans text-sm font-semibold tracking-normal">
          {t.at(formatDate(order.created_at), formatHour(order.created_at))}
          <span className="ml-2.5 font-normal text-ink-3 max-sm:ml-0 max-sm:block">
            {t.order(shortNumber(order.id))}
          </span>
        </h2>
        <StateBadge order={order} />
      </div>
      <ul className="grid gap-3">
        {order.items.map((item) => (
          <OrderItem
            key={item.part_id}
            item={item}
            isGone={isGone || item.returned !== null}
            isPaid={order.paid_at !== null && order.gift === null}
            isOnly={order.items.length === 1}
            code={order.discount_code ?? null}
          />
        ))}
      </ul>
    </>
  );
}

const tones: Readonly<Record<OwnOrder['state'], BadgeTone>> = {
  unpaid: 'info',
  pending: 'info',
  paid: 'ok',
  returning: 'info',
  returned: 'plain',
  rejected: 'bad',
  expired: 'plain',
  disputed: 'bad',
};

function StateBadge({ order: { state, total, gift } }: { readonly order: OwnOrder }) {
  const isWaiting = state === 'pending' || state === 'unpaid' || state === 'returning';
  if (gift && state === 'paid') return <Badge tone="info">{giftBadge(gift)}</Badge>;
  return (
    <Badge tone={tones[state]}>
      {isWaiting && <Clock aria-hidden="true" />}
      {(state === 'rejected' || state === 'disputed') && <CircleAlert aria-hidden="true" />}
      {state === 'paid' && total === 0 ? t.free : t.states[state]}
    </Badge>
  );
}

interface OrderItemProps {
  readonly item: OwnOrder['items'][number];
  /** Whether the money was refunded or is being refunded. */
  readonly isGone: boolean;
  readonly isPaid: boolean;
  /** Whether it is the order's only part, so that the order's state covers it. */
  readonly isOnly: boolean;
  /** The order's discount code; null without one. */
  readonly code: string | null;
}

function OrderItem({ item, isGone, isPaid, isOnly, code }: OrderItemProps) {
  const { pathname } = useLocation();
  const price = formatPrice(item.amount);
  const amount = isGone ? <s className="text-ink-3">{price}</s> : price;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="w-12">
        <Cover picture={item.image} alt="" sizes="48px" seed={item.book_id} />
      </div>
      <div className="min-w-0 flex-1 basis-36">
        <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">{item.book_name}</p>
        <h3 className="text-[1.0625rem] leading-6 [overflow-wrap:anywhere]">{item.part_name}</h3>
        {!isOnly && <p className="figures text-sm">{amount}</p>}
        {item.reduction === 'code' && code !== null && (
          <p className="text-xs font-semibold text-spot-ink [overflow-wrap:anywhere]">{t.code(code)}</p>
        )}
        {isPaid && !isGone && (
          <p className="figures text-xs text-ink-3">
            {item.is_recalled && `${t.recalled} · `}
            {item.opened_at === null ? t.unopened : t.openedOn(formatDate(item.opened_at))}
          </p>
        )}
        {!isOnly && item.returned !== null && (
          <p className="figures text-xs text-ink-3">
            {item.returned.done_at === null ? t.itemReturning : t.itemReturned(formatDate(item.returned.done_at))}
          </p>
        )}
      </div>
      {isOnly && <p className="figures">{amount}</p>}
      {!isOnly && item.can_read && (
        <RouterLink
          to={`/reader/${item.book_id}/${item.part_id}`}
          state={{ from: pathname } satisfies LinkOrigin}
          className={buttonClass()}
          aria-label={t.of(t.read, item.part_name)}
        >
          {t.read}
        </RouterLink>
      )}
    </li>
  );
}

/** Describes the state in a sentence; for a pending payment also its deadline and a link to continue. */
function Story({ order, now }: { readonly order: OwnOrder; readonly now: number }) {
  const { state, until } = order;
  if (state === 'unpaid' && until !== null) {
    return (
      <Waiting order={order} now={now} lead={t.unpaidLead}>
        {t.unpaidText(formatDate(until), formatHour(until))}
      </Waiting>
    );
  }
  if (order.in_review) return <Sentence>{t.inReview}</Sentence>;
  if (state === 'pending' && until !== null) {
    return (
      <Waiting order={order} now={now} lead={t.pendingLead}>
        {order.resume_url === null ? t.pendingReview : t.pendingFinish} {t.pendingUntil(formatDate(until))}
      </Waiting>
    );
  }
  if (state === 'rejected') return <Sentence>{t.rejectedText}</Sentence>;
  if (state === 'expired') return <Sentence>{t.expiredText}</Sentence>;
  if (state === 'disputed') return <Sentence>{t.disputedText}</Sentence>;
  return (
    <>
      <Returned order={order} />
      {order.paid_at !== null && order.total > 0 && state === 'paid' && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-sm text-ink-2 [overflow-wrap:anywhere]">
            {order.method !== '' && `${t.paidWith(paymentMethodName(order.method))} `}
            {order.payment_number !== null && t.payment(order.payment_number)}
          </span>
          <b className="figures font-serif text-xl font-semibold">
            <span className="sr-only">{t.total} </span>
            {formatPrice(order.total)}
          </b>
        </p>
      )}
    </>
  );
}

const Sentence = ({ children }: { readonly children: ReactNode }) => (
  <p className="figures text-sm text-ink-2 [overflow-wrap:anywhere]">{children}</p>
);

/** Refunds, made or pending. */
function Returned({ order: { returned } }: { readonly order: OwnOrder }) {
  if (returned === null) return null;
  const { amount, requested_at: requestedAt, done_at: doneAt, is_withdrawal: isOwn } = returned;
  const price = formatPrice(amount);
  return (
    <Sentence>
      {isOwn ? t.withdrawnOn(formatDate(requestedAt)) : t.returnAskedOn(formatDate(requestedAt))}{' '}
      {doneAt === null ? t.returning(price) : t.returned(price, formatDate(doneAt))}
    </Sentence>
  );
}

interface WaitingProps {
  readonly order: OwnOrder;
  readonly now: number;
  readonly lead: string;
  readonly children: ReactNode;
}

function Waiting({ order, now, lead, children }: WaitingProps) {
  const [from, until] = [Date.parse(order.created_at), Date.parse(order.until ?? order.created_at)];
  const percent = Math.round((100 * (now - from)) / Math.max(1, until - from));
  const shownPercent = Math.min(100, Math.max(0, percent));
  return (
    <div className="figures grid gap-3 bg-accent-soft p-4 text-sm">
      <p>
        <b className="font-semibold">{lead}</b> {children}
      </p>
      <ProgressBar percent={shownPercent} label={timeLeft(until - now)} name={t.timePassed(shownPercent)} />
      {order.payment_number !== null && (
        <p className="text-xs text-ink-2 [overflow-wrap:anywhere]">{t.payment(order.payment_number)}</p>
      )}
    </div>
  );
}

function timeLeft(ms: number): string {
  if (ms >= 2 * DAY_MS) return t.daysLeft(Math.floor(ms / DAY_MS));
  if (ms >= HOUR_MS) return t.hoursLeft(Math.floor(ms / HOUR_MS));
  return t.minutesLeft(Math.max(1, Math.floor(ms / MINUTE_MS)));
}

function Actions({ order, isFirst, onChanged, onWithdraw }: Omit<OrderEntryProps, 'now'>) {
  const partNames = order.items.map(({ part_name: name }) => name).join(', ');
  const { busy, confirmAndCancel } = useCancelPayment(order.id, onChanged);
  const { pathname } = useLocation();
  const readable = order.items.find(({ can_read: canRead }) => canRead);
  const [item] = order.items;
  const isOver = order.state === 'rejected' || order.state === 'expired' || order.state === 'returned';
  const full = 'max-sm:w-full';
  const { gift } = order;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 empty:hidden">
      {gift && <GiftActions orderId={order.id} gift={gift} what={partNames} onChanged={onChanged} />}
      {order.resume_url !== null && (
        <a
          href={order.resume_url}
          className={`${buttonClass({ variant: isFirst ? 'primary' : 'secondary' })} ${full}`}
          aria-label={t.of(t.resume, partNames)}
        >
          {t.resume}
        </a>
      )}
      {order.state === 'pending' && !order.in_review && (
        <Button
          variant="quiet"
          busy={busy}
          aria-label={t.of(t.cancel, partNames)}
          onClick={() => void confirmAndCancel()}
        >
          {t.cancel}
        </Button>
      )}
      {readable && order.items.length === 1 && (
        <RouterLink
          to={`/reader/${readable.book_id}/${readable.part_id}`}
          state={{ from: pathname } satisfies LinkOrigin}
          className={`${buttonClass()} ${full}`}
          aria-label={t.of(t.read, readable.part_name)}
        >
          {t.read}
        </RouterLink>
      )}
      {isOver && !readable && item && (
        <Link
          to={`/user-library/${item.book_id}`}
          className={`${buttonClass()} ${full}`}
          aria-label={t.of(t.buyAgain, partNames)}
        >
          {t.buyAgain}
        </Link>
      )}
      <QuietActions order={order} what={partNames} onWithdraw={onWithdraw} />
    </div>
  );
}

interface QuietActionsProps extends Pick<OrderEntryProps, 'order' | 'onWithdraw'> {
  readonly what: string;
}

/** Documents, return, and help. */
function QuietActions({ order, what, onWithdraw }: QuietActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 first:-ml-2.5 max-sm:-ml-2.5 max-sm:w-full">
      {order.paid_at !== null && (
        <Link
          to={`/user-settings/orders/${order.id}/receipt`}
          className={buttonClass({ variant: 'quiet' })}
          aria-label={t.of(t.receipt, what)}
        >
          {t.receipt}
        </Link>
      )}
      {order.items.some(({ withdrawal }) => withdrawal.refusal === null) && (
        <Button variant="quiet" aria-label={t.of(t.withdraw, what)} onClick={onWithdraw}>
          {t.withdraw}
        </Button>
      )}
      <Link to={helpAddress(order.id)} className={buttonClass({ variant: 'quiet' })} aria-label={t.of(t.help, what)}>
        {t.help}
      </Link>
    </div>
  );
}

/** Terms for returning parts, and payments that are refunded automatically. */
function Notes({ order: { items, gift, sent_back: sentBack } }: { readonly order: OwnOrder }) {
  const returnable = items.filter(({ withdrawal }) => withdrawal.refusal === null);
  if (returnable.length === 0 && sentBack.length === 0) return null;
  return (
    <div className="figures grid gap-1 text-xs text-ink-3 [overflow-wrap:anywhere]">
      {returnable.map(({ part_id: id, part_name: name, withdrawal: { until } }) => (
        <p key={id}>
          {until === null
            ? t.mayWithdrawRecalled(name)
            : (gift ? t.mayWithdrawGift : t.mayWithdraw)(name, formatDate(until))}
        </p>
      ))}
      {sentBack.map(({ payment_number: number, amount, is_done: isDone }) => (
        <p key={number}>{t.sentBack(number, formatPrice(amount), isDone)}</p>
      ))}
    </div>
  );
}

/** Lists the tax documents of an order, each with its file if it has one. */
export function OrderDocuments({ documents }: Pick<OwnOrder, 'documents'>) {
  if (documents.length === 0) return null;
  const height = documents.some(({ has_file: hasFile }) => hasFile) ? 'min-h-11 print:min-h-0' : '';
  return (
    <ul aria-label={t.documents} className="figures grid gap-1 text-sm text-ink-2 sm:justify-items-start">
      {documents.map((document) => (
        <li key={document.id ?? document.kind} className={`flex items-center gap-x-2 max-sm:justify-between ${height}`}>
          <DocumentLine document={document} />
        </li>
      ))}
    </ul>
  );
}

function nameOf({ kind, folio, number }: OrderDocument): string {
  if (kind === 'voucher') return t.voucher;
  const name = t.documentNames[kind];
  if (folio !== null) return t.documentFolio(name, folio);
  return number === null ? t.documentAsked(name) : t.documentInternal(name, number);
}

function DocumentLine({ document }: { readonly document: OrderDocument }) {
  const { mutate, isPending } = useMutation({
    mutationFn: downloadDocument,
    networkMode: 'always',
    onError: () => showToastHere('error', t.documentFailed),
  });
  const name = nameOf(document);
  return (
    <>
      <span className="[overflow-wrap:anywhere]">
        {document.total === null ? name : t.documentOf(name, formatPrice(document.total))}
      </span>
      {document.has_file && (
        <Button
          variant="quiet"
          className="max-sm:-mr-2.5 print:hidden"
          busy={isPending}
          icon={<Download aria-hidden="true" />}
          aria-label={t.of(t.download, name)}
          onClick={() => mutate(document)}
        >
          {t.download}
        </Button>
      )}
    </>
  );
}
