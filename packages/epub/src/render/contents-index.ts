import type { TocEntry } from '../container/publication.ts';
import type { TextIndex } from '../locator/text-index.ts';

/** An entry of the contents, flat, with the place it leads to. */
export interface Stop {
  readonly href: string;
  readonly title: string;
  readonly fragment: string | null;
  /** Section of the entry; its order in the book. */
  readonly sectionIndex: number;
}

/** Says which entry of the contents the reader is in. */
export class ContentsIndex {
  readonly #stops: readonly Stop[];
  /** Characters before each stop, by document: they do not depend on the layout. */
  readonly #characters = new WeakMap<Document, ReadonlyMap<string, number>>();

  constructor(toc: readonly TocEntry[], sectionOf: (path: string) => number) {
    const stops: Stop[] = [];
    const visit = (entries: readonly TocEntry[]): void => {
      for (const { href, title, children } of entries) {
        if (href !== null) {
          const [path = '', fragment = null] = splitHref(href);
          const sectionIndex = sectionOf(path);
          if (sectionIndex >= 0) stops.push({ href, title, fragment, sectionIndex });
        }
        visit(children);
      }
    };
    visit(toc);
    this.#stops = stops;
  }

  /**
   * The last entry that begins before the end of the shown page. `chosen` wins when it is one of several
   * that begin on this page: the reader has just tapped it.
   */
  current(
    place: { sectionIndex: number; document: Document; text: TextIndex; from: number; to: number },
    chosen: string | null,
  ): Stop | null {
    const inside = this.#inside(place.sectionIndex, place.document, place.text);
    let found: Stop | null = null;
    for (const stop of this.#stops) {
      const { href, sectionIndex } = stop;
      if (sectionIndex > place.sectionIndex) continue;
      const start = sectionIndex < place.sectionIndex ? -1 : (inside.get(href) ?? 0);
      if (start >= place.to && start > place.from) continue;
      if (href === chosen && start >= place.from) return stop;
      found = stop;
    }
    return found;
  }

  #inside(sectionIndex: number, document: Document, text: TextIndex): ReadonlyMap<string, number> {
    const known = this.#characters.get(document);
    if (known) return known;
    const made = new Map<string, number>();
    for (const { href, fragment, sectionIndex: index } of this.#stops) {
      if (index !== sectionIndex) continue;
      const element = fragment === null ? null : document.getElementById(fragment);
      made.set(href, element ? text.startOf(text.firstAtOrAfter(element)) : 0);
    }
    this.#characters.set(document, made);
    return made;
  }
}

/** Path and fragment of a container address. */
export function splitHref(href: string): [path: string, fragment: string | null] {
  const hash = href.indexOf('#');
  return hash < 0 ? [href, null] : [href.slice(0, hash), href.slice(hash + 1)];
}
