/** Presale of a part: a discount until a day counted from the seeding, or without end when null. */
export interface DemoPresale {
  readonly discountPercentage: number;
  readonly endOffsetDays: number | null;
}

/** A part sold separately. Its text, when `hasEbook`, is `texts/<book slug>/<part slug>.md`. */
export interface DemoPart {
  readonly slug: string;
  readonly name: string;
  /** Price in CLP; 0 means free. */
  readonly value: number;
  /** Release day relative to the day of seeding; negative is the past. */
  readonly releaseOffsetDays: number;
  readonly presale: DemoPresale | null;
  readonly isDraft: boolean;
  readonly hasEbook: boolean;
  /** File name inside `covers/`. */
  readonly image: string;
}

/** A book of the demonstration shop. */
export interface DemoBook {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly location: string;
  readonly genre: string;
  readonly pages: number;
  /** Featured excerpt; null for the one book without it. */
  readonly fragment: string | null;
  /** Passages shown in the slider, without final full stop, since the closing quote precedes it: they occur in the texts of the book, or in its fragment when it has no text. */
  readonly quotes: readonly string[];
  /** File name inside `covers/`. */
  readonly cover: string;
  /** File name inside `covers/`. */
  readonly backCover: string;
  readonly isDraft: boolean;
  /** 'Completa el libro' discount, percent; absent for none. */
  readonly completionDiscount?: number;
  readonly parts: readonly DemoPart[];
}

/** Role names as the wire spells them. */
export type DemoRole = 'admin' | 'writter' | 'reader';

/** An account of the demonstration shop; passwords are the seeding's business. */
export interface DemoAccount {
  readonly email: string;
  readonly name: string;
  readonly role: DemoRole;
  /** Slugs of the books that a writter is assigned to. */
  readonly writes: readonly string[];
}

/** How an account came to a part. */
export type DemoGrantKind = 'purchase' | 'free' | 'grant' | 'early-access';

/** A part that an account may read. */
export interface DemoGrant {
  readonly kind: DemoGrantKind;
  readonly email: string;
  readonly bookSlug: string;
  readonly partSlug: string;
  /** Day of the purchase or grant relative to the seeding; never in the future. */
  readonly grantedOffsetDays: number;
  /** Last day of the access relative to the seeding; null when it does not end. */
  readonly expiresOffsetDays: number | null;
  /** Amount paid in CLP; 0 unless `kind` is 'purchase'. */
  readonly paid: number;
  /** The author's message beside an early-access reading. */
  readonly note: string | null;
}
