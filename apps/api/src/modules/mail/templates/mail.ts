import type { SellerInfo } from '@cuentos/contract/orders';
import type { Inline } from '@cuentos/domain/announcements/markup';
import type { AccentName } from '@cuentos/domain/shop/accents';

/** How the shop's mails look. */
export interface MailLook {
  readonly accent: AccentName;
  /** On the pocket of the mark. */
  readonly markLetters: string;
}

/** The seller, with the look of the mails. */
export interface MailSeller extends SellerInfo {
  readonly look?: MailLook;
}

/** The sender of a mail, as the renderer needs it. */
export interface MailFrom {
  readonly storeName: string;
  readonly look?: MailLook | undefined;
  /**
   * Where links lead, without a slash at the end: the shop's own address from the settings, never from a request. Null
   * while nothing outside can reach the shop; its mails then go without links to it.
   */
  readonly origin: string | null;
}

/** A sender whose shop has a public address. */
export interface MailSender extends MailFrom {
  readonly origin: string;
}

/** The sender of announcements and releases, whose footer contains its name and postal address. */
export interface NewsSender extends MailSender {
  /** Empty while it is unknown. */
  readonly signature: string;
}

/** Content of a mail, written once for its HTML and its plain text. */
export interface Mail<B extends Block> {
  /** Name of the mail. It decides whether the text is secret, how soon it is sent, and whose budget it uses. */
  readonly template: string;
  readonly subject: string;
  /** The heading, often the same as the subject. */
  readonly title: string;
  /** Blocks from top to bottom. Blocks in a nested array belong together: plain text has no empty line between them. */
  readonly blocks: Groups<B>;
  /** Below everything else. */
  readonly foot?: readonly FootBlock[];
  /** Preview text that mail programs show beside the subject. */
  readonly preview?: string;
  /** Where the recipient leaves the mailing list; only mails of the list have it. */
  readonly unsubscribeUrl?: string | undefined;
}

export type Groups<B extends Block> = readonly (B | null | readonly (B | null)[])[];

/** A piece of a mail; a string is a paragraph. */
export type Block = LetterBlock | NewsBlock | FootBlock;

/** Blocks of a letter. */
export type LetterBlock = string | Heading | Code | Facts | List | Quote | Button | Link;

/** Blocks of news. */
export type NewsBlock = string | SmallPrint | MarkedLines | List | Quote | Passage | Cards | Button;

/** Blocks of a mail's footer. */
export type FootBlock = string | Link | Sentence | UnsubscribeUrls;

interface Heading {
  readonly kind: 'heading';
  readonly text: string;
}

/** Figures that are typed elsewhere, large. */
interface Code {
  readonly kind: 'code';
  readonly figures: string;
}

interface Facts {
  readonly kind: 'facts';
  readonly rows: readonly Fact[];
}

interface List {
  readonly kind: 'list';
  readonly items: readonly Line[];
}

/** Words of a person, set apart, with their line breaks. */
interface Quote {
  readonly kind: 'quote';
  readonly text: string;
}

interface Button {
  readonly kind: 'button';
  readonly label: string;
  readonly to: Address;
  /** Whether its address is repeated below it, to be copied by hand. */
  readonly isCopied: boolean;
}

interface Link {
  readonly kind: 'link';
  readonly label: string;
  readonly to: Address;
}

/** Words around an address that is written out. */
interface Sentence {
  readonly kind: 'sentence';
  readonly before: string;
  readonly to: Address;
  readonly after: string;
}

/** An absolute address, or a path of the shop, which begins with `/`. */
type Address = string;

interface SmallPrint {
  readonly kind: 'small';
  readonly text: string;
}

/** Lines with marks, as announcements have them. */
interface MarkedLines {
  readonly kind: 'marked';
  readonly lines: readonly Line[];
}

type Line = readonly Inline[];

/** A passage of a book. */
interface Passage {
  readonly kind: 'passage';
  readonly text: string;
}

/** Books with their covers, and their plain text. */
interface Cards {
  readonly kind: 'cards';
  readonly cards: readonly Card[];
  readonly text: readonly string[];
}

/** The ways to leave the list; none below a mail that is no mail of a list. */
export interface UnsubscribeUrls {
  readonly kind: 'ways-out';
  readonly leaveBookUrl: string | null;
  readonly leaveAllUrl: string | null;
}

/** A row of a name and a value; a strong one is a sum. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly strong?: boolean;
}

/** A book or part with its cover. */
export interface Card {
  /** A book among the words of an announcement, or what the mail is about. */
  readonly size: 'small' | 'large';
  readonly title: string;
  /** Target of the title's link. */
  readonly url?: string;
  /** Absolute address; null where there is no picture. */
  readonly cover: string | null;
  readonly lines: readonly CardLine[];
}

/** A line below the title of a card. */
export interface CardLine {
  readonly text: string;
  readonly as: 'part' | 'note' | 'about' | 'price';
}

/** A button, with its address below for who has to copy it by hand. */
export function button(label: string, to: string): Button {
  return { kind: 'button', label, to, isCopied: true };
}

/** A button alone; in the text its address alone. */
export function bareButton(label: string, to: string): Button {
  return { kind: 'button', label, to, isCopied: false };
}

/** A list of plain lines. */
export function list(items: readonly string[]): List {
  return { kind: 'list', items: items.map((text) => [{ kind: 'text', text }]) };
}

/** Makes the sender of mails out of the seller. @param origin null while nothing outside can reach the shop */
export function mailSenderOf<Origin extends string | null>(seller: MailSeller, origin: Origin) {
  const { store_name: storeName, seller_name: name, seller_address: address, look } = seller;
  return { storeName, look, origin, signature: [name ?? storeName, address].filter(Boolean).join('. ') };
}

/** A mail as it is sent, and as the outbox keeps it. */
export interface MailContent {
  readonly template: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where the recipient leaves the mailing list; only mails of the list have it. */
  readonly unsubscribeUrl?: string;
  /** The account that caused the mail, if it goes to another address than that account's own. */
  readonly causedBy?: string;
}
