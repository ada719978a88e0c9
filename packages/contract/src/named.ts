import { z } from 'zod';

/** A person; `id` is null without an account, or when it was deleted. */
export const namedPerson = z.object({ id: z.string().nullable(), name: z.string() });
export type NamedPerson = z.infer<typeof namedPerson>;

/** A title with the book it links to; null once that book left the catalogue. */
export const namedTitle = z.object({ book_id: z.string().nullable(), name: z.string() });
export type NamedTitle = z.infer<typeof namedTitle>;
