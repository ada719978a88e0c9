import { paymentMethodName } from '@cuentos/domain/checkout/payment-method';
import { splitVat } from '@cuentos/domain/checkout/price';
import { createElement as h, type ReactNode } from 'react';
import {
  button,
  composeMail,
  formatDate,
  formatDay,
  formatPesos,
  type MailContent,
  mailHtml,
  MailLink,
  type MailSeller,
  paragraph,
  subtitle,
  table,
} from './layout.ts';
import { purchaseMailTexts } from './texts.ts';

/** What was bought; amounts in pesos, times in epoch milliseconds. */
export interface ReceiptFacts {
  readonly shop: ShopFacts;
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
  /** It was bought for somebody else. */
  readonly isGift: boolean;
}

const t = purchaseMailTexts.receipt;

/** Receipt and contract copy of an order, free ones too. */
export function receiptMail(facts: ReceiptFacts): MailContent {
  const { shop, payment } = facts;
  const { store_name: store } = shop.seller;
  const gift = facts.isGift ? t.gift : null;
  const intro = gift ? gift.intro : payment ? t.intro : t.freeIntro;
  const rows = {
    lines: facts.lines.map(({ title, amount }) => ({ name: title, value: formatPesos(amount) })),
    sums: sums(facts),
    data: data(facts),
  };
  const contract = contractOf(facts);
  const greeting = purchaseMailTexts.greeting(facts.buyerName);
  const links =
    shop.url === null
      ? null
      : {
          library: `${shop.url}${gift ? '/user-settings/orders' : '/user-library'}`,
          terms: `${shop.url}/terms-and-conditions`,
        };
  const children: ReactNode[] = [
    paragraph(greeting),
    paragraph(intro),
    ...(links ? [button(gift ? gift.orders : t.library, links.library)] : []),
    table([...rows.lines, ...rows.sums]),
    table(rows.data),
    subtitle(t.contractTitle),
    ...contract.map((text) => paragraph(text)),
    ...(links ? [h('p', { key: 'terms' }, h(MailLink, { href: links.terms }, t.terms))] : []),
  ];
  const text = [
    greeting,
    '',
    intro,
    ...(links ? [links.library] : []),
    '',
    ...[...rows.lines, ...rows.sums, ...rows.data].map(({ name, value }) => `${name}: ${value}`),
    '',
    t.contractTitle,
    ...contract,
    ...(links ? [`${t.terms}: ${links.terms}`] : []),
    '',
    purchaseMailTexts.goodbye(store),
  ].join('\n');
  const what = nameOf(facts.lines.map(({ title }) => title));
  const subject = payment ? t.subject(what, store) : t.freeSubject(what, store);
  return {
    template: 'receipt',
    subject,
    text,
    html: mailHtml({ title: gift ? gift.title : t.title, storeName: store, look: shop.seller.look, children }),
  };
}

/** What was agreed to. */
function contractOf({ lines, isGift, payment, acknowledgedAt }: ReceiptFacts): string[] {
  const each = { rights: t.rightsEach, withdrawal: t.withdrawalEach, acknowledged: t.acknowledgedEach };
  const said = isGift ? t.gift : lines.length > 1 ? each : t;
  return [
    said.rights,
    ...(payment ? [said.withdrawal] : []),
    ...(acknowledgedAt === null ? [] : [said.acknowledged(formatDate(acknowledgedAt))]),
  ];
}

/** What a receipt is about, for its subject: programs that gather mails by subject keep two receipts apart. */
function nameOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : t.more(first, others.length);
}

function sums({ discount, total }: ReceiptFacts) {
  const { net, vat } = splitVat(total);
  const taken = discount && { name: t.discount(discount.code), value: t.taken(formatPesos(discount.amount)) };
  return [
    ...(taken ? [taken] : []),
    { name: t.total, value: formatPesos(total), strong: true },
    { name: t.net, value: formatPesos(net) },
    { name: t.vat, value: formatPesos(vat) },
  ];
}

/** Facts that are not set are left out, never invented. */
function data({ shop, orderId, paidAt, payment }: ReceiptFacts) {
  const { seller_name, seller_tax_id, seller_address, contact_email, store_name } = shop.seller;
  const seller = [seller_name ?? store_name, seller_tax_id && t.taxId(seller_tax_id), seller_address]
    .filter(Boolean)
    .join(', ');
  return [
    { name: t.date, value: formatDate(paidAt) },
    { name: t.order, value: orderId },
    ...(payment ? [{ name: t.payment, value: payment.id }] : []),
    ...(payment && payment.method !== '' ? [{ name: t.method, value: paymentMethodName(payment.method) }] : []),
    { name: t.seller, value: seller },
    ...(contact_email === null ? [] : [{ name: t.contact, value: contact_email }]),
  ];
}

interface MoneyBack {
  readonly shop: ShopFacts;
  readonly buyerName: string;
  /** What the money was for. */
  readonly titles: readonly string[];
  /** Pesos. */
  readonly amount: number;
}

