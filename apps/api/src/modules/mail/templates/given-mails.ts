import type { MailSender } from './account-mails.ts';
import { composeMail, formatDate, type MailContent } from './layout.ts';
import { givenMailTexts as t } from './texts.ts';

interface GivenMail {
  readonly from: MailSender;
  readonly name: string;
}

/** What was given: a part of a book. */
export interface GivenPart {
  readonly bookId: string;
  readonly bookName: string;
  readonly partName: string;
}

/** Tells somebody that the shop gave a part for good. */
export function partGrantedMail({ from, name, part }: GivenMail & { readonly part: GivenPart }): MailContent {
  const { subject, title, intro, button, after } = t.granted;
  return composeMail({
    template: 'part-granted',
    storeName: from.storeName,
    look: from.look,
    subject: subject(from.storeName),
    title,
    greeting: t.greeting(name),
    before: [intro(part.partName, part.bookName)],
    action: { label: button, url: `${from.origin}/user-library/${part.bookId}` },
    after,
  });
}

interface EarlyAccessMail extends GivenMail {
  readonly part: GivenPart;
  /** Epoch milliseconds; null for no end. */
  readonly until: number | null;
  /** Of the link with which somebody who was not known chooses a password; null for an account that was there. */
  readonly token: string | null;
}

/** Invites somebody to read a part before others; whoever had no account gets one with it. */
export function earlyAccessMail({ from, name, part, until, token }: EarlyAccessMail): MailContent {
  const { subject, title, intro, ends, open, begin, beginText, after } = t.earlyAccess;
  return composeMail({
    // The one with a link that opens an account is forgotten once it was sent.
    template: token === null ? 'early-access' : 'early-access-invite',
    storeName: from.storeName,
    look: from.look,
    subject: subject(from.storeName),
    title,
    greeting: t.greeting(name),
    before: [
      intro(part.partName, part.bookName),
      ...(until === null ? [] : [ends(formatDate(until))]),
      ...(token === null ? [] : [beginText]),
    ],
    action:
      token === null
        ? { label: open, url: `${from.origin}/user-library/${part.bookId}` }
        : { label: begin, url: `${from.origin}/recover-password/${token}` },
    after: token === null ? after : [...after, t.linkLasts],
  });
}

interface GrantWaitingMail extends Omit<EarlyAccessMail, 'token'> {
  /** To read before others; else for good. */
  readonly isEarly: boolean;
  /** Of the link that proves the address. */
  readonly token: string;
}

/** Tells that the shop gave something to the account of this address, which is not proved yet. */
export function grantWaitingMail({ from, name, part, until, isEarly, token }: GrantWaitingMail): MailContent {
  const { subject, title, early, good, ends, how, button, after } = t.waiting;
  return composeMail({
    template: 'grant-waiting',
    storeName: from.storeName,
    look: from.look,
    subject: subject(from.storeName),
    title,
    greeting: t.greeting(name),
    before: [
      (isEarly ? early : good)(part.partName, part.bookName),
      ...(until === null ? [] : [ends(formatDate(until))]),
      how,
    ],
    action: { label: button, url: `${from.origin}/verify-email/${token}` },
    after,
  });
}

/** Tells somebody that an admin made an account, with a link to choose a password of one's own. */
export function accountMadeMail({ from, name, token }: GivenMail & { readonly token: string }): MailContent {
  const { subject, title, intro, button, after } = t.account;
  return composeMail({
    template: 'account-made',
    storeName: from.storeName,
    look: from.look,
    subject: subject(from.storeName),
    title,
    greeting: t.greeting(name),
    before: [intro(from.storeName)],
    action: { label: button, url: `${from.origin}/recover-password/${token}` },
    after: [...after, t.linkLasts],
  });
}
