import { readingMinutes } from '@cuentos/domain/books/reading-time';
import { createElement as h, type ReactNode } from 'react';
import { composeMail, formatDay, type MailContent, MailLink, type MailSeller } from './layout.ts';
import { button, coverCell, layout, newsHtml, paragraph } from './news-mails.ts';
import { harmlessName, purchaseMailTexts } from './texts.ts';

/** Every sentence of the mails about gifts. */
const t = {
  greeting: (name: string) => purchaseMailTexts.greeting(name),
  subject: (giver: string | null) =>
    giverIn(giver) ? `${giverIn(giver)} te regaló un libro` : 'Te regalaron un libro',
  title: 'Te regalaron un libro',
  preview: (what: string) => `${what}. Es para ti.`,
  more: (first: string, others: number) => `${first} y ${others} más`,
  giver: (giver: string | null) => (giverIn(giver) ? `De parte de ${giverIn(giver)}.` : null),
  quote: (text: string) => `«${text}»`,
  by: (author: string) => `De ${author}.`,
  length: (minutes: string) => `≈ ${minutes}`,
  open: 'Abrir mi regalo',
  how: 'Se lee en el teléfono o en el computador. Para guardarlo basta tu correo: te mandamos un código y queda en tu biblioteca.',
  lasts: (day: string) => `El enlace vale para una sola cuenta, hasta el ${day}.`,
  noReply:
    'Si no esperabas esto, puedes no hacer nada: usamos tu correo solo para esto y no te anotamos en ninguna lista. ¿Dudas? Escríbenos en',
  ending: {
    subject: 'Tu regalo vence pronto',
    title: 'Nadie ha abierto tu regalo',
    intro: (day: string) => `El ${day} vence un regalo que pagaste y que todavía no reciben:`,
    after: ['En «Mis compras» puedes copiar su enlace o enviarlo de nuevo.'],
    button: 'Ver mi regalo',
  },
  ended: {
    subject: 'Un regalo ya no está en tu biblioteca',
    title: 'Un regalo ya no está en tu biblioteca',
    intro: 'Se devolvió el pago de un regalo que recibiste, y con eso termina lo que traía:',
    after: ['Tus notas quedan guardadas. Si después lo compras o te lo regalan de nuevo, siguen ahí.'],
    button: 'Ir a mi biblioteca',
  },
} as const;

/** Who gives, as a mail to a stranger may carry it. */
const giverIn = (name: string | null): string => (name === null ? '' : harmlessName(name));

/** A part that is given. */
export interface MailGiftPart {
  readonly bookName: string;
  readonly partName: string;
  /** Absolute address; null where there is no picture. */
  readonly cover: string | null;
  /** Of its text; null while it is not known. */
  readonly characters: number | null;
}

