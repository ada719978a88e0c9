import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import * as accountMails from './account-mails.ts';
import * as giftMails from './gift-mails.ts';
import * as givenMails from './given-mails.ts';
import type { MailContent } from './mail.ts';
import * as mailingListMails from './mailing-list-mails.ts';
import * as messageMails from './message-mails.ts';
import * as moneyAlertMails from './money-alert-mails.ts';
import * as newsMails from './news-mails.ts';
import * as operationMails from './operation-mails.ts';
import * as purchaseMails from './purchase-mails.ts';
import * as recallMails from './recall-mails.ts';
import * as shopNewsMails from './shop-news-mails.ts';

type Template = (facts: object) => MailContent;

const modules = {
  'account-mails.ts': accountMails,
  'gift-mails.ts': giftMails,
  'given-mails.ts': givenMails,
  'mailing-list-mails.ts': mailingListMails,
  'message-mails.ts': messageMails,
  'money-alert-mails.ts': moneyAlertMails,
  'news-mails.ts': newsMails,
  'operation-mails.ts': operationMails,
  'purchase-mails.ts': purchaseMails,
  'recall-mails.ts': recallMails,
  'shop-news-mails.ts': shopNewsMails,
};

/** Every exported template, so that a new one is tested without being listed here. */
const templates = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter(([name]) => name.endsWith('Mail')) as [string, Template][];

const seller = {
  store_name: 'Cuentos',
  seller_name: null,
  seller_tax_id: null,
  seller_address: null,
  contact_email: null,
  sales_open: true,
};
const part = { id: '1', bookId: '1', bookName: 'Un libro', partName: 'Una parte', name: 'Una parte', price: 1 };
const line = {
  title: 'Un libro',
  amount: 1,
  total: 1,
  since: 0,
  payment: '1',
  currency: 'CLP',
  kind: 'boleta',
  order: '1',
};

/** Facts for every template; `name` is text that a stranger may have entered. */
const factsOf = (template: string, name: string): object => ({
  from: { storeName: 'Cuentos', origin: 'http://shop.test', signature: 'Elisa Rivas' },
  name,
  buyerName: name,
  giverName: name,
  adminName: name,
  author: 'Elisa Rivas',
  code: '123456',
  token: 'token',
  confirmToken: 'token',
  unsubscribeUrl: 'http://shop.test/leave',
  resumeUrl: 'http://shop.test/pay',
  leaveBookUrl: 'http://shop.test/leave-book',
  leaveAllUrl: 'http://shop.test/leave',
  link: 'http://shop.test/gift/token',
  origin: 'http://shop.test',
  at: 0,
  since: 0,
  until: 0,
  expiresAt: 0,
  paidAt: 0,
  acknowledgedAt: 0,
  news: 'added',
  what: 'review',
  seller,
  titles: ['Un libro'],
  parts: [{ ...part, cover: 'http://shop.test/cover', characters: 90_000 }],
  part: { ...part, cover: null, sample: 'beginning' },
  book: template === 'confirmFollowMail' ? 'Un libro' : { id: '1', name: 'Un libro', quote: 'Nadie volvió.' },
  books: new Map([['1', { name: 'Un libro', url: 'http://shop.test/book-detail/1', cover: null, fromPrice: 490 }]]),
  body: 'Ya está la **segunda parte**.',
  why: 'Lo pediste.',
  because: 'follow',
  day: template === 'salesOfDayMail' ? 0 : { isToday: true, text: '1 de enero' },
  writterName: name,
  title: 'Un libro: Una parte',
  bookId: '1',
  bookName: 'Un libro',
  partName: 'Una parte',
  kind: 'court_order',
  hasPaid: true,
  method: 'visa',
  discountCode: 'OTOÑO',
  fees: 10,
  vat: 10,
  net: 80,
  sales: 2,
  partSales: [{ title: 'Un libro: Una parte', sales: 2 }],
  refunds: 20,
  chargebacks: 0,
  lines: [{ ...line, reason: template === 'lateDocumentsMail' ? 'refused' : 'duplicate' }],
  message: null,
  discount: null,
  gift: null,
  amount: 1,
  total: 1,
  payment: { id: '1', method: 'visa' },
  paymentId: '1',
  orderId: '1',
  device: 'Chrome',
  userAgent: name,
  text: 'Hola',
  threadId: '1',
  subject: 'other',
  hasAccount: true,
  alert: { title: 'Queda poco disco', found: 'El disco está casi lleno.', next: 'Libera espacio.' },
});

