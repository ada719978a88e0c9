import { exportKinds } from '@cuentos/domain/exports/export-permission';
import { z } from 'zod';
import { picture, publicBooks, publicPart } from './books.ts';
import { callsOf } from './call.ts';
import { unfinishedOrder } from './orders.ts';
import { instant } from './primitives.ts';
import { finishedMark } from './reading.ts';

const { user } = callsOf('library');

/** A part of a book's page in the library, with the caller's entitlement. */
export const userPart = publicPart.extend({
  /** Since when the caller owns it; null when it is not owned. */
  acquired_at: instant.nullable(),
  /** Name of the giver as the giver wrote it; empty when the giver wrote none, absent when it was no gift. */
  gift_from: z.string().optional(),
  /** Present while the shop has taken it from every reader: a copy on the device is to be closed. */
  is_recalled: z.literal(true).optional(),
  /** Kinds in which the caller may export the part now; absent in copies that earlier versions stored on a device. */
  export_kinds: z.array(z.enum(exportKinds)).optional(),
  /** Whether early access is in force. */
  early_access: z.boolean(),
  /** End of early access; null for none. */
  early_access_expires_at: instant.nullable(),
  /** Edition to read, null when nothing can be read now. */
  edition_id: z.string().nullable(),
  /** Bytes of the edition's file. */
  edition_size: z.int().nullable(),
  percentage: z.number().nullable(),
  /** Null before the first mark. Absent in what versions before kept on a device. */
  finish: finishedMark.nullable().optional(),
  /** The order of a pending or failed payment; null when the part is owned or was never ordered. */
  unfinished_order: unfinishedOrder.nullable(),
});
export type UserPart = z.infer<typeof userPart>;

/** An owned part in 'Mis Libros'. */
export const userBookPart = z.object({
  id: z.string(),
  book_id: z.string(),
  book_part_id: z.string(),
  last_location: z.string().nullable(),
  percentage: z.number(),
  /** Null before the first mark. Absent in what versions before kept on a device. */
  finish: finishedMark.nullable().optional(),
  book_name: z.string(),
  book_part_name: z.string(),
  image: picture.nullable(),
  release_date: instant,
  edition_id: z.string().nullable(),
  edition_size: z.int().nullable(),
  is_downloaded: z.boolean(),
  acquired_at: instant,
  /** Name of the giver as the giver wrote it; empty when the giver wrote none, absent when it was no gift. */
  gift_from: z.string().optional(),
  /** As in {@link userPart}. */
  is_recalled: z.literal(true).optional(),
  /** When the server accepted the last move of the reading position, from whatever device; null before the first. */
  read_at: instant.nullable(),
});
export type UserBookPart = z.infer<typeof userBookPart>;

/** A part that the caller may read before its release. */
export const earlyAccessItem = z.object({
  book_id: z.string(),
  book_part_id: z.string(),
  book_name: z.string(),
  book_part_name: z.string(),
  book_part_image: picture.nullable(),
  expires_at: instant.nullable(),
  edition_id: z.string().nullable(),
  edition_size: z.int().nullable(),
  percentage: z.number(),
  /** As in {@link userPart}. */
  is_recalled: z.literal(true).optional(),
  /** As in {@link userBookPart}. */
  finish: finishedMark.nullable().optional(),
});
export type EarlyAccessItem = z.infer<typeof earlyAccessItem>;

/** A part that the caller pays for and does not hold yet, because the payment is pending. */
export const pendingPart = z.object({
  book_id: z.string(),
  book_part_id: z.string(),
  book_name: z.string(),
  book_part_name: z.string(),
});
export type PendingPart = z.infer<typeof pendingPart>;

/** GET /api/user_book_parts/. */
export const library = z.object({
  user_book_parts: z.array(userBookPart),
  early_access: z.array(earlyAccessItem),
  /** Parts that wait for a payment. Absent in copies that devices stored before there was the field. */
  awaited: z.array(pendingPart).optional(),
});
export type Library = z.infer<typeof library>;

/** GET /api/user_book_parts/{book_id}. */
export const userParts = z.array(userPart);

export const listOwnBooks = user('GET', '/api/books/user', 'Books the caller owns a part of', { answer: publicBooks });

export const getLibrary = user('GET', '/api/user_book_parts/', 'Owned parts and early access', { answer: library });

export const listUserParts = user('GET', '/api/user_book_parts/:book_id', 'Parts of a book with the caller’s access', {
  answer: userParts,
});
