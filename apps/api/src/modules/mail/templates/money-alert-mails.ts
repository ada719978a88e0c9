import type { UnresolvedReason } from '@cuentos/domain/refunds/refund';
import { formatDate, formatPesos } from './formats.ts';
import { button } from './mail.ts';
import { letter } from './render-mail.ts';
import { moneyAlertTexts as texts } from './texts.ts';

interface Alert {
  readonly adminName: string;
}

/** Whether the payment provider refuses every call, or refunds alone. */
interface CredentialsFault {
  /** Epoch milliseconds. */
  readonly since: number;
  readonly refundsOnly: boolean;
}

const unresolvedPayments = button(texts.button, '/admin/user-book-parts');

/** Tells an admin that the payment provider refuses the shop's token. */
export const credentialsMail = letter(({ adminName, since, refundsOnly }: Alert & CredentialsFault) => {
  const { subject, title, intro, after } = refundsOnly ? texts.refundsRefused : texts.credentials;
  const blocks = [texts.greeting(adminName), intro(formatDate(since)), unresolvedPayments, after];
  return { template: 'payment-credentials', subject, title, blocks };
});

/** A payment that is neither granted for nor returned; times in epoch milliseconds. */
interface UnresolvedPaymentLine {
  /** The provider's number. */
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: UnresolvedReason;
  readonly since: number;
}

/** Tells an admin which payments have been open for more than a day. */
export const unresolvedPaymentsMail = letter(
  ({ adminName, lines }: Alert & { readonly lines: readonly UnresolvedPaymentLine[] }) => {
    const { title, intro, after, line, reasons } = texts.open;
    const openLines = lines.map(({ payment, amount, currency, reason, since }) =>
      line(payment, inCurrency(amount, currency), reasons[reason], formatDate(since)),
    );
    return {
      template: 'open-payments',
      subject: texts.open.subject(lines.length),
      title,
      blocks: [texts.greeting(adminName), [intro, ...openLines], unresolvedPayments, after],
    };
  },
);

/** A tax document that is not there yet. */
interface DocumentLine {
  readonly kind: 'boleta' | 'credit_note';
  readonly total: number;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly reason: 'seller' | 'unavailable' | 'refused';
  readonly order: string | null;
}

/** Tells an admin which tax documents have not been made for more than a day. */
export const lateDocumentsMail = letter(({ adminName, lines }: Alert & { readonly lines: readonly DocumentLine[] }) => {
  const { title, intro, after, line, kinds, reasons } = texts.documents;
  const lateLines = lines.map(({ kind, total, since, reason, order }) =>
    line(kinds[kind], formatPesos(total), (order ?? '').slice(0, 13), formatDate(since), reasons[reason]),
  );
  return {
    template: 'late-documents',
    subject: texts.documents.subject(lines.length),
    title,
    blocks: [
      texts.greeting(adminName),
      [intro, ...lateLines],
      button(texts.documents.button, '/admin/accounting'),
      after,
    ],
  };
});

function inCurrency(amount: number, currency: string): string {
  return currency === 'CLP' ? formatPesos(amount) : `${amount} ${currency}`;
}
