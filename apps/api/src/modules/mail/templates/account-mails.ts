import { accountMailTexts as t } from './account-texts.ts';
import { formatDate } from './formats.ts';
import { button, type Groups, type LetterBlock, type Mail } from './mail.ts';
import { letter } from './render-mail.ts';

interface Addressee {
  readonly name: string;
}

interface AccountEvent extends Addressee {
  /** Epoch milliseconds. */
  readonly at: number;
}

interface AccountLink extends Addressee {
  /** Token of the link in the mail. */
  readonly token: string;
}

/** The link that sets a new password. */
export const recoverMail = letter(({ name, token }: AccountLink) => {
  const { subject, title, steps, button: label, after } = t.recover;
  const blocks = [t.greeting(name), steps, button(label, `/recover-password/${token}`), after];
  return { template: 'recover', subject, title, blocks };
});

/** The code that opens or makes an account; it says the same whether there is one, so it greets without a name. */
export const entryCodeMail = letter(({ code }: { readonly code: string }, { storeName }) => {
  const { title, greeting, intro, after } = t.entryCode;
  // The subject has no code, because the outbox and locked phones show subjects.
  const subject = t.entryCode.subject(storeName);
  return { template: 'entry-code', subject, title, blocks: [greeting, intro, { kind: 'code', figures: code }, after] };
});

/** Tells that a password that was set before the address was proved opens the account no more. */
export const passwordRemovedMail = letter(({ name }: Addressee) => {
  const { subject, title, intro, button: label, after } = t.passwordRemoved;
  const blocks = [t.greeting(name), intro, button(label, '/update-password'), after];
  return { template: 'password-removed', subject, title, blocks };
});

/** Reports that the password was changed. */
export const passwordChangedMail = letter(({ name, at }: AccountEvent) => {
  const { subject, title, intro, button: label, after } = t.passwordChanged;
  const blocks = [t.greeting(name), intro(formatDate(at)), button(label, '/forgot-password'), after];
  return { template: 'password-changed', subject, title, blocks };
});

/** Changes of a second factor, by the names of their texts. */
export type FactorNews = Exclude<keyof typeof t.secondFactor, 'button' | 'after'>;

/** Reports a change of the second factor, by its owner or the team. */
export const secondFactorMail = letter(({ name, at, news }: AccountEvent & { readonly news: FactorNews }) => {
  const { [news]: words, button: label, after } = t.secondFactor;
  return ownDoing('second-factor', { name, at, ...words }, [button(label, '/user-settings'), after]);
});

/**
 * Reports that a passkey was added or removed. It does not contain the passkey's name, which a stranger may have
 * chosen.
 */
export const passkeyMail = letter(({ name, at, news }: AccountEvent & { readonly news: 'added' | 'removed' }) => {
  const { [news]: words, button: label, after } = t.passkey;
  return ownDoing('passkey', { name, at, ...words }, [button(label, '/user-settings'), after]);
});

/** Reports that an app password was made. It does not contain the password's name, which a stranger may have chosen. */
export const appPasswordMail = letter(({ name, at }: AccountEvent) => {
  const { button: label, after, ...words } = t.appPassword;
  return ownDoing('app-password', { name, at, ...words }, [button(label, '/user-settings'), after]);
});

interface OwnChange extends AccountEvent {
  readonly subject: string;
  readonly intro: (date: string) => string;
}

function ownDoing(
  template: string,
  { name, at, subject, intro }: OwnChange,
  rest: Groups<LetterBlock>,
): Mail<LetterBlock> {
  return { template, subject, title: subject, blocks: [t.greeting(name), intro(formatDate(at)), ...rest] };
}

/** Tells that a session ended because a token of it came twice: one of two browsers had a copy. */
export const sessionClosedMail = letter(({ name, at }: AccountEvent) => {
  const { subject, title, intro, button: label, after } = t.sessionClosed;
  const blocks = [t.greeting(name), intro(formatDate(at)), button(label, '/forgot-password'), after];
  return { template: 'session-closed', subject, title, blocks };
});

/** Greets a new reader; with a token it also asks to confirm the address. */
export const welcomeMail = letter(({ name, token }: Addressee & { readonly token: string | null }, { storeName }) => {
  const { title, intro, confirm, library } = t.welcome;
  const subject = t.welcome.subject(storeName);
  const rest =
    token === null
      ? [intro, button(library, '/user-library')]
      : [[intro, confirm], button(t.verify.button, `/verify-email/${token}`), t.verify.after];
  return { template: 'welcome', subject, title, blocks: [t.greeting(name), ...rest] };
});

