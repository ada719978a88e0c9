/** What a mail says, made by a template. */
export interface MailContent {
  readonly template: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where the recipient leaves the mailing list; only mails of the list have it. */
  readonly unsubscribeUrl?: string;
}
