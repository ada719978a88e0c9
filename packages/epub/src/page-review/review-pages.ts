import type { Loader } from '../container/loader.ts';
import type { Publication, Section } from '../container/publication.ts';
import { Reader } from '../render/reader.ts';
import type { ReaderOptions, ReaderTheme } from '../render/reader-types.ts';
import { findLegibleWords, type SectionWords } from './legible-words.ts';
import { WorkSlices } from './work-slices.ts';

/** A size and a theme in which the review reads the book. */
export interface ReviewLook {
  readonly name: string;
  /** px */
  readonly width: number;
  readonly height: number;
  readonly theme: ReaderTheme;
}

export interface ReviewOptions extends Pick<ReaderOptions, 'texts' | 'fontFaces' | 'fallbackFontFamily' | 'hyphens'> {
  /** Element that contains the hidden frames during the review. */
  readonly container: HTMLElement;
  readonly publication: Publication;
  readonly loader: Loader;
  readonly looks: readonly ReviewLook[];
  /** Number of chapters that an earlier review finished and this one skips. */
  readonly skip?: number;
  readonly signal: AbortSignal;
}

/** Results of a chapter in each look, in the order of the looks. */
export interface ReviewedChapter {
  readonly section: Section;
  readonly looks: readonly SectionWords[];
}

/** A chapter did not load, so that its words could not be reviewed. */
export class ChapterMissing extends Error {
  constructor(path: string) {
    super(`not reviewed, because it did not arrive: ${path}`);
    this.name = 'ChapterMissing';
  }
}

/** Returns the chapters that a review walks: the linear ones whose text flows. */
export function reviewedSections({ sections }: Pick<Publication, 'sections'>): Section[] {
  return sections.filter(({ linear, missing, layout }) => linear && !missing && layout === 'reflowable');
}

/**
 * Walks a book chapter by chapter, in each look, and yields for each chapter which of its words are legible. Works in
 * short slices, so that the page around stays usable. Ends when the consumer stops or the signal is aborted.
 *
 * @throws the signal's reason once it is aborted
 * @throws {ChapterMissing}
 */
export async function* reviewPages(options: ReviewOptions): AsyncGenerator<ReviewedChapter, void, undefined> {
  const { looks, publication, signal, skip = 0 } = options;
  const slices = new WorkSlices(signal);
  const readers: OpenLook[] = [];
  try {
    for (const section of reviewedSections(publication).slice(skip)) {
      const found: SectionWords[] = [];
      for (const [index, look] of looks.entries()) {
        const { reader, host, failed } = (readers[index] ??= openLook(options, look, section));
        await reader.ready;
        const isContinuous = look.theme.flow === 'scrolled-doc';
        found.push(await findLegibleWords({ reader, host, section, isContinuous, slices }));
        if (failed.has(section.index)) throw new ChapterMissing(section.path);
      }
      yield { section, looks: found };
    }
  } finally {
    for (const { close } of readers) close();
  }
}

interface OpenLook {
  readonly host: HTMLElement;
  readonly reader: Reader;
  /** Indexes of the sections that show a gap because their file did not load. */
  readonly failed: ReadonlySet<number>;
  readonly close: () => void;
}

/** Opens the book in a frame of the look's size, isolated from the keys and styles of the page around it. */
function openLook(options: ReviewOptions, look: ReviewLook, section: Section): OpenLook {
  const { frame, host } = makePageFrame(options.container, look);
  const { publication, loader, texts, fontFaces, fallbackFontFamily, hyphens = 'none' } = options;
  const reader = new Reader({
    ...{ host, publication, loader, texts, theme: look.theme, start: section.path, hyphens },
    ...(fontFaces === undefined ? {} : { fontFaces }),
    ...(fallbackFontFamily === undefined ? {} : { fallbackFontFamily }),
  });
  const failed = new Set<number>();
  reader.on('error', ({ sectionIndex }) => failed.add(sectionIndex));
  reader.on('unload', ({ sectionIndex }) => failed.delete(sectionIndex));
  const close = (): void => {
    reader.destroy();
    frame.remove();
  };
  return { host, reader, failed, close };
}

/** Makes a frame of the look's size, with a host for a reader in it. */
export function makePageFrame(container: HTMLElement, look: Pick<ReviewLook, 'width' | 'height'>) {
  // oxlint-disable-next-line react/iframe-missing-sandbox -- the next line sets it; the rule only knows JSX.
  const frame = container.ownerDocument.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin allow-scripts');
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.style.cssText = `border:0;width:${look.width}px;height:${look.height}px`;
  container.append(frame);
  const inner = frame.contentDocument as Document;
  const host = inner.createElement('div');
  host.style.cssText = `position:absolute;inset:0`;
  inner.body.append(host);
  return { frame, host };
}