/** The address check once more. */
export const verifyMail = letter(({ name, token }: AccountLink) => {
  const { subject, title, intro, button: label, after } = t.verify;
  const blocks = [t.greeting(name), intro, button(label, `/verify-email/${token}`), after];
  return { template: 'verify-email', subject, title, blocks };
});

/** Tells that Google now opens an account that had only a password. */
export const googleLinkedMail = letter(({ name }: Addressee, { origin }) => {
  const { subject, title, intro, button: label, after } = t.googleLinked;
  const blocks = [t.greeting(name), intro, button(label, '/update-password'), after(`${origin ?? ''}/contact`)];
  return { template: 'google-linked', subject, title, blocks };
});

/** The link by which an account moves to this address. */
export const newEmailMail = letter(({ name, token }: AccountLink) => {
  const { subject, title, intro, button: label, after } = t.newEmail;
  const blocks = [t.greeting(name), intro, button(label, `/change-email/${token}`), after];
  return { template: 'new-email', subject, title, blocks };
});

/** Sent instead to an address that has an account, so that the person who asked does not learn of that account. */
export const emailTakenMail = letter(() => {
  const { subject, title, greeting, intro, button: label, after } = t.emailTaken;
  return { template: 'email-taken', subject, title, blocks: [greeting, intro, button(label, '/login'), after] };
});

/** Reports to the old address that an account left it. The token belongs to the link that undoes the change. */
export const emailChangedMail = letter(({ name, at, token }: AccountEvent & AccountLink) => {
  const { subject, title, intro, button: label, undo, fine } = t.emailChanged;
  const blocks = [t.greeting(name), intro(formatDate(at)), button(label, `/undo-email/${token}`), [undo, fine]];
  return { template: 'email-changed', subject, title, blocks };
});

/**
 * Reports to the old address that an admin moved the account. The token belongs to the link that undoes it; null for
 * none.
 */
export const emailMovedMail = letter(({ name, at, token }: AccountEvent & { readonly token: string | null }) => {
  const { subject, title, intro, button: label, undo, fine, ask } = t.emailMoved;
  const rest = token === null ? [ask] : [button(label, `/undo-email/${token}`), [undo, fine]];
  return { template: 'email-changed', subject, title, blocks: [t.greeting(name), intro(formatDate(at)), ...rest] };
});

/** Tells the address that an admin moved an account to, with the link that proves it. */
export const emailGivenMail = letter(({ name, token }: AccountLink) => {
  const { subject, title, intro, button: label, after } = t.emailGiven;
  const blocks = [t.greeting(name), intro, button(label, `/verify-email/${token}`), after];
  return { template: 'email-given', subject, title, blocks };
});

/** Reports to the newer address that the account returned to the earlier one. */
export const emailReturnedMail = letter(({ name, at }: AccountEvent) => {
  const { subject, title, intro, button: label, after } = t.emailReturned;
  const blocks = [t.greeting(name), intro(formatDate(at)), button(label, '/'), after];
  return { template: 'email-returned', subject, title, blocks };
});

/** Tells that an account is about to be erased, when that is, and how to keep it. */
export const erasureAskedMail = letter(({ name, at, token }: AccountEvent & AccountLink) => {
  const { title, intro, meaning, button: label, after } = t.erasureAsked;
  const day = formatDate(at);
  const blocks = [t.greeting(name), [intro(day), meaning], button(label, `/keep-account/${token}`), after];
  return { template: 'erasure-asked', subject: t.erasureAsked.subject(day), title, blocks };
});

/** Reports that the erasure was withdrawn. */
export const accountKeptMail = letter(({ name }: Addressee) => {
  const { subject, title, intro, button: label, after } = t.accountKept;
  const blocks = [t.greeting(name), intro, button(label, '/user-library'), after];
  return { template: 'account-kept', subject, title, blocks };
});

/** Reports that the account's data are blocked. */
export const dataBlockedMail = letter(({ name, at }: AccountEvent) => {
  const { subject, title, intro, button: label, after } = t.dataBlocked;
  const blocks = [t.greeting(name), intro(formatDate(at)), button(label, '/user-settings/data'), after];
  return { template: 'data-blocked', subject, title, blocks };
});