interface Pending extends MoneyBack {
  readonly paymentId: string;
  /** Where the buyer goes on with the payment; null while it is the provider's turn. */
  readonly resumeUrl: string | null;
  /** Until when the shop waits for it, epoch milliseconds. */
  readonly until: number;
  readonly isGift: boolean;
}

/** Tells a buyer that a payment is not decided yet, and the way to go on with it. */
export function pendingMail({ shop, buyerName, titles, amount, ...facts }: Pending): MailContent {
  const t = purchaseMailTexts.pending;
  const { paymentId, resumeUrl, until, isGift } = facts;
  const [first = '', ...others] = titles;
  const orders = shop.url === null ? null : { label: t.orders, url: `${shop.url}/user-settings/orders` };
  const intro = resumeUrl === null ? t.inReview : t.toPay;
  return composeMail({
    template: 'payment-pending',
    storeName: shop.seller.store_name,
    look: shop.seller.look,
    subject: t.subject(others.length === 0 ? first : t.more(first, others.length)),
    title: t.title,
    greeting: purchaseMailTexts.greeting(buyerName),
    before: [intro(formatPesos(amount)), ...titles.map((title) => `– ${title}`)],
    action: resumeUrl === null ? orders : { label: t.goOn, url: resumeUrl },
    after: [t.until(formatDay(until)), isGift ? t.afterwardsGift : t.afterwards, t.cancel, t.payment(paymentId)],
  });
}

interface SentBack extends MoneyBack {
  readonly paymentId: string;
  /** The account was closed before the payment came. */
  readonly isClosed: boolean;
  /** The payment paid for other parts, which stay bought. */
  readonly isPartial: boolean;
  /** What was paid for is a gift; told apart is whether it was paid before. */
  readonly gift: 'paid twice' | 'otherwise' | null;
}

/** Tells a buyer that a payment too many, one for a closed account, or some of a good one goes back. */
export function sentBackMail({ paymentId, isClosed, isPartial, gift, ...facts }: SentBack): MailContent {
  const { sentBack, sentBackParts, sentBackGift, sentBackGiftParts, sentBackClosed } = purchaseMailTexts;
  const ofGift = gift === 'paid twice' ? sentBackGift : sentBackGiftParts;
  const partial = gift === null ? sentBackParts : sentBackGiftParts;
  const whole = gift === null ? sentBack : ofGift;
  const t = isPartial ? partial : isClosed ? sentBackClosed : whole;
  const after = [t.promise, ...('keeps' in t ? [t.keeps] : []), t.payment(paymentId)];
  return compose('sent-back', facts, { ...t, intro: t.intro(formatPesos(facts.amount)), after });
}

/** Tells a buyer that a refund was made. */
export function refundDoneMail({
  ends,
  ...facts
}: MoneyBack & {
  /** What the refund ends; null when it was of a payment that bought nothing. */
  readonly ends: 'access' | 'gift' | null;
}): MailContent {
  const t = purchaseMailTexts.refund;
  return compose('refund', facts, {
    ...t,
    intro: t.intro(formatPesos(facts.amount)),
    after: [t.wait, ...(ends === null ? [] : [ends === 'gift' ? t.giftEnded : t.ended])],
  });
}

/**
 * What a buyer is told of money besides: a refund that did not go through after all, a payment that does not fit its order, a
 * dispute, and its end.
 */
export type MoneyNews = 'undone' | 'review' | 'disputed' | 'paused' | 'restored';

/** Tells a buyer of it. */
export function moneyNewsMail({
  what,
  paymentId,
  ...facts
}: MoneyBack & { what: MoneyNews; paymentId: string }): MailContent {
  const { payment, [what]: words } = purchaseMailTexts.news;
  const after = [...words.after, payment(paymentId)];
  return compose(`money-${what}`, facts, { ...words, intro: words.intro(formatPesos(facts.amount)), after });
}

interface Words {
  readonly subject: string;
  readonly title: string;
  readonly intro: string;
  readonly after: readonly string[];
}

function compose(
  template: string,
  { shop, buyerName, titles }: MoneyBack,
  { subject, title, intro, after }: Words,
): MailContent {
  const { store_name: store } = shop.seller;
  const greeting = purchaseMailTexts.greeting(buyerName);
  const children: ReactNode[] = [
    paragraph(greeting),
    paragraph(intro),
    h(
      'ul',
      { key: 'titles' },
      titles.map((name) => h('li', { key: name }, name)),
    ),
    ...after.map((text) => paragraph(text)),
  ];
  const text = [
    greeting,
    '',
    intro,
    ...titles.map((name) => `- ${name}`),
    '',
    ...after,
    '',
    purchaseMailTexts.goodbye(store),
  ].join('\n');
  return { template, subject, text, html: mailHtml({ title, storeName: store, look: shop.seller.look, children }) };
}

/** Who writes; `url` is null while nothing outside can reach the shop. */
interface ShopFacts {
  readonly seller: MailSeller;
  readonly url: string | null;
}
