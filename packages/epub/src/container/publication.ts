/**
 * Facts about an edition from its one analysis at upload. They are stored beside the edition, served to the reader as
 * JSON, and carried inside the cleaned EPUB at {@link PUBLICATION_PATH}, so that opening a book parses no package
 * document and counts no characters on the device.
 */
export interface Publication {
  /** Format of this record; a reader refuses a number it does not know. */
  readonly format: 1;
  readonly metadata: PublicationMetadata;
  /** Spine items in reading order, `linear="no"` ones included. */
  readonly sections: readonly Section[];
  /** Contents tree as the book gives it (nav, else NCX, else made from the spine); depth is cut at 8 levels. */
  readonly toc: readonly TocEntry[];
  /** Every file of the cleaned book that the reader may ask for, spine items included. */
  readonly resources: readonly Resource[];
  /** Path of the cover image inside the container, when the book names one that exists. */
  readonly coverPath: string | null;
  /** Sum of {@link Section.characters} over the linear sections. */
  readonly characters: number;
}

/** Package metadata. Missing values are null; texts are plain, never HTML. */
export interface PublicationMetadata {
  readonly title: string;
  readonly creator: string | null;
  readonly description: string | null;
  readonly pubdate: string | null;
  readonly publisher: string | null;
  readonly identifier: string | null;
  /** BCP 47 tag, `es` when the book has none. */
  readonly language: string;
  readonly rights: string | null;
  readonly modifiedDate: string | null;
  readonly layout: 'reflowable' | 'pre-paginated';
  readonly orientation: string | null;
  readonly flow: string | null;
  readonly viewport: string | null;
  readonly spread: string | null;
  readonly direction: 'ltr' | 'rtl' | 'default';
}

export interface Section {
  /** Position in the spine, from 0. */
  readonly index: number;
  /** Path inside the container, decoded, no leading slash. */
  readonly path: string;
  readonly mediaType: string;
  readonly linear: boolean;
  /** Step path of the itemref in the package document, for example `/6/4[capitulo-1]`; CFIs of this section start with `epubcfi(<cfi>!`. */
  readonly cfi: string;
  /** Characters of the non-blank text nodes in `<body>`, line ends as LF; the unit of locations (1000 each). */
  readonly characters: number;
  /** Characters of the linear sections before this one. */
  readonly start: number;
  /** Bytes of the cleaned file. */
  readonly size: number;
  /** The spine item was named but its file is absent: the reader shows the gap and goes on. */
  readonly missing: boolean;
  /** Layout of this section when it differs from the book's. */
  readonly layout: 'reflowable' | 'pre-paginated';
  /** Side of a drawn page where two are shown at once, where the book names it. */
  readonly pageSpread?: 'left' | 'right' | 'center';
}

export interface TocEntry {
  readonly title: string;
  /** Container path with optional `#fragment`; null when the entry leads nowhere in this book. */
  readonly href: string | null;
  readonly children: readonly TocEntry[];
}

export interface Resource {
  readonly path: string;
  readonly mediaType: string;
  readonly size: number;
  /** SHA-256 of the cleaned bytes, lower-case hex. */
  readonly hash: string;
}

/** Where the cleaned EPUB carries its {@link Publication}, uncompressed and first after `mimetype`. */
export const PUBLICATION_PATH = 'META-INF/cuentos.publication.json';
