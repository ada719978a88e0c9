import type { PersonMail } from '@cuentos/contract/mails';
import type { AdminOrder } from '@cuentos/contract/orders';
import type { Entitlement } from '@cuentos/contract/entitlements';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatDate, formatPrice } from '../../../lib/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { RowAction } from '../../../ui/lists/data-table.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { explainedFailures, useAdminMutation } from '../../admin/admin-mutation.ts';
import { formatMinute } from '../../admin/dates.ts';
import { PartOfBook } from '../../admin/row-links.tsx';
import { personMailsQuery, personOrdersQuery, resendMail } from './api.ts';
import { GrantDialog } from './grant-dialog.tsx';
import { GiftRefund, Refund } from '../../refunds/admin/refund-dialog.tsx';
import { confirmRevokeGrant } from './revoke.ts';
import { canRefund, orderTone } from './entitlement-rows.ts';
import { paymentTexts } from '../../payments/admin/texts.ts';
import { entitlementTexts as t } from './texts.ts';

interface PersonOrdersProps {
  readonly person: { readonly id: string; readonly name: string };
  /** All holdings of the person, past ones too. */
  readonly purchases: readonly Entitlement[];
  /** Reloads the person's holdings, which the action may have changed. */
  readonly onChanged: () => void;
}

/**
 * Everything about a reader who writes 'I paid and cannot read': orders with amounts, payments and opened parts;
 * grants; mails; and the possible actions.
 */
