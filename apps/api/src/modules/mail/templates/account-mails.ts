import { composeMail, formatDate, type MailContent, type MailLook } from './layout.ts';
import { accountMailTexts as t } from './account-texts.ts';

/** Who writes, and where links lead: the shop's own address from the settings, never from a request. */
export interface MailSender {
  readonly storeName: string;
  readonly look?: MailLook;
  /** Absolute origin without trailing slash. */
  readonly origin: string;
}

interface AccountMail {
  readonly from: MailSender;
  readonly name: string;
}

/** The link that sets a new password. */
export function recoverMail({ from, name, token }: AccountMail & { readonly token: string }): MailContent {
  const { subject, title, steps, button, after } = t.recover;
  return composeMail({
    template: 'recover',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting: t.greeting(name),
    before: steps,
    action: { label: button, url: `${from.origin}/recover-password/${token}` },
    after,
  });
}

/** The code that opens or makes an account; it says the same whether there is one, so it greets nobody by name. */
export function entryCodeMail({ from, code }: Pick<AccountMail, 'from'> & { readonly code: string }): MailContent {
  const { subject, title, greeting, intro, after } = t.entryCode;
  return composeMail({
    template: 'entry-code',
    storeName: from.storeName,
    look: from.look,
    // Without the code: the outbox shows subjects, and a locked telephone does too.
    subject: subject(from.storeName),
    title,
    greeting,
    before: [intro],
    code,
    action: null,
    after,
  });
}

/** Tells that a password that was set before the address was proved opens the account no more. */
export function passwordRemovedMail({ from, name }: AccountMail): MailContent {
  const { subject, title, intro, button, after } = t.passwordRemoved;
  return composeMail({
    template: 'password-removed',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting: t.greeting(name),
    before: [intro],
    action: { label: button, url: `${from.origin}/update-password` },
    after,
  });
}

/** Tells that the password is another one now. */
export function passwordChangedMail({ from, name, at }: AccountMail & { readonly at: number }): MailContent {
  const { subject, title, intro, button, after } = t.passwordChanged;
  return composeMail({
    template: 'password-changed',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting: t.greeting(name),
    before: [intro(formatDate(at))],
    action: { label: button, url: `${from.origin}/forgot-password` },
    after,
  });
}

/** What became of a second factor, in the words of its texts. */
export type FactorNews = Exclude<keyof typeof t.secondFactor, 'button' | 'after'>;

/** Tells what became of a second factor, whoever did it. */
export function secondFactorMail({
  from,
  name,
  at,
  news,
}: AccountMail & { readonly at: number; readonly news: FactorNews }): MailContent {
  const { [news]: told, button, after } = t.secondFactor;
  return composeMail({
    template: 'second-factor',
    storeName: from.storeName,
    look: from.look,
    subject: told.subject,
    title: told.subject,
    greeting: t.greeting(name),
    before: [told.intro(formatDate(at))],
    action: { label: button, url: `${from.origin}/user-settings` },
    after,
  });
}

/** Tells that a passkey was added or removed; not by its name, which whoever added it chose. */
export function passkeyMail({
  from,
  name,
  at,
  news,
}: AccountMail & { readonly at: number; readonly news: 'added' | 'removed' }): MailContent {
  const { [news]: told, button, after } = t.passkey;
  return composeMail({
    template: 'passkey',
    storeName: from.storeName,
    look: from.look,
    subject: told.subject,
    title: told.subject,
    greeting: t.greeting(name),
    before: [told.intro(formatDate(at))],
    action: { label: button, url: `${from.origin}/user-settings` },
    after,
  });
}

/** Tells that a session ended because a token of it came twice: one of two browsers had a copy. */
export function sessionClosedMail({ from, name, at }: AccountMail & { readonly at: number }): MailContent {
  const { subject, title, intro, button, after } = t.sessionClosed;
  return composeMail({
    template: 'session-closed',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting: t.greeting(name),
    before: [intro(formatDate(at))],
    action: { label: button, url: `${from.origin}/forgot-password` },
    after,
  });
}

/** Greets a new reader; with a token it also asks to confirm the address. */
export function welcomeMail({ from, name, token }: AccountMail & { readonly token: string | null }): MailContent {
  const { subject, title, intro, confirm, library } = t.welcome;
  const action =
    token === null
      ? { label: library, url: `${from.origin}/user-library` }
      : { label: t.verify.button, url: verificationUrl(from, token) };
  return composeMail({
    template: 'welcome',
    storeName: from.storeName,
    look: from.look,
    subject: subject(from.storeName),
    title,
    greeting: t.greeting(name),
    before: token === null ? [intro] : [intro, confirm],
    action,
    after: token === null ? [] : t.verify.after,
  });
}

/** The address check once more. */
export function verifyMail({ from, name, token }: AccountMail & { readonly token: string }): MailContent {
  const { subject, title, intro, button, after } = t.verify;
  return composeMail({
    template: 'verify-email',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting: t.greeting(name),
    before: [intro],
    action: { label: button, url: verificationUrl(from, token) },
    after,
  });
}

