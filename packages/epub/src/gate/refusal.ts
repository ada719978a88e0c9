/** Reason for which an uploaded file is refused. Each has one Spanish sentence in `texts.ts`. */
export type RefusalReason =
  | 'not-a-zip'
  | 'empty'
  | 'no-container'
  | 'corrupt-zip'
  | 'unsupported-zip'
  | 'encrypted-zip'
  | 'not-an-epub'
  | 'unsafe-path'
  | 'bad-container'
  | 'opf-missing'
  | 'bad-opf'
  | 'missing-resource'
  | 'unsafe-xml'
  | 'too-large'
  | 'drm'
  /** The analysis needed more time or memory than one book is given. */
  | 'too-complex';

/** Facts for the sentence that is shown and for the log; the values are never shown unchanged. */
export interface RefusalDetail {
  /** File inside the book, cut at 200 characters. */
  readonly file?: string;
  /** The wrong part of the file: an element, an identifier, an algorithm. */
  readonly what?: string;
  /** The exceeded limit, in its own unit. */
  readonly limit?: number;
}

export interface Refusal {
  readonly accepted: false;
  readonly reason: RefusalReason;
  readonly detail: RefusalDetail;
}

/** Error that ends the analysis inside the gate; `prepareEdition` turns it into a {@link Refusal}. */
export class BadBook extends Error {
  override readonly name = 'BadBook';
  readonly reason: RefusalReason;
  readonly detail: RefusalDetail;

  constructor(reason: RefusalReason, detail: RefusalDetail = {}) {
    super(`${reason} ${JSON.stringify(detail)}`);
    this.reason = reason;
    this.detail = detail.file === undefined ? detail : { ...detail, file: detail.file.slice(0, 200) };
  }
}