export function PersonOrders({ person, purchases, onChanged }: PersonOrdersProps) {
  const client = useQueryClient();
  const orders = useQuery(personOrdersQuery(person.id));
  const [granting, setGranting] = useState(false);
  const [refunding, setRefunding] = useState<Entitlement | null>(null);
  const [gift, setGift] = useState<AdminOrder | null>(null);
  // A gift's order is its giver's, so the gift is listed among the grants of this person.
  const grants = purchases.filter(({ order_id: order, source }) => order === null || source === 'gift');
  const reload = () => {
    onChanged();
    void client.invalidateQueries(personOrdersQuery(person.id));
    void client.invalidateQueries(personMailsQuery(person.id));
  };
  const rowToRefund = (order: AdminOrder) =>
    purchases.find((row) => row.order_id === order.id && canRefund(row)) ?? null;
  return (
    <>
      <Section title={t.personOrders} query={orders} failed={t.personOrdersFailed}>
        {orders.data?.length === 0 && grants.length === 0 && (
          <p className="mt-1 text-sm text-ink-2">{t.personNothing}</p>
        )}
        {((orders.data?.length ?? 0) > 0 || grants.length > 0) && (
          <ul className="mt-2 border-t border-line">
            {orders.data?.map((order) => (
              <OrderEntry
                key={order.id}
                order={order}
                row={rowToRefund(order)}
                onRefund={setRefunding}
                onRefundGift={setGift}
              />
            ))}
            {grants.map((row) => (
              <GivenEntry key={row.id} row={row} onRevoke={() => void confirmRevokeGrant(row, reload)} />
            ))}
          </ul>
        )}
        <Button className="mt-3" icon={<Gift aria-hidden="true" />} onClick={() => setGranting(true)}>
          {t.grant}
        </Button>
      </Section>
      <Mails person={person} />
      {granting && <GrantDialog person={person} onGranted={reload} onClose={() => setGranting(false)} />}
      <Refund row={refunding} reload={reload} onClose={() => setRefunding(null)} />
      {gift && <GiftRefund order={gift} reload={reload} onClose={() => setGift(null)} />}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly query: { readonly isPending: boolean; readonly isError: boolean; readonly refetch: () => unknown };
  readonly failed: string;
  readonly children: ReactNode;
}

/** A list with its waiting and failed states. */
function Section({ title, query, failed, children }: SectionProps) {
  return (
    <section>
      <h3 className="text-lg">{title}</h3>
      {query.isPending && <div aria-hidden="true" className="skeleton mt-2 h-16" />}
      {query.isError && (
        <div className="mt-1 flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {failed}
          <Button onClick={() => void query.refetch()}>{t.retry}</Button>
        </div>
      )}
      {!query.isPending && !query.isError && children}
    </section>
  );
}

interface OrderEntryProps {
  readonly order: AdminOrder;
  /** A row that can be refunded; null when there is none. */
  readonly row: Entitlement | null;
  /** Refunds the order; null where that is impossible. */
  readonly onRefund: ((row: Entitlement) => void) | null;
  /** Refunds an order that is a gift; absent where there is none. */
  readonly onRefundGift?: (order: AdminOrder) => void;
}

/** An order with its amounts, payments and opened parts. */
export function OrderEntry({ order, row, onRefund, onRefundGift }: OrderEntryProps) {
  const isPaidGift = order.gift !== undefined && order.gift !== 'unpaid' && order.gift !== 'withdrawn';
  return (
    <li className="border-b border-line py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="figures font-semibold">
          {order.total === 0 ? t.free : formatPrice(order.total)}
          <span className="ml-2 text-xs font-normal text-ink-3">{formatMinute(order.paid_at ?? order.created_at)}</span>
        </p>
        <Badge tone={orderTone(order.state)}>{t.orderStates[order.state]}</Badge>
      </div>
      {order.discount_code !== null && (
        <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">{t.orderCode(order.discount_code)}</p>
      )}
      {order.items.map((item) => (
        <OrderItem key={item.book_part_id} item={item} isGift={order.gift !== undefined} />
      ))}
      {order.gift !== undefined && <p className="mt-1.5 text-sm text-ink-2">{t.giftStates[order.gift]}</p>}
      <ul className="figures mt-1.5 text-xs text-ink-2 [overflow-wrap:anywhere]">
        <li>{t.orderNumber(order.id)}</li>
        {order.payments.map((payment) => (
          <li key={payment.id}>
            {t.paymentLine(payment.provider_payment_id, t.paymentStates[payment.status], formatMinute(payment.since))}
            {payment.returned > 0 &&
              payment.status !== 'refunded' &&
              ` ${t.paymentReturned(formatPrice(payment.returned))}`}
            {payment.problem !== null && ` ${paymentTexts.openReasons[payment.problem]}.`}
          </li>
        ))}
      </ul>
      {row && onRefund && (
        <Button
          className="mt-2"
          aria-label={t.of(t.refund, row.user_name, row.book_part_name)}
          onClick={() => onRefund(row)}
        >
          {t.refund}
        </Button>
      )}
      {isPaidGift && onRefundGift && (
        <Button
          className="mt-2"
          aria-label={t.of(t.refundGift, order.user_name, order.items[0]?.book_part_name ?? '')}
          onClick={() => onRefundGift(order)}
        >
          {t.refundGift}
        </Button>
      )}
    </li>
  );
}

/** A part of an order: whether the buyer opened, owns and returned it. */
function OrderItem({ item, isGift }: { readonly item: AdminOrder['items'][number]; readonly isGift: boolean }) {
  return (
    <div className="mt-1.5">
      <PartOfBook bookId={item.book_id} name={item.book_part_name} bookName={item.book_name} />
      <p className="figures text-xs text-ink-3 empty:hidden">
        {!isGift && (item.opened_at === null ? t.neverOpened : t.openedOn(formatDate(item.opened_at)))}
        {item.owned || isGift ? '' : ` ${t.notHeld}`}
        {item.withdrawn_at !== null && ` ${t.withdrawnOn(formatDate(item.withdrawn_at))}`}
      </p>
    </div>
  );
}

function GivenEntry({ row, onRevoke }: { readonly row: Entitlement; readonly onRevoke: () => void }) {
  return (
    <li className="flex items-start justify-between gap-3 border-b border-line py-3">
      <div className="min-w-0">
        <PartOfBook bookId={row.book_id} name={row.book_part_name} bookName={row.book_name} />
        <p className="figures text-xs text-ink-3">
          {(row.source === 'gift' ? t.giftReceivedOn : t.givenOn)(formatDate(row.purchase_date))}
        </p>
      </div>
      {row.revoked_at !== null && <Badge>{t.states.ended}</Badge>}
      {row.waits && <Badge tone="info">{t.states.waits}</Badge>}
      {row.revoked_at === null && row.source === 'grant' && (
        <RowAction tone="danger" aria-label={t.of(t.revoke, row.user_name, row.book_part_name)} onClick={onRevoke}>
          {t.revoke}
        </RowAction>
      )}
    </li>
  );
}

function Mails({ person }: Pick<PersonOrdersProps, 'person'>) {
  const client = useQueryClient();
  const mails = useQuery(personMailsQuery(person.id));
  const { sending, send } = useAdminMutation({
    call: (mail: PersonMail) => resendMail(person.id, mail.id),
    onDone: ({ sent_to: address }) => {
      showToast('success', t.mailResent(address));
      void client.invalidateQueries(personMailsQuery(person.id));
    },
    texts: explainedFailures,
  });
  return (
    <Section title={t.personMails} query={mails} failed={t.personMailsFailed}>
      {mails.data?.length === 0 && <p className="mt-1 text-sm text-ink-2">{t.noMails}</p>}
      {mails.data && mails.data.length > 0 && (
        <ul className="mt-2 border-t border-line">
          {mails.data.map((mail) => (
            <li key={mail.id} className="flex items-start justify-between gap-3 border-b border-line py-2.5">
              <div className="min-w-0">
                <p className="text-sm [overflow-wrap:anywhere]">{mail.subject}</p>
                <p className="figures text-xs text-ink-3 [overflow-wrap:anywhere]">
                  {t.mailStates[mail.state](formatMinute(mail.sent_at ?? mail.created_at))} {t.mailTo(mail.recipient)}
                </p>
              </div>
              {mail.can_resend && (
                <RowAction
                  busy={sending?.id === mail.id}
                  aria-label={t.resendOf(mail.subject, formatMinute(mail.created_at))}
                  onClick={() => send(mail)}
                >
                  {t.resend}
                </RowAction>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
