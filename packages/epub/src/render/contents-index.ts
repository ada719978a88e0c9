import type { Publication, Section, TocEntry } from '../container/publication.ts';
import type { TextIndex } from '../locator/text-index.ts';

/** An entry of the contents, flat, with the place it leads to. */
export interface Stop {
  readonly href: string;
  readonly title: string;
  readonly fragment: string | null;
  /** Index of the entry's section in the book. */
  readonly sectionIndex: number;
  /** Depth in the tree, from 0. */
  readonly level: number;
}

/** The part of a chapter after the page that is shown. */
interface ChapterRest {
  readonly characters: number;
  /** Sections of the chapter after the current one. */
  readonly sections: readonly Section[];
}

/** Finds the entry of the contents that a page belongs to. */
export class ContentsIndex {
  readonly #stops: readonly Stop[];
  /** Characters of the section before each stop; known for sections that were shown. */
  readonly #charactersBefore = new Map<string, number>();
  /** The same counts by document: a new layout does not change them. */
  readonly #characters = new WeakMap<Document, ReadonlyMap<string, number>>();

  constructor(toc: readonly TocEntry[], sectionOf: (path: string) => number) {
    const stops: Stop[] = [];
    const visit = (entries: readonly TocEntry[], level: number): void => {
      for (const { href, title, children } of entries) {
        if (href !== null) {
          const [path, fragment] = splitHref(href);
          const sectionIndex = sectionOf(path);
          if (sectionIndex >= 0) stops.push({ href, title, fragment, sectionIndex, level });
        }
        visit(children, level + 1);
      }
    };
    visit(toc, 0);
    this.#stops = stops;
  }

  /** Returns the addresses of all entries, in order. */
  hrefs(): string[] {
    return this.#stops.map(({ href }) => href);
  }

  /** Title of the entry that a place belongs to, given the offsets of entries inside its section; null before the first. */
  titleAt(sectionIndex: number, offset: number, offsetOf: (fragment: string) => number): string | null {
    let title: string | null = null;
    for (const stop of this.#stops) {
      if (stop.sectionIndex > sectionIndex) continue;
      const start = stop.sectionIndex < sectionIndex || stop.fragment === null ? -1 : offsetOf(stop.fragment);
      if (start <= offset) ({ title } = stop);
    }
    return title;
  }

  /** Returns the title of the entry that the section begins or continues; null before the first entry. */
  titleOf(sectionIndex: number): string | null {
    const own = this.#stops.find((stop) => stop.sectionIndex === sectionIndex);
    return (own ?? this.#stops.findLast((stop) => stop.sectionIndex < sectionIndex))?.title ?? null;
  }

  /**
   * The last entry that begins before the end of the shown page. `chosen` wins when it is one of several
   * that begin on this page: the reader has just tapped it.
   */
  current(
    place: { sectionIndex: number; document: Document; text: TextIndex; isHead: boolean; from: number; to: number },
    chosenHref: string | null,
  ): Stop | null {
    // A place that the loaded beginning of a chapter does not hold comes after that beginning.
    const inside = this.#inside(place, place.isHead ? Number.POSITIVE_INFINITY : 0);
    let lastStop: Stop | null = null;
    for (const stop of this.#stops) {
      const { href, sectionIndex } = stop;
      if (sectionIndex > place.sectionIndex) continue;
      const start = sectionIndex < place.sectionIndex ? -1 : (inside.get(href) ?? 0);
      if (start >= place.to && start > place.from) continue;
      if (href === chosenHref && start >= place.from) return stop;
      lastStop = stop;
    }
    return lastStop;
  }

  /**
   * Returns the rest of the chapter that `entry` begins, from the character `read` of `section` to the next entry of
   * the same level or above. In a section that was never shown, entries count as beginning at the section's start.
   *
   * @param of 'entry' ends at any such entry; 'chapter' ignores entries of `section` below the first level
   */
  rest(
    entry: Stop | null,
    section: Section,
    read: number,
    { sections, characters }: Publication,
    of: 'entry' | 'chapter',
  ): ChapterRest {
    const here = section.start + read;
    const from = entry ? this.#stops.indexOf(entry) + 1 : 0;
    const next = this.#stops.slice(from).find(({ level, sectionIndex, href }) => {
      if (level > (entry?.level ?? 0) || sectionIndex < section.index) return false;
      if (sectionIndex > section.index) return true;
      return (of === 'entry' || level === 0) && (this.#charactersBefore.get(href) ?? 0) >= read;
    });
    const end = next
      ? (sections[next.sectionIndex]?.start ?? 0) + (this.#charactersBefore.get(next.href) ?? 0)
      : characters;
    const last = next?.sectionIndex ?? sections.length;
    return {
      characters: Math.max(0, end - here),
      sections: sections.filter(({ linear, index }) => linear && index > section.index && index < last),
    };
  }

  #inside(
    { sectionIndex, document, text }: { sectionIndex: number; document: Document; text: TextIndex },
    absent: number,
  ): ReadonlyMap<string, number> {
    const cachedStarts = this.#characters.get(document);
    if (cachedStarts) return cachedStarts;
    const starts = new Map<string, number>();
    for (const { href, fragment, sectionIndex: index } of this.#stops) {
      if (index !== sectionIndex) continue;
      const element = fragment === null ? null : document.getElementById(fragment);
      starts.set(href, element ? text.startOf(text.firstAtOrAfter(element)) : fragment === null ? 0 : absent);
    }
    for (const [href, start] of starts) if (start < Number.POSITIVE_INFINITY) this.#charactersBefore.set(href, start);
    this.#characters.set(document, starts);
    return starts;
  }
}

/** Path and fragment of a container address. */
export function splitHref(href: string): [path: string, fragment: string | null] {
  const hash = href.indexOf('#');
  return hash < 0 ? [href, null] : [href.slice(0, hash), href.slice(hash + 1)];
}
