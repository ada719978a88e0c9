/** A mail ready to send. */
export interface OutgoingMail {
  /** Stable per mail, so that a provider can drop a repeat. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /**
   * Page where the recipient leaves the mailing list; it also takes the POST of mail programs that offer one click
   * (RFC 8058).
   */
  readonly unsubscribeUrl?: string;
}

/** Number of mails that are sent in parallel. */
export const MAIL_CONNECTIONS = 5;
/**
 * Number of bulk mails that are sent in parallel, over connections of their own, so that one that hangs delays no
 * receipt.
 */
export const BULK_CONNECTIONS = 3;

/** A server's answer about a mail, by what the shop does next. */
export type RefusalReason =
  /** The address does not exist: nothing will ever arrive there. */
  | 'no-mailbox'
  /** This mail is not taken, today or tomorrow; the address may be good. */
  | 'not-taken'
  | 'mailbox-full'
  | 'busy'
  /** The shop has used up its sending limit, or sends too fast; says nothing about the mail or its address. */
  | 'sender-limit'
  /** The server refuses every mail of the shop: because of its login, its address or its reputation. */
  | 'sender-refused';

/** Returns whether a refusal concerns every mail alike. */
export function isOfSender(reason: RefusalReason): reason is 'sender-limit' | 'sender-refused' {
  return reason === 'sender-limit' || reason === 'sender-refused';
}

/** The mail server understood and said no. */
export class MailRefused extends Error {
  override name = 'MailRefused';
  /** The mail library's own code, as every other failure has one. */
  readonly code: string;
  readonly reason: RefusalReason;

  constructor(message: string, { code, reason }: { readonly code: string; readonly reason: RefusalReason }) {
    super(message);
    this.code = code;
    this.reason = reason;
  }

  /** Trying again is of no use. */
  get isFinal(): boolean {
    return this.reason === 'no-mailbox' || this.reason === 'not-taken';
  }
}

/** Hands mails to the outside world; called only by the outbox job. */
export interface MailPort {
  /** Name for the start log. */
  readonly name: string;
  /** Resolves when the mail was accepted; rejects when it was not. @throws {MailRefused} when the server said why */
  send(mail: OutgoingMail): Promise<void>;
  /**
   * Sends at once over a separate connection and resolves with the server's answer; absent without a mail server.
   * Rejects within half a minute.
   */
  readonly tryOut?: (mail: OutgoingMail) => Promise<string>;
  /** Rejects when the server cannot be reached or refuses the login; sends nothing. Absent without a mail server. */
  readonly check?: () => Promise<void>;
  /** Deletes the copy of a sent mail, if there is one; absent where none are stored. */
  readonly forget?: (messageId: string) => Promise<void>;
  /** Lists the mails of which a copy is kept, by their `messageId`; absent where none is. */
  readonly copies?: () => Promise<string[]>;
  /** Ends the connections that are kept between mails. */
  close(): void;
}

/** Headers by which mail programs offer to leave the list, with one click where they know how (RFC 2369, RFC 8058). */
export function listHeaders({ unsubscribeUrl }: Pick<OutgoingMail, 'unsubscribeUrl'>): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
