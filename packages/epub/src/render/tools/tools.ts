import type { TabStops } from '../input/tab-stops.ts';
import type { ImageTap, ReaderOptions, ReaderSelection } from '../reader-types.ts';
import type { SearchOptions, SearchResults } from './book-search.ts';
import type { BookTexts } from './book-texts.ts';
import type { ContentsIndex } from '../contents-index.ts';
import type { Footnote } from './footnote.ts';
import type { BookResources } from '../sections/book-resources.ts';
import type { SectionView } from '../sections/section-view.ts';
import type { LinkedPictures } from './linked-pictures.ts';
import type { Sentence } from './sentence.ts';

/** Loads the code of selections, search, notes and reading aloud when the reader first uses them. */
export class Tools {
  readonly #options: ReaderOptions;
  readonly #contents: ContentsIndex;
  #texts: Promise<BookTexts> | null = null;
  #pictures: Promise<LinkedPictures> | null = null;
  readonly #tabStops = new WeakMap<SectionView, TabStops>();

  constructor(options: ReaderOptions, contents: ContentsIndex) {
    this.#options = options;
    this.#contents = contents;
  }

  async *search(query: string, options: SearchOptions): AsyncGenerator<SearchResults, void, undefined> {
    const [{ searchBook }, texts] = await Promise.all([import('./book-search.ts'), this.#bookTexts()]);
    yield* searchBook(query, this.#options.publication, texts, this.#contents, options);
  }

  async *speech(from: string, isNarrated: boolean): AsyncGenerator<Sentence, void, undefined> {
    const [{ sentencesFrom }, texts] = await Promise.all([import('./speech.ts'), this.#bookTexts()]);
    yield* sentencesFrom(from, this.#options, texts, isNarrated);
  }

  /** Describes a selection; null if it holds no text, or the code does not load. */
  async selection(view: SectionView, range: Range): Promise<ReaderSelection | null> {
    try {
      const { readSelection } = await import('../selection/read-selection.ts');
      return view.isReady ? readSelection(view, range, this.#options.host) : null;
    } catch {
      return null;
    }
  }

  /** The words of the page shown; empty when it has none, or the code does not arrive. */
  async pageText(view: SectionView): Promise<string> {
    try {
      const { readPageText } = await import('../selection/read-selection.ts');
      return view.isReady ? readPageText(view) : '';
    } catch {
      return '';
    }
  }

  /** The picture that a link leads to; null for any other link, and when it does not arrive. */
  async linkedPicture(
    href: string,
    view: SectionView,
    link: Element,
    resources: BookResources,
  ): Promise<ImageTap | null> {
    const { publication, host } = this.#options;
    const resource = publication.resources.find(({ path }) => path === href);
    if (!resource?.mediaType.startsWith('image/')) return null;
    try {
      this.#pictures ??= import('./linked-pictures.ts').then(({ LinkedPictures }) => new LinkedPictures(resources));
      return await (await this.#pictures).show(href, link, { view, host, publication });
    } catch {
      this.#pictures = null;
      return null;
    }
  }

  /** Keeps the Tab key on the shown page, if the section has elements at which it stops. */
  async holdTab(view: SectionView): Promise<void> {
    const code = await import('../input/tab-stops.ts').catch(() => null);
    if (!code || !view.isReady) return;
    const stops = this.#tabStops.get(view) ?? new code.TabStops(view);
    this.#tabStops.set(view, stops);
    stops.refresh();
  }

  /** Reads the note behind a link; null if there is none, or its code or file does not load. */
  async note(href: string, view: SectionView, link: Element): Promise<Footnote | null> {
    try {
      const [{ openFootnote }, texts] = await Promise.all([import('./open-footnote.ts'), this.#bookTexts()]);
      return await openFootnote(href, { view, link }, this.#options.publication, texts);
    } catch {
      return null;
    }
  }

  #bookTexts(): Promise<BookTexts> {
    const { publication, loader } = this.#options;
    this.#texts ??= import('./book-texts.ts').then(
      ({ BookTexts: Texts }) => new Texts(publication, loader, this.#contents.hrefs()),
    );
    // Forgets a failed download, so that the next attempt loads again.
    this.#texts.catch(() => (this.#texts = null));
    return this.#texts;
  }
}
