/** Facts about the person who signs in, confirmed by a third party. */
export interface VerifiedIdentity {
  /** The third party's own name of the account; never changes and is never given to another. */
  readonly subject: string;
  /** Address as the third party writes it. */
  readonly email: string;
  /** Whether it checked that the address is the person's. */
  readonly emailVerified: boolean;
  /** Whether it runs that mailbox itself, so that no other person can read it today. */
  readonly emailAuthoritative: boolean;
  readonly name: string;
  /** The nonce that went into the request; whether we gave it out is the caller's business. */
  readonly nonce: string;
}

/** Reads the proof of a sign-in at a third party. */
export interface IdentityPort {
  /** Name for the start log. */
  readonly name: string;
  /**
   * Returns the identity that a credential proves; null when it proves none to us: forged, for another shop, or over.
   * @throws {IdentityUnavailable} when the third party's keys cannot be had.
   */
  verify(credential: string, now: number): Promise<VerifiedIdentity | null>;
}

/** The third party did not answer. */
export class IdentityUnavailable extends Error {
  override name = 'IdentityUnavailable';
}