const greetingOf = (name: string): string => {
  const { text } = accountMails.verifyMail(
    factsOf('verifyMail', name) as Parameters<typeof accountMails.verifyMail>[0],
  );
  return text.split('\n')[0] ?? '';
};

describe('the name that a person registered with', () => {
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

  it('appears neither as a link nor as a sentence in any mail', () => {
    const hostile = 'Premio: cobra hoy en https://evil.test/cobrar o llama al +56 9 1234 5678, ya mismo';
    for (const [name, template] of templates) {
      const { subject, text, html } = template(factsOf(name, hostile));
      for (const part of [subject, text, html]) {
        expect(`${name} ${part}`).not.toMatch(/evil|1234 5678|cobra hoy/);
      }
    }
  });
});

it('every file of templates is tested', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('-mails.ts'));
  expect(Object.keys(modules).toSorted()).toEqual(files.toSorted());
});

it('no mail contains undefined facts', () => {
  for (const [name, template] of templates) {
    const { subject, text, html } = template(factsOf(name, 'Ana'));
    expect(`${name}: ${subject} ${text} ${html}`).not.toMatch(/undefined|null|NaN|\[object/);
  }
});

/** The same facts with markup added to every text that a person may enter. */
function withMarkup(facts: unknown): unknown {
  if (typeof facts === 'string') return /[A-Z].* |Cuentos|Hola/.test(facts) ? `${facts} ${MARKUP}` : facts;
  if (Array.isArray(facts)) return facts.map(withMarkup);
  if (facts instanceof Map) return new Map([...facts].map(([key, value]) => [key, withMarkup(value)]));
  if (typeof facts !== 'object' || facts === null) return facts;
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, withMarkup(value)]));
}

const MARKUP = '<img src="x" alt=\'y\'> & z';
const ESCAPED = '&lt;img src=&quot;x&quot; alt=&#x27;y&#x27;&gt; &amp; z';

it("a person's text is escaped in HTML, and unchanged in plain text", () => {
  for (const [name, template] of templates) {
    const { text, html } = template(withMarkup(factsOf(name, 'Ana')) as object);
    expect(`${name} ${html}`).not.toContain('<img src="x"');
    expect(`${name} ${html}`).toContain(ESCAPED);
    if (html.split('<h1')[1]?.includes(ESCAPED)) expect(`${name} ${text}`).toContain(MARKUP);
  }
});

it('the plain text of an announcement has its links written out, and lists and books line by line', () => {
  const body = 'Hola, **todas**:\nmiren [esto](https://ejemplo.cl/a).\n\n- uno\n- dos\n\n[[libro:1]]\n\nAdiós';
  const book = { name: 'El faro', url: 'http://shop.test/f', cover: null, fromPrice: 490 };
  const { text } = newsMails.announcementMail({
    from: { storeName: 'Cuentos', origin: 'http://shop.test', signature: 'Elisa Rivas' },
    subject: 'Hola',
    body: body.replace('libro:1', `libro:${BOOK}`),
    books: new Map([[BOOK, book]]),
    why: 'Lo pediste.',
    leaveBookUrl: null,
    leaveAllUrl: 'http://shop.test/leave',
  });
  expect(text).toBe(
    'Hola\n\nHola, todas:\nmiren esto (https://ejemplo.cl/a).\n\n- uno\n- dos\n\nEl faro\nDesde $490 CLP\nhttp://shop.test/f\n\n' +
      'Adiós\n\nLo pediste.\nDarme de baja de todo: http://shop.test/leave\n\nElisa Rivas',
  );
});

const BOOK = '019a7f00-0000-7000-8000-000000000001';

it('a mail of a shop that is not reachable from outside has no links to it', () => {
  const facts = { ...factsOf('pendingMail', 'Ana'), from: { storeName: 'Cuentos', origin: null } };
  const { receiptMail, pendingMail } = purchaseMails as Readonly<Record<string, Template>>;
  expect(receiptMail?.(facts)).toMatchObject({
    html: expect.not.stringContaining('href'),
    text: expect.not.stringContaining('//'),
  });
  expect(pendingMail?.(facts).text).toContain('Seguir con el pago:\nhttp://shop.test/pay');
});

it('every mail fits the width of a phone', () => {
  for (const [name, template] of templates)
    expect(`${name} ${template(factsOf(name, 'Ana')).html}`).toMatch(
      /<meta name="viewport" content="width=device-width"\/>/,
    );
});

it('every mail has light text on a dark ground in dark mode', () => {
  for (const [name, template] of templates)
    expect(`${name} ${template(factsOf(name, 'Ana')).html}`).toMatch(
      /\.m-sh\{background:#211f1c!important;color:#f2ede2!important\}/,
    );
});
