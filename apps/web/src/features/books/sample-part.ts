import type { PublicPart } from '@cuentos/contract/books';
import type { OfferState } from '@cuentos/domain/books/part-card';
import type { ReadableParts } from './own-parts.ts';

/**
 * The part with which a visitor can begin a book: the first one with an open beginning that the person does not own.
 */
export function samplePart(
  { parts }: { readonly parts: readonly PublicPart[] },
  readable?: ReadableParts,
): PublicPart | null {
  return parts.find((part) => isOffered(part) && !readable?.has(part.id)) ?? null;
}

export const isOffered = ({ sample }: PublicPart): boolean => sample !== 'none';

interface OfferedPart {
  readonly part: PublicPart;
  readonly offer: OfferState;
  /** Whether the person owns it. */
  readonly read?: unknown;
}

/** Whether a free part is offered for reading first, and for keeping second. */
export const isReadFirst = ({ part, offer, read }: OfferedPart): boolean =>
  offer === 'free' && part.sample === 'whole' && !read;
