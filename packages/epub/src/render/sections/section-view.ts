import { ResourceMissing } from '../../container/loader.ts';
import type { Section } from '../../container/publication.ts';
import { TextIndex } from '../../locator/text-index.ts';
import { bringHyphenator, hyphenate } from '../hyphenation/hyphenators.ts';
import type { SectionHyphens } from '../hyphenation/section-hyphens.ts';
import { countPages, hideTail, layOutFrame, roomOf, showTail } from '../pagination/lay-out.ts';
import type { PairedPage } from '../pagination/page-pairs.ts';
import { PageCursor, type Paging, pagingOf } from '../pagination/page-cursor.ts';
import type { WordProof } from '../pagination/prove-words.ts';
import { SliceWindow } from '../pagination/slice-window.ts';
import type { ViewSettings } from '../pagination/theme-css.ts';
import { charactersBeforePage, firstPlaceOn, type Place, type TextSpan } from '../pagination/visible-place.ts';
import { type Opening, placeAt, rectOfPlace } from '../target.ts';
import type { BookResources } from './book-resources.ts';
import { loadSection, type SectionContent } from './load-section.ts';
import { linkTo, type ReaderLink } from './resolve-href.ts';
import { inTime, SectionAssets } from './section-assets.ts';
import { SectionFrame } from './section-frame.ts';

/**
 * Longest time that a page waits for patterns stored on the device, ms. Without them its lines break elsewhere, so that
 * a book would open at other words than those where the reader left it.
 */
const HYPHENS_PATIENCE = 600;

/** One section of the book in its own frame, laid out in pages. */
export class SectionView {
  readonly section: Section;
  readonly frame: SectionFrame;
  /** Why the section shows a gap; null for a whole one. */
  error: unknown = null;
  /** Called before the pages are counted, so that an overlay drawn for another layout does not count as pages. */
  onMeasure: (() => void) | null = null;
  #settings: ViewSettings;
  #content: SectionContent | null = null;
  #assets: SectionAssets | null = null;
  /** Null until the section is laid out. */
  #cursor: PageCursor | null = null;
  #slices: SliceWindow | null = null;
  #text: TextIndex | null = null;
  /** Elements that the first layout leaves out. */
  #tail: readonly Element[] = [];
  /** Null until the code is loaded, and after a failed download. */
  #proof: WordProof | null = null;
  /** Number of layouts so far, and the number of the layout whose words are proved. */
  #layouts = 0;
  #provenLayout = 0;
  #isProving = false;
  /**
   * Divides the words where the browser does not; null where it does, and for a section that was loaded before the
   * patterns.
   */
  #hyphens: SectionHyphens | null = null;

  constructor(section: Section, container: HTMLElement, title: string, settings: ViewSettings) {
    this.section = section;
    this.#settings = settings;
    this.frame = new SectionFrame(container, title, settings.size);
  }

  get document(): Document {
    return this.frame.document;
  }

  get isReady(): boolean {
    return this.#cursor !== null;
  }

  /** Whether the section is text that flows in pages, not a drawn page or a picture. */
  get isFlow(): boolean {
    return this.#content?.kind === 'flow';
  }

  /** Whether only the beginning of the section is loaded. */
  get isHead(): boolean {
    return this.#content?.isHead ?? false;
  }

  /** Whether loading again may fill the gap: the file exists, but did not arrive. */
  get mayRecover(): boolean {
    return this.error !== null && !(this.error instanceof ResourceMissing);
  }

  /** Where a link of the section leads; null when nowhere. */
  linkTarget(element: Element): ReaderLink | null {
    const href = this.hrefOf(element);
    return href === null ? null : linkTo(href, this.section.path);
  }

  /** Address of a link as the book wrote it. */
  hrefOf(element: Element): string | null {
    return this.#content?.safe.links.get(element) ?? null;
  }

  get settings(): ViewSettings {
    return this.#settings;
  }

