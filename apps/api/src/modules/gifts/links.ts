import { createSigner } from '../../platform/signer.ts';

/**
 * Links of gifts: they have to be mailed and copied again for a year, so they are signed and not kept. The holder of
 * one may claim; a gift's number is told nowhere else.
 */
export interface GiftLinks {
  /** Origin of the shop, without a slash at its end. */
  readonly origin: string;
  urlFor(giftId: string): string;
  /** The number of the gift; null when we did not make the token. */
  read(token: string): string | null;
}

export interface GiftKeys {
  readonly current: Uint8Array;
  readonly earlier: readonly Uint8Array[];
}

/** @param origin begins the links */
export function createGiftLinks({ origin }: { readonly origin: string }, keys: GiftKeys): GiftLinks {
  const signer = createSigner(keys.current, keys.earlier);
  return {
    origin,
    urlFor: (giftId) => `${origin}/gift/${giftId}.${signer.sign(giftId)}`,
    read(token) {
      const [giftId = '', signature = '', ...rest] = token.split('.');
      return rest.length === 0 && signer.verify(giftId, signature) ? giftId : null;
    },
  };
}
