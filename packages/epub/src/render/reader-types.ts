import type { Loader } from '../container/loader.ts';
import type { Publication } from '../container/publication.ts';
import type { ReaderLink } from './sections/resolve-href.ts';
import type { Footnote } from './tools/footnote.ts';

/** Settings of the page's look. Lengths in CSS px. */
export interface ReaderTheme {
  /** CSS colours of page and text. */
  readonly background: string;
  readonly color: string;
  /** Size of 1 rem; the book's own px and pt sizes scale with it, 16 leaving them as they are. */
  readonly fontSize: number;
  /** `auto` keeps the book's own faces; anything else is a CSS font-family list forced on all text but code. */
  readonly fontFamily: string;
  /** Factor of the font size. */
  readonly lineHeight: number;
  readonly marginLeft: number;
  readonly marginRight: number;
  /** `scrolled-doc` shows each section as one endless column; vertical writing stays in pages. */
  readonly flow: 'paginated' | 'scrolled-doc';
  /** `both` shows two columns where the host is at least 720 px wide. */
  readonly spread: 'none' | 'both';
  /** Justified text on or off; unset, the book decides in columns wide enough for it. */
  readonly justify?: boolean;
  /** Hyphenation by the book's language on or off; unset, paragraphs are hyphenated unless the book says otherwise. */
  readonly hyphenate?: boolean;
  /** Added between letters and between words, em. */
  readonly letterSpacing?: number;
  readonly wordSpacing?: number;
  /** Whether pictures are dimmed on a dark background, where a white picture would dazzle. */
  readonly softPictures?: boolean;
  /** CSS colour behind the text for each highlight colour, by its name of letters only. */
  readonly highlightColors?: Readonly<Record<string, string>>;
  /** CSS colours behind a search's match and the sentence read aloud; mixed from the theme when unset. */
  readonly foundColor?: string;
  readonly spokenColor?: string;
}

/**
 * Sentences that the engine shows inside the book; the screen provides them, so that the Spanish texts live in one
 * place.
 */
export interface ReaderTexts {
  /** Text that replaces a section whose file is missing or does not load. */
  readonly missingSection: string;
  /**
   * Accessible name of the page; called with the section's number from 1, the count, and the title of the chapter that
   * it begins or goes on with, null before the first.
   */
  readonly sectionName: (number: number, count: number, chapter: string | null) => string;
}

export type TurnDirection = 'next' | 'prev';
export type TurnSource = 'tap' | 'key' | 'swipe' | 'wheel';

/**
 * A place in the book: a CFI (point or range), a container path with optional `#fragment`, or a part of the book, 0 to
 * 1.
 */
export type ReaderTarget = string | { readonly fraction: number };

export interface ReaderOptions {
  /** Empty element that gives the page its size; the engine owns its children until {@link Reader.destroy}. */
  readonly host: HTMLElement;
  readonly publication: Publication;
  readonly loader: Loader;
  readonly theme: ReaderTheme;
  readonly texts: ReaderTexts;
  /** Place at which the book opens; one that does not exist opens the beginning. */
  readonly start?: ReaderTarget | null;
  /** Called before a gesture or a key of the reader turns the page; the page does not turn if it returns false. */
  readonly onTurnRequest?: (direction: TurnDirection, source: TurnSource) => boolean;
  /** Height in px of the band at the top where a tap never turns. Default 48. */
  readonly topBand?: number;
  /** Trusted CSS given to every section: the application's `@font-face` rules with absolute addresses. */
  readonly fontFaces?: string;
  /** Font family of a book that names none, when the theme says `auto`. Default `serif`. */
  readonly fallbackFontFamily?: string;
  /**
   * When hyphenation patterns load if the browser has none: `later` after the first page, `at-hand` shortly before it,
   * because they are stored on the device. Default `none`.
   */
  readonly hyphens?: 'none' | 'later' | 'at-hand';
}

