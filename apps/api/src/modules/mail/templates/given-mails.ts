import { formatDate } from './formats.ts';
import { button } from './mail.ts';
import { letter } from './render-mail.ts';
import { givenMailTexts as t } from './texts.ts';

/** The granted part. */
export interface GivenPart {
  readonly bookId: string;
  readonly bookName: string;
  readonly partName: string;
}

interface GivenPartMail {
  readonly name: string;
  readonly part: GivenPart;
}

interface GrantedPart extends GivenPartMail {
  /** Release of a part that is not out yet, epoch milliseconds; null once it is. */
  readonly releaseAt: number | null;
}

/** Reports that the shop granted a part without an end. */
export const partGrantedMail = letter(({ name, part, releaseAt }: GrantedPart, { storeName }) => {
  const { title, intro, notOut, read, see, after } = t.granted;
  return {
    template: 'part-granted',
    subject: t.granted.subject(storeName),
    title,
    blocks: [
      t.greeting(name),
      [intro(part.partName, part.bookName), releaseAt === null ? null : notOut(formatDate(releaseAt))],
      button(releaseAt === null ? read : see, `/user-library/${part.bookId}`),
      after,
    ],
  };
});

interface EarlyAccess extends GivenPartMail {
  /** Epoch milliseconds; null for no end. */
  readonly until: number | null;
  /** Token of the link with which a new person chooses a password; null for an existing account. */
  readonly token: string | null;
}

/** Invites to read a part before others; a person without an account gets one with it. */
export const earlyAccessMail = letter(({ name, part, until, token }: EarlyAccess, { storeName }) => {
  const { title, intro, ends, open, begin, beginText, after } = t.earlyAccess;
  const isInvite = token !== null;
  return {
    // A mail with a link that opens an account is emptied after it was sent.
    template: isInvite ? 'early-access-invite' : 'early-access',
    subject: t.earlyAccess.subject(storeName),
    title,
    blocks: [
      t.greeting(name),
      [
        intro(part.partName, part.bookName),
        until === null ? null : ends(formatDate(until)),
        isInvite ? beginText : null,
      ],
      isInvite ? button(begin, `/recover-password/${token}`) : button(open, `/user-library/${part.bookId}`),
      [...after, isInvite ? t.linkLasts : null],
    ],
  };
});

interface WaitingGrant extends GivenPartMail {
  /** Epoch milliseconds; null for no end. */
  readonly until: number | null;
  /** True for early access, else the grant has no end. */
  readonly isEarly: boolean;
  /** Token of the link that proves the address. */
  readonly token: string;
}

/** Tells that the shop gave something to the account of this address, which is not proved yet. */
export const grantWaitingMail = letter(({ name, part, until, isEarly, token }: WaitingGrant, { storeName }) => {
  const { title, early, good, ends, how, button: label, after } = t.waiting;
  const intro = (isEarly ? early : good)(part.partName, part.bookName);
  return {
    template: 'grant-waiting',
    subject: t.waiting.subject(storeName),
    title,
    blocks: [
      t.greeting(name),
      [intro, until === null ? null : ends(formatDate(until)), how],
      button(label, `/verify-email/${token}`),
      after,
    ],
  };
});

/** Tells that an admin made an account, with a link to choose a password of one's own. */
export const accountMadeMail = letter(
  ({ name, token }: { readonly name: string; readonly token: string }, { storeName }) => {
    const { title, intro, button: label, after } = t.account;
    return {
      template: 'account-made',
      subject: t.account.subject(storeName),
      title,
      blocks: [
        t.greeting(name),
        intro(storeName),
        button(label, `/recover-password/${token}`),
        [...after, t.linkLasts],
      ],
    };
  },
);
