import { readingMinutes } from '@cuentos/domain/books/reading-time';
import { formatDay } from './formats.ts';
import { button, type Card, type Mail, type LetterBlock } from './mail.ts';
import { letter, news } from './render-mail.ts';
import { giftMailTexts as t } from './texts.ts';

/** A part of a gift. */
export interface MailGiftPart {
  readonly bookName: string;
  readonly partName: string;
  /** Absolute address; null where there is no picture. */
  readonly cover: string | null;
  /** Characters of the text; null while unknown. */
  readonly characters: number | null;
}

interface Gift {
  /** Name of the author; empty while it is not known. */
  readonly author: string;
  /** Address that opens the gift. */
  readonly link: string;
  readonly giverName: string | null;
  readonly message: string | null;
  readonly parts: readonly MailGiftPart[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Mails a gift to its recipient, who may not know the shop: parts, giver and link. */
export const giftMail = news(({ author, link, giverName, message, parts, expiresAt }: Gift) => {
  const titles = parts.map(({ bookName, partName }) => `${bookName}, ${partName}`);
  const [first = '', ...others] = titles;
  return {
    template: 'gift',
    subject: t.subject(giverName),
    title: t.title,
    preview: t.preview(others.length === 0 ? first : t.more(first, others.length)),
    blocks: [
      t.giver(giverName),
      message === null ? null : { kind: 'quote', text: t.quote(message) },
      {
        kind: 'cards',
        cards: parts.map((part) => cardOf(part, author)),
        text: [...titles, ...(author === '' ? [] : [t.by(author)])],
      },
      button(t.open, link),
      [t.how, { kind: 'small', text: t.lasts(formatDay(expiresAt)) }],
    ],
    foot: [{ kind: 'sentence', before: `${t.noReply} `, to: '/contact', after: '.' }],
  };
});

function cardOf({ bookName, partName, cover, characters }: MailGiftPart, author: string): Card {
  const length = characters === null ? [] : [t.length(formatDuration(readingMinutes(characters)))];
  const about = [...(author === '' ? [] : [t.by(author)]), ...length].join(' ');
  return {
    size: 'large',
    title: bookName,
    cover,
    lines: [{ text: partName, as: 'part' }, ...(about === '' ? [] : [{ text: about, as: 'about' } as const])],
  };
}

/** Writes minutes as `1 h 30 min`. */
function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ');
}

interface OwnGift {
  readonly name: string;
  readonly titles: readonly string[];
}

/** Reminds a giver that an unclaimed gift ends soon. */
export const giftEndingMail = letter(({ expiresAt, ...gift }: OwnGift & { readonly expiresAt: number }) => {
  const intro = t.ending.intro(formatDay(expiresAt));
  return ownGiftMail('gift-ending', gift, { ...t.ending, intro, path: '/user-settings/orders' });
});

/** Reports to the claimer that a gift was refunded, which ends access to its parts. */
export const giftEndedMail = letter((gift: OwnGift) =>
  ownGiftMail('gift-ended', gift, { ...t.ended, path: '/user-library' }),
);

interface OwnGiftTexts {
  readonly subject: string;
  readonly title: string;
  readonly intro: string;
  readonly after: readonly string[];
  readonly button: string;
  readonly path: string;
}

function ownGiftMail(
  template: string,
  { name, titles }: OwnGift,
  { subject, title, intro, after, button: label, path }: OwnGiftTexts,
): Mail<LetterBlock> {
  const titleLines = titles.map((text) => `– ${text}`);
  return { template, subject, title, blocks: [t.greeting(name), [intro, ...titleLines], button(label, path), after] };
}
