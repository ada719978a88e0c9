/** Words at the top of a page, by which it is found again in another edition. */
export interface PageQuote {
  readonly text: string;
  /** Up to 30 characters of the same paragraph. */
  readonly before: string;
}

/** A page that the reader marked. */
export interface Bookmark {
  readonly uid: string;
  readonly part_id: string;
  readonly id: string;
  readonly cfi: string;
  /** 0 to 100. */
  readonly percentage: number;
  readonly edition_id: string;
  readonly chapter: string | null;
  readonly quote: PageQuote | null;
  /** This device's clock, to be shown and never compared. */
  readonly created_at: number;
}

/** The words of the page that was shown last in a part. */
export interface KeptQuote {
  readonly uid: string;
  readonly part_id: string;
  readonly edition_id: string;
  readonly cfi: string;
  readonly quote: PageQuote;
}
