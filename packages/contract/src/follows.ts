import { z } from 'zod';
import { email } from './account-fields.ts';
import { picture } from './books.ts';
import { callsOf } from './call.ts';
import { contactAnswer } from './mailing-list.ts';
import { id, instant } from './primitives.ts';

const { anyone, user } = callsOf('follows');

/**
 * Version of the consent to mails about new parts of a book; it is recorded with the consent. Change it together with
 * the words of 'Avísame cuando salga'.
 */
export const followTextVersion = 'libro-2026-11';

/** POST /api/follows: a visitor's address and the book; the answer is the same whatever is known of the address. */
export const followBody = z.object({ email, book_id: id });
export type FollowBody = z.input<typeof followBody>;

/** PUT /api/follows/{book_id}: pending until the link of a mail is opened, when the account's address is not confirmed. */
export const followAnswer = z.object({ state: z.enum(['confirmed', 'pending']) });
export type FollowAnswer = z.infer<typeof followAnswer>;

/** A book that the caller's address follows. */
export const ownFollow = z.object({
  book_id: z.string(),
  book_name: z.string(),
  image: picture.nullable(),
  /** The day of the next part that is not out; null when none is announced. */
  next_release: instant.nullable(),
});
export type OwnFollow = z.infer<typeof ownFollow>;

/** GET /api/follows ('Lo que sigo'), by the books' names. */
export const ownFollows = z.array(ownFollow);

export const listFollows = user('GET', '/api/follows', 'Books that the caller follows', { answer: ownFollows });

/** Of a visitor; the link of a mail confirms it. */
export const requestFollow = anyone('POST', '/api/follows', 'Ask to be told when parts of a book come out', {
  body: followBody,
  answer: contactAnswer,
});

export const followBook = user('PUT', '/api/follows/:book_id', 'Follow a book', { answer: followAnswer });

export const unfollowBook = user('DELETE', '/api/follows/:book_id', 'Stop following a book');