/** Tells that Google now opens an account that had only a password. */
export function googleLinkedMail({ from, name }: AccountMail): MailContent {
  const { subject, title, intro, button, after } = t.googleLinked;
  return composeMail({
    template: 'google-linked',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting: t.greeting(name),
    before: [intro],
    action: { label: button, url: `${from.origin}/update-password` },
    after: after(`${from.origin}/contact`),
  });
}

/** The link by which an account moves to this address. */
export function newEmailMail({ from, name, token }: AccountMail & { readonly token: string }): MailContent {
  const { subject, title, intro, button, after } = t.newEmail;
  return composeMail({
    template: 'new-email',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting: t.greeting(name),
    before: [intro],
    action: { label: button, url: `${from.origin}/change-email/${token}` },
    after,
  });
}

/** In its place, to an address that has an account: whoever asked does not learn of it. */
export function emailTakenMail({ from }: Pick<AccountMail, 'from'>): MailContent {
  const { subject, title, greeting, intro, button, after } = t.emailTaken;
  return composeMail({
    template: 'email-taken',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting,
    before: [intro],
    action: { label: button, url: `${from.origin}/login` },
    after,
  });
}

/** Tells the address that an account left. @param token of the link that takes it back */
export function emailChangedMail({
  from,
  name,
  at,
  token,
}: AccountMail & { readonly at: number; readonly token: string }): MailContent {
  const { subject, title, intro, button, undo, fine } = t.emailChanged;
  return composeMail({
    template: 'email-changed',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting: t.greeting(name),
    before: [intro(formatDate(at))],
    action: { label: button, url: `${from.origin}/undo-email/${token}` },
    after: [undo, fine],
  });
}

/** Tells the address that an account was moved from by an admin. @param token of the link that takes it back; null for none */
export function emailMovedMail({
  from,
  name,
  at,
  token,
}: AccountMail & { readonly at: number; readonly token: string | null }): MailContent {
  const { subject, title, intro, button, undo, fine, ask } = t.emailMoved;
  return composeMail({
    template: 'email-changed',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting: t.greeting(name),
    before: [intro(formatDate(at))],
    action: token === null ? null : { label: button, url: `${from.origin}/undo-email/${token}` },
    after: token === null ? [ask] : [undo, fine],
  });
}

/** Tells the address that an admin moved an account to, with the link that proves it. */
export function emailGivenMail({ from, name, token }: AccountMail & { readonly token: string }): MailContent {
  const { subject, title, intro, button, after } = t.emailGiven;
  return composeMail({
    template: 'email-given',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting: t.greeting(name),
    before: [intro],
    action: { label: button, url: `${from.origin}/verify-email/${token}` },
    after,
  });
}

/** Tells an address that the account went back from it to the one before. */
export function emailReturnedMail({ from, name, at }: AccountMail & { readonly at: number }): MailContent {
  const { subject, title, intro, button, after } = t.emailReturned;
  return composeMail({
    template: 'email-returned',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting: t.greeting(name),
    before: [intro(formatDate(at))],
    action: { label: button, url: `${from.origin}/` },
    after,
  });
}

/** Tells that an account is about to be erased, and how to keep it. @param at when that is, epoch milliseconds */
export function erasureAskedMail({
  from,
  name,
  at,
  token,
}: AccountMail & { readonly at: number; readonly token: string }): MailContent {
  const { subject, title, intro, meaning, button, after } = t.erasureAsked;
  return composeMail({
    template: 'erasure-asked',
    storeName: from.storeName,
    look: from.look,
    subject: subject(formatDate(at)),
    title,
    greeting: t.greeting(name),
    before: [intro(formatDate(at)), meaning],
    action: { label: button, url: `${from.origin}/keep-account/${token}` },
    after,
  });
}

/** Tells that the erasure was taken back. */
export function accountKeptMail({ from, name }: AccountMail): MailContent {
  const { subject, title, intro, button, after } = t.accountKept;
  return composeMail({
    template: 'account-kept',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting: t.greeting(name),
    before: [intro],
    action: { label: button, url: `${from.origin}/user-library` },
    after,
  });
}

/** Tells that nothing is done with the data any more but keeping them. */
export function dataBlockedMail({ from, name, at }: AccountMail & { readonly at: number }): MailContent {
  const { subject, title, intro, button, after } = t.dataBlocked;
  return composeMail({
    template: 'data-blocked',
    storeName: from.storeName,
    look: from.look,
    subject,
    title,
    greeting: t.greeting(name),
    before: [intro(formatDate(at))],
    action: { label: button, url: `${from.origin}/user-settings/data` },
    after,
  });
}

function verificationUrl({ origin }: MailSender, token: string): string {
  return `${origin}/verify-email/${token}`;
}
