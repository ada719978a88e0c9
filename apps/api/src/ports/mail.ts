/** A mail ready to send. */
export interface OutgoingMail {
  /** Stable per mail, so that a provider can drop a repeat. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands mails to the outside world; called only by the outbox job. */
export interface MailPort {
  /** Name for the start log. */
  readonly name: string;
  /** Resolves when the mail was accepted; rejects when it should be tried again. */
  send(mail: OutgoingMail): Promise<void>;
}
