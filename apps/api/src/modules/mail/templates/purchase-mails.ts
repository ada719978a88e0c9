import type { SellerInfo } from '@cuentos/contract/orders';
import { paymentMethodName } from '@cuentos/domain/payments/payment-method';
import { splitVat } from '@cuentos/domain/orders/price';
import { formatDate, formatDay, formatPesos } from './formats.ts';
import { bareButton, button, type Fact, list, type LetterBlock, type Mail } from './mail.ts';
import { letter } from './render-mail.ts';
import { purchaseMailTexts } from './texts.ts';

const { greeting } = purchaseMailTexts;

/** A purchase as its receipt tells it; amounts in pesos, times in epoch milliseconds. */
export interface Receipt {
  readonly seller: SellerInfo;
  readonly buyerName: string;
  readonly orderId: string;
  readonly paidAt: number;
  readonly lines: readonly { readonly title: string; readonly amount: number }[];
  /** The code that took something off, and how much; null when none did. */
  readonly discount: { readonly code: string; readonly amount: number } | null;
  readonly total: number;
  /** Null for a free order. */
  readonly payment: { readonly id: string; readonly method: string } | null;
  readonly acknowledgedAt: number | null;
  /** True when it was bought for another person. */
  readonly isGift: boolean;
}

const t = purchaseMailTexts.receipt;

/** Receipt and contract copy of an order, free ones too. */
export const receiptMail = letter((receipt: Receipt) => {
  const { seller, payment, lines, isGift } = receipt;
  const intro = isGift ? t.gift.intro : payment ? t.intro : t.freeIntro;
  const toLibrary = isGift
    ? bareButton(t.gift.orders, '/user-settings/orders')
    : bareButton(t.library, '/user-library');
  const bought = lines.map(({ title, amount }) => ({ name: title, value: formatPesos(amount) }));
  const what = firstAndMore(lines.map(({ title }) => title));
  return {
    template: 'receipt',
    subject: (payment ? t.subject : t.freeSubject)(what, seller.store_name),
    title: isGift ? t.gift.title : t.title,
    blocks: [
      greeting(receipt.buyerName),
      [intro, toLibrary],
      [
        { kind: 'facts', rows: [...bought, ...sums(receipt)] },
        { kind: 'facts', rows: data(receipt) },
      ],
      [
        { kind: 'heading', text: t.contractTitle },
        ...contractOf(receipt),
        { kind: 'link', label: t.terms, to: '/terms-and-conditions' },
      ],
    ],
  };
});

/** Sentences about the contract that the buyer agreed to. */
function contractOf({ lines, isGift, payment, acknowledgedAt }: Receipt): string[] {
  const each = { rights: t.rightsEach, withdrawal: t.withdrawalEach, acknowledged: t.acknowledgedEach };
  const wording = isGift ? t.gift : lines.length > 1 ? each : t;
  return [
    wording.rights,
    ...(payment ? [wording.withdrawal] : []),
    ...(acknowledgedAt === null ? [] : [wording.acknowledged(formatDate(acknowledgedAt))]),
  ];
}

