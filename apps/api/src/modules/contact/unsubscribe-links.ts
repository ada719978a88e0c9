import { createHmac, timingSafeEqual } from 'node:crypto';

/** Links out of the mailing list: they must work in every mail ever sent, so they are signed and never end. */
export interface UnsubscribeLinks {
  urlFor(subscriberId: string): string;
  /** The subscriber that a token names; null when we did not make it. */
  read(token: string): string | null;
}

export function createUnsubscribeLinks(origin: string, secret: Uint8Array): UnsubscribeLinks {
  const sign = (id: string): string => createHmac('sha256', secret).update(id).digest('base64url');
  return {
    urlFor: (id) => `${origin}/newsletter/unsubscribe/${id}.${sign(id)}`,
    read(token) {
      const [id = '', signature = '', ...rest] = token.split('.');
      const expected = Buffer.from(sign(id));
      const given = Buffer.from(signature);
      const matches = expected.length === given.length && timingSafeEqual(expected, given);
      return matches && rest.length === 0 ? id : null;
    },
  };
}
