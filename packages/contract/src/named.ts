import { z } from 'zod';

/** A person; without an id of somebody who has no account, or none any more. */
export const namedPerson = z.object({ id: z.string().nullable(), name: z.string() });
export type NamedPerson = z.infer<typeof namedPerson>;

/** A title, and the book whose parts it leads to; without one once that book left the catalogue. */
export const namedTitle = z.object({ book_id: z.string().nullable(), name: z.string() });
export type NamedTitle = z.infer<typeof namedTitle>;