/** The reader's position. The engine reports it after the page is painted, and once for several fast turns. */
export interface Relocation {
  /** Point of the first visible word (or picture); stays the same through changes of size and theme. */
  readonly cfi: string;
  readonly sectionIndex: number;
  /** Part of the book before the first visible character, 0 to 100, not rounded. */
  readonly percentage: number;
  /** 1000-character location from 0. */
  readonly location: number;
  /** Page of the section, from 0, and their count; estimates while {@link Relocation.exact} is false. */
  readonly page: number;
  readonly pages: number;
  /** Pages after this one to the end of the chapter of the contents; an estimate while not `exact`. */
  readonly pagesLeftInChapter: { readonly count: number; readonly exact: boolean };
  /**
   * Characters from the shown page to the end of the section, and of the chapter of the contents; the reading time left
   * comes from them.
   */
  readonly charactersLeftInSection: number;
  readonly charactersLeftInChapter: number;
  /** False inside a giant chapter, of which only the part around the page is laid out. */
  readonly exact: boolean;
  /** `href` of the current entry of the contents, or null before the first. */
  readonly tocHref: string | null;
  /** Title of that entry. */
  readonly chapterTitle: string | null;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly reason: 'turn' | 'jump' | 'layout';
}

export interface ReaderTap {
  /** Relative to the page, 0 to 1. */
  readonly x: number;
  readonly y: number;
  readonly region: TapRegion;
  /** Target of the link under the finger, as {@link ReaderLink.href}; null where there is no link. */
  readonly link: string | null;
}

export type TapRegion = 'top' | 'left' | 'right';

export interface ReaderFault {
  readonly kind: 'missing-section' | 'section-failed';
  readonly sectionIndex: number;
  readonly error: unknown;
}

/** Options of {@link Reader.goTo}. */
export interface JumpOptions {
  /**
   * Whether `Reader.back` returns to where the jump began; default true. False for a jump that the reader did not ask
   * for.
   */
  readonly remember?: boolean;
}

/** The document of a section that is laid out, for overlays and selection; it ends with {@link ReaderEvents.unload}. */
export interface LiveSection {
  readonly sectionIndex: number;
  readonly document: Document;
}

export interface ReaderEvents {
  relocate: Relocation;
  tap: ReaderTap;
  link: ReaderLink;
  /** The reader finished a selection. */
  select: ReaderSelection;
  /** The reader removed the selection that was reported last. */
  deselect: null;
  'highlight-tap': HighlightTap;
  image: ImageTap;
  /** The reader tapped the link of a note; without a listener the engine follows the link. */
  footnote: Footnote;
  /** Whether a jump can be taken back by `Reader.back` ('Volver a donde estaba'). */
  history: { readonly canGoBack: boolean };
  error: ReaderFault;
  /** After a move: the page's words are proved and its neighbours are laid out. */
  prepared: null;
  load: LiveSection;
  unload: LiveSection;
}

/** A highlight to paint. */
export interface ReaderHighlight {
  readonly id: string;
  /** A range CFI in three parts; a range that does not exist in this edition is not painted. */
  readonly cfi: string;
  /** Name of a colour in `ReaderTheme.highlightColors`; an unknown one is painted yellow. */
  readonly color: string;
  /** Whether the note mark stands after it. */
  readonly note: boolean;
}

/** A rectangle in px from the host's top left corner. */
export interface HostRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A highlight or its note mark was tapped. The tap turned no page. */
export interface HighlightTap {
  readonly id: string;
  /** Bounds of the highlight's visible part. */
  readonly rect: HostRect;
}

/** Text that the reader has finished selecting: the mouse was released, or a finger left it unchanged for 600 ms. */
export interface ReaderSelection {
  readonly sectionIndex: number;
  readonly document: Document;
  /** The selected text without white space at its ends. */
  readonly range: Range;
  /** A range CFI in three parts. */
  readonly cfi: string;
  /** The text as the file has it, a line feed between blocks. */
  readonly text: string;
  /** Up to 30 characters on either side, to anchor the range in another edition. */
  readonly before: string;
  readonly after: string;
  /** The visible lines, and their bounds; empty and null when the selection is on another page. */
  readonly rects: readonly HostRect[];
  readonly rect: HostRect | null;
}

/** A picture was tapped, which the screen can enlarge. The tap turned no page. */
export interface ImageTap {
  /**
   * Blob or data URL, valid until its section is closed or the next picture is tapped; null for a drawing, see {@link
   * ImageTap.svg}.
   */
  readonly src: string | null;
  /** Markup of an SVG drawing without scripts or foreign addresses; null for a picture. */
  readonly svg: string | null;
  readonly alt: string;
  readonly rect: HostRect;
}