/** Titles for the subject, so that mail programs that group by subject keep two receipts apart. */
function firstAndMore([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : purchaseMailTexts.more(first, others.length);
}

function sums({ discount, total }: Receipt): Fact[] {
  const { net, vat } = splitVat(total);
  const discountLine = discount && { name: t.discount(discount.code), value: t.taken(formatPesos(discount.amount)) };
  return [
    ...(discountLine ? [discountLine] : []),
    { name: t.total, value: formatPesos(total), strong: true },
    { name: t.net, value: formatPesos(net) },
    { name: t.vat, value: formatPesos(vat) },
  ];
}

/** Facts that are not set are left out, never invented. */
function data({ seller, orderId, paidAt, payment }: Receipt): Fact[] {
  const { seller_name, seller_tax_id, seller_address, contact_email, store_name } = seller;
  const sellerLine = [seller_name ?? store_name, seller_tax_id && t.taxId(seller_tax_id), seller_address]
    .filter(Boolean)
    .join(', ');
  return [
    { name: t.date, value: formatDate(paidAt) },
    { name: t.order, value: orderId },
    ...(payment ? [{ name: t.payment, value: payment.id }] : []),
    ...(payment && payment.method !== '' ? [{ name: t.method, value: paymentMethodName(payment.method) }] : []),
    { name: t.seller, value: sellerLine },
    ...(contact_email === null ? [] : [{ name: t.contact, value: contact_email }]),
  ];
}

interface PaymentMail {
  readonly buyerName: string;
  /** Titles that the money paid for. */
  readonly titles: readonly string[];
  /** Pesos. */
  readonly amount: number;
}

interface PendingPaymentMail extends PaymentMail {
  readonly paymentId: string;
  /** Address at which the buyer continues the payment; null while the provider reviews it. */
  readonly resumeUrl: string | null;
  /** Time until which the shop waits for the payment, epoch milliseconds. */
  readonly until: number;
  readonly isGift: boolean;
}

/** Reports a pending payment to its buyer, with the next step. */
export const pendingMail = letter(
  ({ buyerName, titles, amount, paymentId, resumeUrl, until, isGift }: PendingPaymentMail) => {
    const { subject, title, toPay, providerReviews, goOn, orders, afterwards, afterwardsGift, cancel, ...p } =
      purchaseMailTexts.pending;
    const intro = (resumeUrl === null ? providerReviews : toPay)(formatPesos(amount));
    return {
      template: 'payment-pending',
      subject: subject(firstAndMore(titles)),
      title,
      blocks: [
        greeting(buyerName),
        [intro, ...titles.map((name) => `– ${name}`)],
        resumeUrl === null ? button(orders, '/user-settings/orders') : button(goOn, resumeUrl),
        [p.until(formatDay(until)), isGift ? afterwardsGift : afterwards, cancel, p.payment(paymentId)],
      ],
    };
  },
);

interface ReturnedPaymentMail extends PaymentMail {
  readonly paymentId: string;
  /** The account was closed before the payment came. */
  readonly isClosed: boolean;
  /** The payment paid for other parts, which stay bought. */
  readonly isPartial: boolean;
  /** Whether the payment was for a gift, and whether that gift was paid before; null for no gift. */
  readonly gift: 'paid twice' | 'otherwise' | null;
}

/** Reports to a buyer that a duplicate payment, one for a closed account, or a part of a good one is refunded. */
export const sentBackMail = letter(({ paymentId, isClosed, isPartial, gift, ...payment }: ReturnedPaymentMail) => {
  const { sentBack, sentBackParts, sentBackGift, sentBackGiftParts, sentBackClosed } = purchaseMailTexts;
  const ofGift = gift === 'paid twice' ? sentBackGift : sentBackGiftParts;
  const partial = gift === null ? sentBackParts : sentBackGiftParts;
  const wholeText = gift === null ? sentBack : ofGift;
  const words = isPartial ? partial : isClosed ? sentBackClosed : wholeText;
  const after = [words.promise, 'keeps' in words ? words.keeps : null, words.payment(paymentId)];
  return moneyMail('sent-back', payment, { ...words, after });
});

/** Access that a refund ends; null when its payment bought nothing. */
interface RefundEnd {
  readonly ends: 'access' | 'gift' | null;
}

/** Reports to a buyer that a refund was made. */
export const refundDoneMail = letter(({ ends, ...payment }: PaymentMail & RefundEnd) => {
  const words = purchaseMailTexts.refund;
  const after = [words.wait, ends === null ? null : ends === 'gift' ? words.giftEnded : words.ended];
  return moneyMail('refund', payment, { ...words, after });
});

/**
 * News of money for a buyer besides: a refund that did not go through after all, a payment that does not fit its order,
 * a dispute, and its end.
 */
export type MoneyNews = 'undone' | 'review' | 'disputed' | 'paused' | 'restored';

/** Reports news about a payment's money to its buyer. */
export const moneyNewsMail = letter(
  ({ what, paymentId, ...payment }: PaymentMail & { readonly what: MoneyNews; readonly paymentId: string }) => {
    const { payment: number, [what]: words } = purchaseMailTexts.news;
    return moneyMail(`money-${what}`, payment, { ...words, after: [...words.after, number(paymentId)] });
  },
);

interface Words {
  readonly subject: string;
  readonly title: string;
  readonly intro: (amount: string) => string;
  readonly after: readonly (string | null)[];
}

/** A mail about money: its outcome, what it paid for, and the next step. */
function moneyMail(
  template: string,
  { buyerName, titles, amount }: PaymentMail,
  { subject, title, intro, after }: Words,
): Mail<LetterBlock> {
  const blocks = [greeting(buyerName), [intro(formatPesos(amount)), list(titles)], after];
  return { template, subject, title, blocks };
}
