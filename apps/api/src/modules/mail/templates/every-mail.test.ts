import { describe, expect, it } from 'vitest';
import * as accountMails from './account-mails.ts';
import type { MailContent } from './layout.ts';
import * as mailingListMails from './mailing-list-mails.ts';
import * as messageMails from './message-mails.ts';
import * as purchaseMails from './purchase-mails.ts';

type Template = (facts: object) => MailContent;

/** Every template that there is, so that a new one is looked at without anybody adding it. */
const templates = Object.entries({ ...accountMails, ...mailingListMails, ...messageMails, ...purchaseMails }).filter(
  ([, made]) => typeof made === 'function',
) as [string, Template][];

/** Facts of all kinds of mails; each takes what it needs. */
const factsOf = (name: string): object => ({
  from: { storeName: 'Cuentos', origin: 'http://shop.test' },
  name,
  buyerName: name,
  token: 'token',
  confirmToken: 'token',
  unsubscribeUrl: 'http://shop.test/leave',
  at: 0,
  news: 'added',
  paidAt: 0,
  acknowledgedAt: 0,
  shop: {
    url: 'http://shop.test',
    seller: {
      store_name: 'Cuentos',
      seller_name: null,
      seller_tax_id: null,
      seller_address: null,
      contact_email: null,
      sales_open: true,
    },
  },
  titles: ['Un libro'],
  lines: [{ title: 'Un libro', amount: 1 }],
  discount: null,
  amount: 1,
  total: 1,
  payment: { id: '1', method: 'visa' },
  paymentId: '1',
  orderId: '1',
  userAgent: name,
  text: 'Hola',
  threadId: '1',
  subject: 'other',
  hasAccount: true,
});

const greetingOf = (name: string): string => {
  const { text } = accountMails.verifyMail(factsOf(name) as Parameters<typeof accountMails.verifyMail>[0]);
  return text.split('\n')[0] ?? '';
};

describe('the name that somebody gave at the registration', () => {
  it.each([
    ['Ana', 'Hola, Ana:'],
    ['Ñusta Paz', 'Hola, Ñusta Paz:'],
    ["Mª José O'Higgins-Peña", "Hola, Mª José O'Higgins-Peña:"],
    ['J. R. R. Tolkien', 'Hola, J. R. R. Tolkien:'],
    ['Zoë 小川', 'Hola, Zoë 小川:'],
    ['María de los Ángeles Fernández de la Cruz', 'Hola, María:'],
    ['Ana 🍇', 'Hola, Ana:'],
    ['Ganaste! entra en evil.test', 'Hola:'],
    ['evil.test', 'Hola:'],
    ['Ana http://evil.test/x', 'Hola, Ana:'],
    ['www.evil.test Ana', 'Hola:'],
    ['ana@evil.test', 'Hola:'],
    ['+56 9 1234 5678', 'Hola:'],
    ['Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'Hola:'],
    ['Ana 22 33 44', 'Hola, Ana:'],
    ['Lectora 12', 'Hola, Lectora 12:'],
    ['<b>Ana</b>', 'Hola:'],
  ])('%s is greeted with "%s"', (name, greeting) => expect(greetingOf(name)).toBe(greeting));

  it('is neither link nor sentence in any mail', () => {
    expect(templates.length).toBeGreaterThanOrEqual(9);
    const hostile = 'Premio: cobra hoy en https://evil.test/cobrar o llama al +56 9 1234 5678, ya mismo';
    for (const [name, template] of templates) {
      const { subject, text, html } = template(factsOf(hostile));
      for (const part of [subject, text, html]) {
        expect(`${name} ${part}`).not.toMatch(/evil|1234 5678|cobra hoy/);
      }
    }
  });
});

it('every mail is light on dark where its program asks for dark colours, whatever stands in it', () => {
  for (const [name, template] of templates)
    expect(`${name} ${template(factsOf('Ana')).html}`).toMatch(
      /\.m-sh\{background:#211f1c!important;color:#f2ede2!important\}/,
    );
});
