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

/** So many mails are handed over at once. */
export const MAIL_CONNECTIONS = 5;

/** Hands mails to the outside world; called only by the outbox job. */
export interface MailPort {
  /** Name for the start log. */
  readonly name: string;
  /** Resolves when the mail was accepted; rejects when it should be tried again. */
  send(mail: OutgoingMail): Promise<void>;
  /** Ends the connections that are kept between mails. */
  close(): void;
}

/** Headers by which mail programs offer to leave the list, with one click where they know how (RFC 2369, RFC 8058). */
export function listHeaders({ unsubscribeUrl }: Pick<OutgoingMail, 'unsubscribeUrl'>): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
