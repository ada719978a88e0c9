import { sectionFinder } from '../../locator/cfi.ts';
import type { Section } from '../../container/publication.ts';
import type { ReaderHighlight } from '../reader-types.ts';
import type { PassingMark, SectionMarks } from './section-marks.ts';
import type { SectionView } from '../sections/section-view.ts';

/**
 * The highlights of the open book. Contains all of them; a section resolves and paints its own when it is laid out.
 * Painting changes nothing in the book's body and no CFI.
 */
export class Highlights {
  readonly #sectionOf: (cfi: string) => Section | null;
  readonly #views: () => Iterable<SectionView>;
  /** Highlights by section index, then by id. */
  readonly #lists = new Map<number, Map<string, ReaderHighlight>>();
  readonly #sectionOfId = new Map<string, number>();
  readonly #marks = new WeakMap<SectionView, SectionMarks>();
  /** Null until the painting code is loaded, for which the first page does not wait. */
  #marksOf: ((view: SectionView) => SectionMarks) | null = null;
  #isComing = false;
  readonly #passingMarks = new Map<PassingMark, string>();

  constructor(sections: readonly Section[], views: () => Iterable<SectionView>) {
    this.#sectionOf = sectionFinder(sections);
    this.#views = views;
  }

  /** Replaces all highlights. */
  set(highlights: Iterable<ReaderHighlight>): void {
    this.#lists.clear();
    this.#sectionOfId.clear();
    for (const highlight of highlights) this.#keep(highlight);
    if (this.#sectionOfId.size > 0) this.#bring();
    for (const view of this.#views()) {
      const marks = this.#marks.get(view);
      if (!marks) continue;
      marks.clear();
      this.#fill(view, marks);
      marks.refresh();
    }
  }

  /** Adds a highlight, or replaces the one with its id. */
  add(highlight: ReaderHighlight): void {
    this.remove(highlight.id);
    const section = this.#keep(highlight);
    this.#bring();
    this.#each(section, (marks) => marks.add([highlight]));
  }

  /** Changes colour, note or range of a highlight; adds it when there is none with its id. */
  update(highlight: ReaderHighlight): void {
    this.add(highlight);
  }

  /** Removes a highlight; nothing happens when there is none with that id. */
  remove(id: string): void {
    const section = this.#sectionOfId.get(id);
    if (section === undefined) return;
    this.#sectionOfId.delete(id);
    this.#lists.get(section)?.delete(id);
    this.#each(section, (marks) => marks.remove(id));
  }

  /** @internal Sets the temporary mark on a search's match or on the sentence read aloud; null removes the mark. */
  mark(kind: PassingMark, cfi: string | null): void {
    if (cfi === null) this.#passingMarks.delete(kind);
    else {
      this.#passingMarks.set(kind, cfi);
      this.#bring();
    }
    const section = cfi === null ? null : this.#sectionOf(cfi);
    for (const view of this.#views()) {
      const marks = this.#marks.get(view);
      marks?.mark(kind, view.section === section ? cfi : null);
      if (view.section === section) marks?.refresh();
    }
  }

  /** @internal Paints the highlights of a section that has just been laid out. */
  attach(view: SectionView): void {
    if (!this.#marksOf || this.#marks.has(view)) return;
    const marks = this.#marksOf(view);
    this.#marks.set(view, marks);
    view.onMeasure = () => marks.hide();
    this.#fill(view, marks);
  }

  /** @internal Draws the overlays around the shown pages. */
  refresh(): void {
    for (const view of this.#views()) if (view.isReady) this.#marks.get(view)?.refresh();
  }

  /** @internal The highlight at a point of a section's viewport. */
  hit(view: SectionView, x: number, y: number): { id: string; rects: readonly DOMRect[] } | null {
    return this.#marks.get(view)?.hit(x, y) ?? null;
  }

  /** Loads the code that paints with the first highlight; after a failed download the next highlight tries again. */
  #bring(): void {
    if (this.#isComing) return;
    this.#isComing = true;
    void import('./section-marks.ts').then(
      ({ SectionMarks: Marks }) => {
        this.#marksOf = (view) => new Marks(view);
        for (const view of this.#views()) if (view.isReady) this.attach(view);
        this.refresh();
      },
      () => {
        this.#isComing = false;
      },
    );
  }

  #keep(highlight: ReaderHighlight): number {
    const index = this.#sectionOf(highlight.cfi)?.index ?? -1;
    const list = this.#lists.get(index) ?? new Map<string, ReaderHighlight>();
    this.#lists.set(index, list);
    list.set(highlight.id, highlight);
    this.#sectionOfId.set(highlight.id, index);
    return index;
  }

  #fill(view: SectionView, marks: SectionMarks): void {
    marks.add(this.#lists.get(view.section.index)?.values() ?? []);
    for (const [kind, cfi] of this.#passingMarks) if (this.#sectionOf(cfi) === view.section) marks.mark(kind, cfi);
  }

  #each(section: number, change: (marks: SectionMarks) => void): void {
    for (const view of this.#views()) {
      const marks = view.section.index === section ? this.#marks.get(view) : undefined;
      if (!marks) continue;
      change(marks);
      marks.refresh();
    }
  }
}
