import { z } from 'zod';
import { callsOf } from './call.ts';

const { user } = callsOf('opds');

/** Addresses that a reading app needs to find the caller's shelf. */
export const shelfAddress = z.object({
  /** Address of the catalogue. */
  address: z.string(),
  /** Whether the author lets readers take any book as an EPUB. */
  is_offered: z.boolean(),
});

export const getShelfAddress = user('GET', '/api/opds', 'Address of the own shelf for reading apps', {
  answer: shelfAddress,
});
