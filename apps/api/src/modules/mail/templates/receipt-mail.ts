import { splitVat } from '@cuentos/domain/pricing/vat';
import { createElement as h, type ReactNode } from 'react';
import { formatDate } from './format-date.ts';
import { button, formatPesos, mailHtml, paragraph, subtitle, table } from './layout.ts';
import type { MailContent } from './mail-content.ts';
import type { ShopFacts } from './shop-facts.ts';
import { purchaseMailTexts } from './texts.ts';

/** What was bought; amounts in pesos, times in epoch milliseconds. */
export interface ReceiptFacts {
  readonly shop: ShopFacts;
  readonly buyerName: string;
  readonly orderId: string;
  readonly paidAt: number;
  readonly lines: readonly { readonly title: string; readonly amount: number }[];
  readonly total: number;
  /** Null for a free order. */
  readonly payment: { readonly id: string; readonly method: string } | null;
  readonly acknowledgedAt: number | null;
}

const t = purchaseMailTexts.receipt;

/** Receipt and contract copy of an order, free ones too. */
export function receiptMail(facts: ReceiptFacts): MailContent {
  const { shop, payment } = facts;
  const { store_name: store } = shop.seller;
  const intro = payment ? t.intro : t.freeIntro;
  const rows = {
    lines: facts.lines.map(({ title, amount }) => ({ name: title, value: formatPesos(amount) })),
    sums: sums(facts),
    data: data(facts),
  };
  const contract = [
    t.rights,
    ...(payment ? [t.withdrawal] : []),
    ...(facts.acknowledgedAt === null ? [] : [t.acknowledged(formatDate(facts.acknowledgedAt))]),
  ];
  const greeting = purchaseMailTexts.greeting(facts.buyerName);
  const links =
    shop.url === null ? null : { library: `${shop.url}/user-library`, terms: `${shop.url}/terms-and-conditions` };
  const children: ReactNode[] = [
    paragraph(greeting),
    paragraph(intro),
    ...(links ? [button(t.library, links.library)] : []),
    table([...rows.lines, ...rows.sums]),
    table(rows.data),
    subtitle(t.contractTitle),
    ...contract.map((text) => paragraph(text)),
    ...(links ? [h('p', { key: 'terms' }, h('a', { href: links.terms, style: { color: '#24379b' } }, t.terms))] : []),
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
  const subject = payment ? t.subject(store) : t.freeSubject(store);
  return { template: 'receipt', subject, text, html: mailHtml({ title: t.title, storeName: store, children }) };
}

function sums({ total }: ReceiptFacts) {
  const { net, vat } = splitVat(total);
  return [
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
    ...(payment && payment.method !== '' ? [{ name: t.method, value: payment.method }] : []),
    { name: t.seller, value: seller },
    ...(contact_email === null ? [] : [{ name: t.contact, value: contact_email }]),
  ];
}
