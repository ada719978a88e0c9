import { adminListEntitlements } from '@cuentos/contract/entitlements';
import type { UnresolvedPayment, UnresolvedPayments } from '@cuentos/contract/payments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { keyOf } from '../../../lib/api/query-key.ts';
import { formatPrice } from '../../../lib/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable, RowAction } from '../../../ui/lists/data-table.tsx';
import { ask } from '../../../ui/overlays/confirm.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { explainedFailures, useAdminMutation } from '../../admin/admin-mutation.ts';
import { formatMinute } from '../../admin/dates.ts';
import { linkText, PartLinks, PersonLink } from '../../admin/row-links.tsx';
import { GoneDrafts } from '../../admin/gone-drafts.tsx';
import { draftName, WorkDialog } from '../../admin/work-dialog.tsx';
import { unresolvedPaymentsQuery, refundPayment, reloadAfterRefund, retryPayment, settlePayment } from './api.ts';
import { useReasonForm } from './reason-form.tsx';
import { paymentTexts as t } from './texts.ts';

/** Interval of refetching, ms, for an admin who leaves the page open. */
const ASK_EVERY_MS = 60_000;

/** Kinds of the drafts of each action. */
const draftKinds = { refund: 'payment-refund', settle: 'payment-settle' } as const;

/** Action that an admin has started, and that requires a reason. */
interface ChosenAction {
  readonly kind: keyof typeof draftKinds;
  readonly payment: UnresolvedPayment;
}

/**
 * 'Pagos por resolver': payments whose money is neither granted nor refunded, and whether the payment provider accepts
 * the shop. Absent while there are none.
 */
export function UnresolvedPaymentsPanel() {
  const client = useQueryClient();
  const unresolvedPayments = useQuery({ ...unresolvedPaymentsQuery, refetchInterval: ASK_EVERY_MS });
  const [acting, setActing] = useState<ChosenAction | null>(null);
  const reload = () => {
    void client.invalidateQueries({ queryKey: unresolvedPaymentsQuery.queryKey });
    void client.invalidateQueries({ queryKey: keyOf(adminListEntitlements) });
  };
  const settle = () => reloadAfterRefund(reload);
  const retrying = useAdminMutation({
    call: (id: string) => retryPayment(id),
    onDone: () => showToast('success', t.openRetried),
    texts: explainedFailures,
    onFailure: (error) => saidResolved(error),
    onEnd: settle,
  });
  if (unresolvedPayments.isError) return <LoadFailure onRetry={() => void unresolvedPayments.refetch()} />;
  if (!unresolvedPayments.data) return null;
  const { provider, payments } = unresolvedPayments.data;
  const actions = { onAct: setActing, onRetry: retrying.send, retrying: retrying.sending };
  const probeAt = provider.refused_since === null ? null : provider.next_probe_at;
  return (
    <>
      <CredentialsBanner provider={provider} />
      <GoneReasons payments={payments} />
      {payments.length > 0 && (
        <section className="mb-14">
          <h2 className="type-1">{t.openTitle}</h2>
          <p className="mt-1 mb-5 text-sm text-ink-2">{t.openText}</p>
          <DataTable
            caption={t.openCaption}
            columns={columns(actions, probeAt)}
            rows={payments}
            keyOf={({ id }) => id}
          />
        </section>
      )}
      {acting && <ReasonDialog acting={acting} onDone={settle} onClose={() => setActing(null)} />}
    </>
  );
}

function LoadFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="mb-8 flex flex-wrap items-center gap-3 text-sm text-ink-2">
      {t.openFailed}
      <Button onClick={onRetry}>{t.retry}</Button>
    </div>
  );
}

function CredentialsBanner({ provider }: { readonly provider: UnresolvedPayments['provider'] }) {
  const { refused_since: since, refunds_only: refundsOnly, next_probe_at: next } = provider;
  if (since === null) return null;
  const explanation = refundsOnly ? t.refundsRefusedText : t.credentialsText;
  return (
    <div className="mb-8">
      <Banner title={refundsOnly ? t.refundsRefusedTitle : t.credentialsTitle}>
        {next === null
          ? t.checkoutsRefusedText(formatMinute(since))
          : explanation(formatMinute(since), formatMinute(next).slice(-5))}
      </Banner>
    </div>
  );
}

