import type { PublicPart } from '@cuentos/contract/books';
import type { OfferState } from '@cuentos/domain/books/part-card';
import type { ReadableParts } from './own-parts.ts';

/** The part that a stranger begins a book with: the first one of which something is open and that is not theirs yet. */
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
  /** The person opens it as what is theirs. */
  readonly read?: unknown;
}

/** Whether a free part is read at once, so that keeping it comes second. */
export const isReadFirst = ({ part, offer, read }: OfferedPart): boolean =>
  offer === 'free' && part.sample === 'whole' && !read;