interface GiftFacts {
  readonly seller: MailSeller;
  /** Absolute origin of the shop, without a slash at its end. */
  readonly origin: string;
  /** Empty while nobody has said who writes. */
  readonly author: string;
  /** Opens the gift. */
  readonly link: string;
  readonly giverName: string | null;
  readonly message: string | null;
  readonly parts: readonly MailGiftPart[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

const serif = 'Georgia,serif';
const sans = 'Arial,sans-serif';
const ink = '#1c1b21';
const ink2 = '#48444c';
const ink3 = '#665f58';

/** Brings a gift to an address that has nothing to do with the shop: what it is, from whom, and the link. */
export function giftMail(facts: GiftFacts): MailContent {
  const { seller, origin, link, giverName, message, parts, expiresAt } = facts;
  const subject = t.subject(giverName);
  const titles = parts.map(({ bookName, partName }) => `${bookName}, ${partName}`);
  const [first = '', ...others] = titles;
  const giver = t.giver(giverName);
  const lasts = t.lasts(formatDay(expiresAt));
  const contact = `${origin}/contact`;
  const html = newsHtml({
    from: { storeName: seller.store_name, origin, signature: signatureOf(seller), ...lookOf(seller) },
    title: t.title,
    preview: t.preview(others.length === 0 ? first : t.more(first, others.length)),
    foot: [`${t.noReply} `, h(MailLink, { key: 'contact', href: contact }, contact), '.'],
    children: [
      giver && paragraph('giver', giver),
      message && messagePocket(message),
      ...parts.map((part) => partRow(part, facts.author)),
      button(t.open, link),
      paragraph('how', t.how),
      h(
        'p',
        { key: 'lasts', className: 'm-t2', style: { margin: '14px 0 0', font: `14px/1.6 ${sans}`, color: ink2 } },
        lasts,
      ),
    ],
  });
  const text = [
    t.title,
    ...(giver === null ? [] : ['', giver]),
    ...(message === null ? [] : ['', t.quote(message)]),
    '',
    ...titles,
    ...(facts.author === '' ? [] : [t.by(facts.author)]),
    '',
    `${t.open}: ${link}`,
    '',
    t.how,
    lasts,
    '',
    `${t.noReply} ${contact}.`,
    ...(signatureOf(seller) === '' ? [] : ['', signatureOf(seller)]),
  ].join('\n');
  return { template: 'gift', subject, text, html };
}

/** What the giver wrote, in the lines that she wrote. */
function messagePocket(message: string): ReactNode {
  const style = {
    background: '#efeadf',
    color: ink,
    borderRadius: '0 0 14px 14px',
    padding: '18px 20px',
    font: `italic 18px/1.5 ${serif}`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  };
  const cell = h('tr', null, h('td', { className: 'm-sw', style }, t.quote(message)));
  return layout({ key: 'message', width: '100%', style: { marginTop: '18px' } }, cell);
}

function partRow({ bookName, partName, cover, characters }: MailGiftPart, author: string): ReactNode {
  const length = characters === null ? [] : [t.length(spell(readingMinutes(characters)))];
  const about = [...(author === '' ? [] : [t.by(author)]), ...length].join(' ');
  const line = (key: string, className: string, style: object, text: string) => h('p', { key, className, style }, text);
  const words = [
    line('book', 'm-tx', { margin: 0, font: `bold 19px/1.3 ${serif}`, color: ink }, bookName),
    line('part', 'm-t2', { margin: '4px 0 0', font: `15px/1.5 ${sans}`, color: ink2 }, partName),
    about === '' ? null : line('about', 'm-t3', { margin: '8px 0 0', font: `14px/1.5 ${sans}`, color: ink3 }, about),
  ];
  const picture = cover && coverCell(cover, bookName, { width: 128, height: 192 });
  const row = h('tr', null, picture, h('td', { valign: 'middle' }, words));
  return layout({ key: `${bookName} ${partName}`, width: '100%', style: { marginTop: '22px' } }, row);
}

/** `1 h 30 min`. */
function spell(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ');
}

function signatureOf({ store_name: store, seller_name: name, seller_address: address }: MailSeller): string {
  return [name ?? store, address].filter(Boolean).join('. ');
}

const lookOf = ({ look }: MailSeller) => (look ? { look } : {});

interface OwnGiftFacts {
  readonly seller: MailSeller;
  readonly origin: string;
  readonly name: string;
  readonly titles: readonly string[];
}

/** Tells a giver that a gift which nobody claimed ends soon. */
export function giftEndingMail({ expiresAt, ...facts }: OwnGiftFacts & { readonly expiresAt: number }): MailContent {
  const words = { ...t.ending, intro: t.ending.intro(formatDay(expiresAt)) };
  return letter('gift-ending', facts, words, '/user-settings/orders');
}

/** Tells whoever claimed a gift that its money went back, and with it what she could read. */
export function giftEndedMail(facts: OwnGiftFacts): MailContent {
  return letter('gift-ended', facts, t.ended, '/user-library');
}

interface Words {
  readonly subject: string;
  readonly title: string;
  readonly intro: string;
  readonly after: readonly string[];
  readonly button: string;
}

function letter(template: string, { seller, origin, name, titles }: OwnGiftFacts, words: Words, path: string) {
  return composeMail({
    template,
    storeName: seller.store_name,
    look: seller.look,
    subject: words.subject,
    title: words.title,
    greeting: t.greeting(name),
    before: [words.intro, ...titles.map((title) => `– ${title}`)],
    action: { label: words.button, url: `${origin}${path}` },
    after: words.after,
  });
}
