import { createElement as h, type ReactNode } from 'react';
import { formatPesos, mailHtml, paragraph } from './layout.ts';
import type { MailContent } from './mail-content.ts';
import type { ShopFacts } from './shop-facts.ts';
import { purchaseMailTexts } from './texts.ts';

interface MoneyBack {
  readonly shop: ShopFacts;
  readonly buyerName: string;
  /** What the money was for. */
  readonly titles: readonly string[];
  /** Pesos. */
  readonly amount: number;
}

/** Tells a buyer that a payment too many goes back. */
export function sentBackMail({ paymentId, ...facts }: MoneyBack & { readonly paymentId: string }): MailContent {
  const t = purchaseMailTexts.sentBack;
  const after = [t.promise, t.keeps, t.payment(paymentId)];
  return compose('sent-back', facts, { ...t, intro: t.intro(formatPesos(facts.amount)), after });
}

/** Tells a buyer that a refund was made. */
export function refundDoneMail(facts: MoneyBack): MailContent {
  const t = purchaseMailTexts.refund;
  return compose('refund', facts, { ...t, intro: t.intro(formatPesos(facts.amount)), after: [t.wait] });
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
  return { template, subject, text, html: mailHtml({ title, storeName: store, children }) };
}
