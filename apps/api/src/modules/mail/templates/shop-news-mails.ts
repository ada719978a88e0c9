import { paymentMethodName } from '@cuentos/domain/payments/payment-method';
import { formatDay, formatPesos } from './formats.ts';
import { button, type Fact, list } from './mail.ts';
import { letter } from './render-mail.ts';
import { shopNewsTexts as t } from './texts.ts';

/** Money of a sale or a day, integer pesos. */
interface Money {
  readonly amount: number;
  readonly fees: number;
  readonly vat: number;
  /** Pesos that stay with the shop after fee and IVA. */
  readonly net: number;
}

interface Sale extends Money {
  readonly titles: readonly string[];
  readonly method: string;
  /** The code that took something off; null when none did. */
  readonly discountCode: string | null;
  readonly isGift: boolean;
}

/** Tells the shop that a purchase was paid. The buyer's name stays in the panel: a mailbox may be shared. */
export const saleMail = letter(({ titles, method, discountCode, isGift, ...money }: Sale) => {
  const [first = '', ...others] = titles;
  const what = others.length === 0 ? first : t.more(first, others.length);
  const came: Fact[] = [
    { name: t.method, value: paymentMethodName(method) },
    ...(discountCode === null ? [] : [{ name: t.code, value: discountCode }]),
  ];
  return {
    template: 'sale',
    subject: t.sale.subject(what, formatPesos(money.amount)),
    title: t.sale.title,
    blocks: [
      t.greeting,
      [
        isGift ? t.sale.giftIntro : t.sale.intro,
        list(titles),
        { kind: 'facts', rows: [...came, ...moneyFacts(money)] },
      ],
      button(t.sale.button, '/admin/user-book-parts'),
      t.after,
    ],
  };
});

interface SalesOfDay extends Money {
  /** An instant of the day, epoch milliseconds. */
  readonly day: number;
  readonly sales: number;
  readonly refunds: number;
  readonly chargebacks: number;
  readonly partSales: readonly { readonly title: string; readonly sales: number }[];
}

/** Reports the sales of a day to the shop, with the figures of 'Ventas'. */
export const salesOfDayMail = letter(({ day, sales, refunds, chargebacks, partSales, ...money }: SalesOfDay) => ({
  template: 'sales-of-day',
  subject: t.day.subject(formatDay(day), formatPesos(money.net)),
  title: t.day.title,
  blocks: [
    t.greeting,
    [
      t.day.intro(formatDay(day)),
      {
        kind: 'facts',
        rows: [{ name: t.sales, value: String(sales) }, ...moneyFacts({ ...money, refunds, chargebacks })],
      },
    ],
    partSales.length === 0
      ? null
      : [
          { kind: 'heading', text: t.day.parts },
          {
            kind: 'facts',
            rows: partSales.map(({ title, sales: count }) => ({ name: title, value: t.day.part(count) })),
          },
        ],
    button(t.day.button, '/admin/sales'),
    t.after,
  ],
}));

interface WaitingEdition {
  readonly writterName: string;
  readonly bookId: string;
  readonly title: string;
}

/** Tells the shop that an edition waits until an admin publishes it. */
export const editionWaitsMail = letter(({ writterName, bookId, title }: WaitingEdition) => ({
  template: 'edition-waits',
  subject: t.edition.subject(title),
  title: t.edition.title,
  blocks: [
    t.greeting,
    t.edition.intro(writterName, title),
    button(t.edition.button, `/admin/book-parts?libro=${bookId}`),
    t.edition.after,
  ],
}));

/** Rows from sales to the remaining money, with the signs of 'Ventas'; a zero has no row. */
function moneyFacts({
  amount,
  refunds = 0,
  chargebacks = 0,
  fees,
  vat,
  net,
}: Money & { readonly refunds?: number; readonly chargebacks?: number }): Fact[] {
  const between = [
    [t.refunds, refunds],
    [t.chargebacks, chargebacks],
    [t.fees, fees],
    [t.vat, vat],
  ] as const;
  return [
    { name: t.amount, value: formatPesos(amount) },
    ...between.filter(([, pesos]) => pesos !== 0).map(([name, pesos]) => ({ name, value: formatPesos(pesos) })),
    { name: t.net, value: formatPesos(net), strong: true },
  ];
}
