/** Longest note; by itself, because an exported book has no use for the other numbers. */
export const noteMax = 5000;

/** Numbers that both sides check; lengths are in graphemes unless said otherwise. */
export const limits = {
  nameMin: 3,
  nameMax: 100,
  passwordMin: 8,
  passwordMax: 128,
  passkeyNameMax: 60,
  appPasswordNameMax: 60,
  emailMax: 254,
  noteMax,
  messageMax: 4000,
  giftMessageMax: 500,
  accountantNameMax: 80,
  giverNameMax: 60,
  /** Notes of one highlight that devices wrote apart. */
  notePartsMax: 1000,
  /** UTF-16 units of a highlight's words, and of those on either side. */
  highlightQuoteMax: 10_000,
  highlightContextMax: 30,
  /** Bookmarks of one part, including deleted ones. */
  bookmarksMax: 5000,
  bookmarkQuoteMax: 120,
  bookmarkChapterMax: 500,
  /** UTF-16 units of a CFI or CFI range. */
  cfiMax: 2048,
  bookLocationMax: 120,
  bookNameMax: 200,
  descriptionMax: 5000,
  fragmentMax: 5000,
  quoteMax: 1000,
  quotesMax: 20,
  genreMax: 80,
  announcementSubjectMax: 90,
  /** UTF-16 units. */
  announcementBodyMax: 10_000,
  seriesMax: 120,
  keywordMax: 40,
  keywordsMax: 20,
  pagesMax: 100_000,
  /** Words of a book, and places of a review of its pages. */
  wordsMax: 100_000_000,
  reviewPlacesMax: 60,
  /** Highest price of a part, in pesos. */
  valueMax: 10_000_000,
  /** Rows of one page of a list, and letters of a search. */
  pageMax: 100,
  searchMax: 200,
  /** Longest period of the shop's figures, in days. */
  statsDays: 1100,
  /** Width times height of an uploaded picture. */
  imagePixels: 40_000_000,
  /** Bytes of an uploaded picture, and of an uploaded book. */
  imageBytes: 5 * 1024 * 1024,
  /** Largest picture, bytes, that a browser accepts and makes smaller before it sends it. */
  imageBytesChosen: 20 * 1024 * 1024,
  portraitBytes: 10 * 1024 * 1024,
  epubBytes: 100 * 1024 * 1024,
} as const;