interface RowActions {
  readonly onAct: (acting: ChosenAction) => void;
  readonly onRetry: (id: string) => void;
  readonly retrying: string | undefined;
}

function columns(actions: RowActions, probeAt: string | null): Column<UnresolvedPayment>[] {
  const c = t.openColumns;
  return [
    {
      id: 'payment',
      label: c.payment,
      place: 'title',
      cell: ({ buyer, titles, provider_payment_id: number }) => (
        <>
          {buyer ? <PersonLink {...buyer} /> : t.openNobody}
          <span className="figures block font-sans text-xs font-normal text-ink-3">{t.openPayment(number)}</span>
          {titles.length > 0 && (
            <span className={`${linkText} block font-sans text-xs font-normal text-ink-3`}>
              <PartLinks titles={titles} />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'reason',
      label: c.reason,
      place: 'badge',
      cell: ({ reason, refund }) => (
        <Badge tone={isCalm(reason, refund) ? 'info' : 'bad'}>{t.openReasons[reason]}</Badge>
      ),
    },
    {
      id: 'amount',
      label: c.amount,
      cell: ({ amount, left, currency }) => (
        <>
          <span className="figures whitespace-nowrap">{money(amount, currency)}</span>
          {left !== amount && <span className="block text-xs text-ink-3">{t.openLeft(money(left, currency))}</span>}
        </>
      ),
    },
    {
      id: 'since',
      label: c.since,
      cell: ({ since }) => <span className="figures whitespace-nowrap">{formatMinute(since)}</span>,
    },
    {
      id: 'state',
      label: c.state,
      cell: (row) => <span className="text-xs text-ink-2">{whatHappens(row, probeAt)}</span>,
    },
    { id: 'actions', label: c.actions, place: 'actions', cell: (row) => <Actions row={row} {...actions} /> },
  ];
}

/** Being refunded, and not refused by the provider. */
function isCalm(reason: UnresolvedPayment['reason'], refund: UnresolvedPayment['refund']): boolean {
  return refund !== null && refund.refusals === 0 && reason !== 'contradiction' && reason !== 'charged_back';
}

function Actions({ row, onAct, onRetry, retrying }: RowActions & { readonly row: UnresolvedPayment }) {
  const name = row.provider_payment_id;
  return (
    <>
      {row.refund && (
        <RowAction
          aria-label={t.of(t.openRetry, t.openPayment(name), money(row.refund.amount, row.currency))}
          busy={retrying === row.id}
          onClick={() => onRetry(row.id)}
        >
          {t.openRetry}
        </RowAction>
      )}
      {row.can_refund && (
        <RowAction
          aria-label={t.of(t.openRefund, t.openPayment(name), money(row.left, row.currency))}
          onClick={() => onAct({ kind: 'refund', payment: row })}
        >
          {t.openRefund}
        </RowAction>
      )}
      <RowAction
        aria-label={t.of(t.openSettle, t.openPayment(name), money(row.left, row.currency))}
        onClick={() => onAct({ kind: 'settle', payment: row })}
      >
        {t.openSettle}
      </RowAction>
    </>
  );
}

/** Pesos as prices are written; another currency with the provider's number. */
function money(amount: number, currency: string): string {
  return currency === 'CLP' ? formatPrice(amount) : `${amount} ${currency}`;
}

/**
 * Describes the attempts for a payment in a few short sentences.
 * @param probeAt when the provider is asked next whether it accepts the shop: no refund is tried before
 */
export function whatHappens(
  { reason, refund, currency, dispute, provider_state: words }: UnresolvedPayment,
  probeAt: string | null = null,
): string {
  const isDisputed = reason === 'in_mediation' || reason === 'charged_back';
  if (!refund && !isDisputed) return t.openWaits;
  const disputeSentences = dispute ? aboutDispute(dispute) : [];
  if (!refund) return [...disputeSentences, t.openDisputed, t.openProviderState(words)].join(' ');
  const { last_error: error, last_tried_at: last } = refund;
  return [
    ...disputeSentences,
    refund.is_withdrawal
      ? t.openWithdrawn(money(refund.amount, currency))
      : t.openRequested(money(refund.amount, currency)),
    ...(refund.is_in_process ? [t.openInProcess] : []),
    ...(error === null ? [] : [refund.is_in_process ? t.openLookFailed : t.openErrors[error](refund.refusals)]),
    ...(last === null ? [] : [t.openLastTry(formatMinute(last))]),
    ...nextStep(refund, probeAt),
  ].join(' ');
}

/** Puts the author's next step about a chargeback first, then the party that bears the loss. */
function aboutDispute({
  documents,
  deadline,
  covered,
  coverable,
}: NonNullable<UnresolvedPayment['dispute']>): string[] {
  const day = deadline === null ? null : formatMinute(deadline);
  const documentSentences = documents === null || covered !== null ? [] : [t.openDocuments[documents](day)];
  if (covered !== null) return [covered ? t.openCovered : t.openNotCovered];
  return coverable === null
    ? documentSentences
    : [...documentSentences, coverable ? t.openCoverable : t.openNotCoverable];
}

/** When it is tried, or queried, again. */
function nextStep(refund: NonNullable<UnresolvedPayment['refund']>, probeAt: string | null): string[] {
  const { last_error: error, next_try_at: due, is_in_process: isInProcess } = refund;
  const next = due !== null && probeAt !== null && probeAt > due ? probeAt : due;
  if (next === null) return [];
  if (isInProcess) return [t.openNextLook(formatMinute(next))];
  // Without another due refund, the provider is tested with the one that it refused.
  const tells = error === 'credentials' && probeAt !== null && next !== probeAt ? t.openNextTryOrBefore : t.openNextTry;
  return [tells(formatMinute(next))];
}

/** Shows that another admin, or the shop itself, resolved it first. @returns whether that was the error */
function saidResolved(error: unknown): boolean {
  const isOver = error instanceof ApiError && (error.code === 'nothing_to_retry' || error.code === 'payment_not_open');
  if (isOver) showToast('info', t.openNothing);
  return isOver;
}

/** Drafts of reasons for payments that are resolved by now. */
function GoneReasons({ payments }: Pick<UnresolvedPayments, 'payments'>) {
  return Object.values(draftKinds).map((kind) => (
    <GoneDrafts
      key={kind}
      kind={kind}
      title={t.draftGone}
      textOf={({ reason }) => reason ?? ''}
      isGone={async (draft) => payments.every(({ id }) => id !== draft.id)}
      stamp={payments.map(({ id }) => id).join()}
    />
  ));
}

interface ReasonDialogProps {
  readonly acting: ChosenAction;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Refunds a payment, or closes it, with a reason for the audit log. */
function ReasonDialog({ acting: { kind, payment }, onDone, onClose }: ReasonDialogProps) {
  const isRefund = kind === 'refund';
  const amount = money(payment.left, payment.currency);
  const { reasonField, dialog } = useReasonForm({
    name: draftName(draftKinds[kind], payment.id),
    isMeant: async () => !isRefund || confirmed(payment, amount),
    save: ({ reason }) => (isRefund ? refundPayment : settlePayment)(payment.id, reason),
    onSaved() {
      showToast('success', isRefund ? t.refundDone : t.openSettled);
      onClose();
    },
    onFailure(error) {
      const isSaid = saidResolved(error);
      if (isSaid) onClose();
      return isSaid;
    },
    onEnd: onDone,
  });
  const number = payment.provider_payment_id;
  return (
    <WorkDialog
      title={isRefund ? t.openRefundTitle : t.openSettleTitle}
      text={isRefund ? t.openRefundText(number, amount) : t.openSettleText(number)}
      submit={isRefund ? t.refundSubmit : t.openSettleSubmit}
      {...dialog}
      onClose={onClose}
    >
      {reasonField}
    </WorkDialog>
  );
}

function confirmed({ provider_payment_id: number }: UnresolvedPayment, amount: string): Promise<boolean> {
  return ask({
    title: t.refundAsk(amount),
    message: t.openRefundText(number, amount),
    confirm: t.refundConfirm(amount),
    cancel: t.cancel,
  });
}