  get #pair(): PairedPage | null {
    return this.#settings.pairs?.get(this.section.index) ?? null;
  }

  /** Halves the room where two pages stand side by side. */
  get #pageSettings(): ViewSettings {
    const settings = this.#hyphens ? { ...this.#settings, hasOwnHyphens: true } : this.#settings;
    const { size } = settings;
    return this.#pair ? { ...settings, size: { ...size, width: Math.floor(size.width / 2) } } : settings;
  }

  /** Characters of the section's text; made on first use. */
  get text(): TextIndex {
    this.#text ??= new TextIndex(this.document.body);
    return this.#text;
  }

  /**
   * Loads and lays out the section, shown at `opening`. Resolves when the page is complete: it waits a moment for its
   * pictures and fonts, and reports later ones through `onReflow`. Never rejects, see {@link SectionView.error}. With
   * `headWillDo`, only the beginning of a giant chapter may be loaded, see {@link SectionView.isHead}.
   */
  async open(resources: BookResources, opening: Opening, onReflow: () => void, headWillDo = false): Promise<void> {
    const loading = loadSection(this.section, resources, this.#settings.missingText, headWillDo);
    if (this.#settings.hyphens === 'at-hand') await inTime(bringHyphenator(this.#settings), HYPHENS_PATIENCE);
    const content = await loading;
    if (this.frame.isDestroyed) return;
    this.#content = content;
    this.error = content.error;
    this.frame.fill(content.root, this.#settings.language);
    if (content.kind === 'flow') this.#hyphens = hyphenate(this.document, this.#settings);
    this.#assets = new SectionAssets(content, this.document, this.section.path, resources);
    this.#slices = new SliceWindow(this.document.body, content.slices);
    this.#showSlicesFor(opening);
    if (this.#slices.count === 1 && content.kind === 'flow' && opening !== 'end') {
      this.#tail = hideTail(this.document.body, this.#placeAt(opening)?.node ?? null);
    }
    this.#layOut();
    this.show(opening);
    const { isUntouched } = await this.#assets.settle((element) => this.#isBeforePageEnd(element));
    if (this.frame.isDestroyed) return;
    if (!isUntouched) {
      this.#measure();
      this.show(opening);
    }
    this.#assets.onLate(onReflow);
  }

  /** Applies new settings; the caller chooses the page that is shown afterwards. */
  layOut(settings: ViewSettings): void {
    if (settings === this.#settings) return;
    this.#settings = settings;
    showTail(this.#tail);
    this.#tail = [];
    this.#proof?.undo();
    if (this.#content) this.#layOut();
  }

  /** Counts the pages again after a picture or a font arrived. */
  #measure(): void {
    this.#layouts += 1;
    this.#hyphens?.write();
    this.onMeasure?.();
    const cursor = this.#cursor as PageCursor;
    cursor.measure(countPages(this.#content as SectionContent, this.document, cursor.flow, this.#pageSettings));
  }

  remeasure(place: Place | null): void {
    if (!this.isReady) return;
    this.#measure();
    if (place) this.showPlace(place);
    else this.#cursor?.scrollTo(this.#cursor.page);
  }

  show(opening: Opening): void {
    if (opening === 'end') {
      this.#showWhole();
      this.#showSlicesFor(opening, true);
      this.#cursor?.scrollToEdge('end');
      return;
    }
    const place = this.#placeAt(opening);
    if (place) return this.showPlace(place);
    this.#showSlicesFor('start', true);
    this.#cursor?.scrollToEdge('start');
  }

  showPlace(place: Place): void {
    if (this.#tail.some((element) => element.contains(place.node))) this.#showWhole();
    if (this.#slices?.reveal(place.node)) this.#measure();
    const cursor = this.#cursor as PageCursor;
    // The beginning of the section includes the space above its first line.
    const isStart = this.isContinuous && this.text.charactersBefore(place.node, place.offset) === 0;
    cursor.show(isStart ? null : rectOfPlace(place, cursor.flow, this.text));
  }

  /** Whether a place stands on the page shown. */
  isShown(opening: Opening): boolean {
    const place = opening === 'end' ? null : this.#placeAt(opening);
    const { flow, page } = this.#cursor as PageCursor;
    const rect = place && rectOfPlace(place, flow, this.text);
    return rect !== null && flow.pageOf(rect) === page;
  }

  /** Turns one page; false when the section ends there. */
  step(direction: 1 | -1): boolean {
    const cursor = this.#cursor as PageCursor;
    // Stays on the page if a picture, or the rest of the chapter, has just moved unread text onto it.
    if (direction > 0 && this.#content?.kind === 'flow' && cursor.hasGrown) this.#measure();
    // The continuous flow needs no anchor: the rest of the chapter stands below, so that the shown text does not move.
    const [hidden] = direction > 0 && !cursor.flow.isContinuous ? this.#tail : [];
    const next = hidden && (this.#placeOn(cursor.page + 1) ?? { node: hidden, offset: 0, characters: 0 });
    if (this.#showWhole() && next) this.showPlace(next);
    else if (!cursor.step(direction, this.#lineAtEdge(direction))) return this.#stepSlice(direction);
    return true;
  }

  /**
   * Height of the last screen that a turn of the continuous flow repeats, px, so that a line cut at the edge is whole
   * on the next screen.
   */
  #lineAtEdge(direction: 1 | -1): number {
    const { fontSize, lineHeight } = this.#settings.theme;
    const { flow } = this.#cursor as PageCursor;
    if (!flow.isContinuous) return fontSize * lineHeight;
    const cut = flow.lineHeightAt(direction > 0 ? 'end' : 'start');
    return Math.min(flow.size / 2, Math.max(fontSize * lineHeight, cut));
  }

  #stepSlice(direction: 1 | -1): boolean {
    const cursor = this.#cursor as PageCursor;
    const slices = this.#slices as SliceWindow;
    const slice = direction > 0 ? slices.to + 1 : slices.from - 1;
    if (slice < 0 || slice >= slices.count) return false;
    if (cursor.flow.isContinuous) {
      this.#keepPlace(() => slices.show(Math.min(slice, slices.to), Math.max(slice, slices.from)));
      return cursor.step(direction, this.#settings.theme.fontSize);
    }
    // Lays out the next slice alone, because it is not laid out yet; its neighbours follow in idle time.
    slices.show(slice, slice);
    this.#measure();
    cursor.scrollToEdge(direction > 0 ? 'start' : 'end');
    return true;
  }

  /**
   * Lays out the elements that the first layout left out, and in a giant chapter the slices around the current one,
   * without moving the page. Returns whether the count of pages may have changed.
   */
  settle(): boolean {
    const slices = this.#slices;
    if (!slices || !this.isReady) return false;
    const isWhole = this.#showWhole();
    if (slices.count === 1) return isWhole;
    const cursor = this.#cursor as PageCursor;
    const { flow } = cursor;
    const current = slices.sliceOfPage(cursor.page, flow);
    const around = (): boolean => slices.show(Math.max(0, current - 1), Math.min(slices.count - 1, current + 1));
    if (flow.isContinuous) return this.#keepPlace(around) || isWhole;
    const inside = cursor.page - slices.startPage(current, flow);
    if (!around()) return isWhole;
    this.#measure();
    cursor.scrollTo(slices.startPage(current, flow) + inside);
    return true;
  }

  /**
   * Proves that the book's styles hide no word of the present layout, and loosens those that do (`prove-words.ts`).
   *
   * @param pause resolves when the browser is idle
   * @param change changes the layout, keeps the place that is read, and counts the pages again
   */
  async prove(pause: () => Promise<void>, change: (work: () => void) => void): Promise<void> {
    const bring = this.#content?.bringProof;
    if (!bring || this.#content?.kind !== 'flow' || this.#isProving) return;
    this.#isProving = true;
    this.#proof ??= await bring().catch(() => null);
    // A newer layout needs a new proof.
    while (this.#cursor && this.#provenLayout !== this.#layouts) {
      this.#provenLayout = this.#layouts;
      await this.#proof?.prove({
        document: this.document,
        flow: this.#cursor.flow,
        room: roomOf(this.#cursor.flow, this.#pageSettings),
        pause,
        isStale: () => !this.#cursor || this.#provenLayout !== this.#layouts,
        change: (work) => {
          change(work);
          this.#provenLayout = this.#layouts;
        },
      });
    }
    this.#isProving = false;
  }

  /** The shown page and the methods that move it; null until the section is laid out. */
  get cursor(): PageCursor | null {
    return this.#cursor;
  }

  get isContinuous(): boolean {
    return this.#cursor?.flow.isContinuous ?? false;
  }

  /** Screenfuls before the place in the continuous flow, not rounded; null in pages. */
  get screensBefore(): number | null {
    const { flow } = this.#cursor as PageCursor;
    return flow.isContinuous ? flow.position / flow.size : null;
  }

  /** Page of the section and their count; estimated from the laid out part in a giant chapter. */
  get paging(): Paging {
    const total = this.isHead ? this.section.characters : null;
    return pagingOf(this.#cursor as PageCursor, this.#slices as SliceWindow, this.text, total);
  }

  /** First visible place; null on a page without text or pictures in a flow. */
  get place(): Place | null {
    return this.#cursor && this.#placeOn(this.#cursor.page);
  }

  #placeOn(page: number): Place | null {
    if (this.#content?.kind !== 'flow' || !this.#cursor) return null;
    return firstPlaceOn(page, this.#cursor.flow, this.text, this.#span, this.document.body);
  }

  /** Characters of the section before the page `ahead` pages from the one shown. */
  charactersBefore(ahead: number): number {
    if (this.#content?.kind !== 'flow' || !this.#cursor) return ahead > 0 ? Number.POSITIVE_INFINITY : 0;
    const { page, flow } = this.#cursor;
    return charactersBeforePage(page + ahead, flow, this.text, this.#span);
  }

  destroy(): void {
    this.#assets?.release();
    this.frame.destroy();
    this.#cursor = null;
  }

  #layOut(): void {
    const side = this.#pair?.side ?? null;
    const flow = layOutFrame(this.frame, this.#content as SectionContent, this.#pageSettings, side);
    this.#cursor = new PageCursor(flow, this.#cursor?.page);
    this.#measure();
  }

  #placeAt(opening: Exclude<Opening, 'end'>): Place | null {
    return this.#content?.kind === 'flow' ? placeAt(opening, this.document, () => this.text) : null;
  }

  #isBeforePageEnd(element: Element): boolean {
    const cursor = this.#cursor as PageCursor;
    const rect = cursor.flow.rectOf(element);
    // A picture that has not loaded may have no box; the page waits for it as well.
    return !rect || cursor.flow.pageOf(rect) <= cursor.page;
  }

  get #span(): TextSpan {
    return (this.#slices as SliceWindow).span(this.text);
  }

  #showWhole(): boolean {
    if (this.#tail.length === 0) return false;
    showTail(this.#tail);
    this.#tail = [];
    this.#measure();
    return true;
  }

  /** Changes what is laid out around the screen, and keeps the same line where it was. */
  #keepPlace(change: () => boolean): boolean {
    const { place } = this;
    const cursor = this.#cursor as PageCursor;
    const before = place && rectOfPlace(place, cursor.flow, this.text);
    if (!change()) return false;
    this.#measure();
    const after = place && rectOfPlace(place, cursor.flow, this.text);
    if (before && after) cursor.shift(after.top - before.top);
    return true;
  }

  #showSlicesFor(opening: Opening, remeasure = false): void {
    const slices = this.#slices as SliceWindow;
    if (slices.count === 1) return;
    const place = opening === 'end' ? null : this.#placeAt(opening);
    const slice = place ? slices.sliceOf(place.node) : opening === 'end' ? slices.count - 1 : 0;
    if (slices.show(slice, slice) && remeasure) this.#measure();
  }
}
