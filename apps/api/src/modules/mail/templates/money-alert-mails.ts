import type { OpenReason } from '@cuentos/domain/checkout/refund';
import { type MailSeller, composeMail, formatDate, formatPesos, type MailContent } from './layout.ts';
import { moneyAlertTexts } from './texts.ts';

interface AlertFacts {
  /** Who writes; `url` is null while nothing outside can reach the shop. */
  readonly shop: { readonly seller: MailSeller; readonly url: string | null };
  readonly adminName: string;
}

/** A payment that is neither granted for nor returned; times in epoch milliseconds. */
interface OpenLine {
  /** The provider's number. */
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: OpenReason;
  readonly since: number;
}

/** What the payment provider refuses: whatever the shop asks, or only that money goes back. */
interface CredentialsFault {
  /** Epoch milliseconds. */
  readonly since: number;
  readonly refundsOnly: boolean;
}

/** Tells an admin that the payment provider refuses the shop's token. */
export function credentialsMail({ since, refundsOnly, ...facts }: AlertFacts & CredentialsFault): MailContent {
  const t = refundsOnly ? moneyAlertTexts.refundsRefused : moneyAlertTexts.credentials;
  return compose('payment-credentials', facts, { ...t, before: [t.intro(formatDate(since))] });
}

/** Tells an admin which payments have been open for more than a day. */
export function openPaymentsMail({
  lines,
  ...facts
}: AlertFacts & { readonly lines: readonly OpenLine[] }): MailContent {
  const t = moneyAlertTexts.open;
  const told = lines.map(({ payment, amount, currency, reason, since }) =>
    t.line(payment, inCurrency(amount, currency), t.reasons[reason], formatDate(since)),
  );
  return compose('open-payments', facts, { ...t, subject: t.subject(lines.length), before: [t.intro, ...told] });
}

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
export function lateDocumentsMail({
  lines,
  ...facts
}: AlertFacts & { readonly lines: readonly DocumentLine[] }): MailContent {
  const t = moneyAlertTexts.documents;
  const told = lines.map(({ kind, total, since, reason, order }) =>
    t.line(t.kinds[kind], formatPesos(total), (order ?? '').slice(0, 13), formatDate(since), t.reasons[reason]),
  );
  const words = { ...t, subject: t.subject(lines.length), before: [t.intro, ...told] };
  return compose('late-documents', facts, words, { label: t.button, path: '/admin/accounting' });
}

function inCurrency(amount: number, currency: string): string {
  return currency === 'CLP' ? formatPesos(amount) : `${amount} ${currency}`;
}

interface Words {
  readonly subject: string;
  readonly title: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const OPEN_PAYMENTS: { readonly label: string; readonly path: string } = {
  label: moneyAlertTexts.button,
  path: '/admin/user-book-parts',
};

function compose(
  template: string,
  { shop, adminName }: AlertFacts,
  words: Words,
  { label, path } = OPEN_PAYMENTS,
): MailContent {
  const { subject, title, before, after } = words;
  const t = moneyAlertTexts;
  const action = shop.url === null ? null : { label, url: `${shop.url}${path}` };
  const { store_name: storeName, look } = shop.seller;
  return composeMail({
    template,
    storeName,
    look,
    subject,
    title,
    greeting: t.greeting(adminName),
    before,
    action,
    after,
  });
}
