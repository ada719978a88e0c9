import { withoutDirections } from '@cuentos/domain/text/directions';
import { namesWebAddress } from '@cuentos/domain/text/web-address';
import { z } from 'zod';
import { email } from './account-fields.ts';
import { picture } from './books.ts';
import { callsOf } from './call.ts';
import { giftChecks } from './check-words.ts';
import { freeText } from './form-fields.ts';
import { limits } from './limits.ts';
import { bounded, instant } from './primitives.ts';

const { anyone, user } = callsOf('gifts');

const isPlain = (value: string) => !namesWebAddress(value);

/** A day in Santiago: `2026-12-24`. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Words of the giver; an absent or empty field means none. */
const words = {
  /** Name of the giver as the recipient reads it. */
  giver_name: freeText(limits.giverNameMax)
    .transform((value) => withoutDirections(value).replaceAll(/\s+/g, ' ').trim())
    // Checked after the marks are removed: a mark between its letters would hide an address.
    .refine(isPlain, giftChecks.noLinks)
    .nullish(),
  message: freeText(limits.giftMessageMax).refine(isPlain, giftChecks.noLinks).nullish(),
  /**
   * The day on which the mail is sent at 9:00; absent for as soon as the gift is paid. Without an address no mail is
   * sent.
   */
  send_on: day.nullish(),
};

/** Address of the mail; absent when the giver hands the link over. */
const recipient = z
  .literal('')
  .transform(() => null)
  .or(email)
  .nullish();

/** Details of a gift; PUT /api/gifts/{order_id} changes them while its mail waits. */
export const giftDetails = z.object({ ...words, recipient_email: recipient });
export type GiftDetails = z.input<typeof giftDetails>;

export const giftState = z.enum(['unpaid', 'waiting', 'open', 'claimed', 'expired', 'withdrawn', 'paused']);

/** A gift as its giver sees it, without the account that claimed it. */
export const ownGift = z.object({
  state: giftState,
  giver_name: z.string().nullable(),
  recipient_email: z.string().nullable(),
  message: z.string().nullable(),
  /** Time at which the mail is sent; null when none waits. */
  mail_due_at: instant.nullable(),
  sent_at: instant.nullable(),
  claimed_at: instant.nullable(),
  expires_at: instant.nullable(),
  /** Link of the gift while it can be claimed. */
  link: z.string().nullable(),
});
export type OwnGift = z.infer<typeof ownGift>;

/**
 * POST /api/gifts/{order_id}/send: sends the mail again, or for the first time; another address replaces the earlier
 * one.
 */
export const sendGiftBody = z.object({ recipient_email: recipient });

/** POST /api/gifts/open. The link is in the body, so that it appears in no address. */
export const openGiftBody = z.object({ token: bounded(200) });

/** A gift as the holder of its link sees it. */
export const gift = z.object({
  state: giftState,
  giver_name: z.string().nullable(),
  message: z.string().nullable(),
  expires_at: instant.nullable(),
  items: z.array(
    z.object({
      part_id: z.string(),
      book_id: z.string(),
      book_name: z.string(),
      part_name: z.string(),
      image: picture.nullable(),
      /** Length of its text in characters; null while it is unknown. */
      characters: z.int().nullable(),
      /** The caller has it already. */
      is_owned: z.boolean(),
    }),
  ),
  /** The caller gave it. */
  is_own: z.boolean(),
  /** The caller claimed it. */
  is_mine: z.boolean(),
});
export type Gift = z.infer<typeof gift>;

/** POST /api/gifts/claim. */
export const claimGiftBody = openGiftBody.extend({
  /** The caller has read which parts are owned already, and takes the others. */
  accepts_owned: z.boolean().optional(),
  /** The caller gave it, and takes it back for herself. */
  accepts_own: z.boolean().optional(),
});
export type ClaimGiftBody = z.input<typeof claimGiftBody>;

/** Content of a gift's link; a signed-in caller also learns which of its parts the account already has. */
export const openGift = anyone('POST', '/api/gifts/open', 'What a gift’s link is for', {
  body: openGiftBody,
  answer: gift,
});

export const claimGift = user('POST', '/api/gifts/claim', 'Take what a gift’s link is for', {
  body: claimGiftBody,
  answer: gift,
});

/** Mails an own gift once more, to a corrected address too. */
export const sendGift = user(
  'POST',
  '/api/gifts/:order_id/send',
  'Mail an own gift again, to a corrected address too',
  { body: sendGiftBody, answer: ownGift },
);

export const changeGift = user('PUT', '/api/gifts/:order_id', 'Change an own gift whose mail has not gone out', {
  body: giftDetails,
  answer: ownGift,
});
