import type { BookPlaces } from '@cuentos/epub/container/book-places';
import type { Publication } from '@cuentos/epub/container/publication';
import { CHARACTERS_PER_LOCATION, isOfPictures } from '@cuentos/epub/locator/locations';
import type { Chapter, Contents } from '../chapters.ts';

/** Kind of the steps of a scale: pages of the printed book, drawn pages, or locations where a text has neither. */
type StepKind = 'printed' | 'drawn' | 'location';

interface Step {
  readonly label: string;
  /** Units of the book before this step. */
  readonly start: number;
}

interface ChapterStart {
  readonly chapter: Chapter;
  /** 0 to 1. */
  readonly fraction: number;
}

interface ScaledBook {
  readonly publication: Pick<Publication, 'sections' | 'characters'>;
  readonly contents: Contents;
  /** Null where the edition has none. */
  readonly places: BookPlaces | null;
  /** Where the sample ends, percent of the part. */
  readonly end: number;
}

/** Units by which places may differ and are the same for a reader: half a character, or next to nothing of a section. */
const NEAR = { character: 0.5, section: 1e-6 } as const;

/**
 * A part as a line from its beginning, 0, to {@link BookScale.end}: in named steps, with the beginnings of its chapters.
 * Its unit is a character, or a section where a book is read by its pictures.
 */
export class BookScale {
  readonly kind: StepKind;
  /** Where the part or sample ends, 0 to 1. */
  readonly end: number;
  readonly chapters: readonly ChapterStart[];
  /** Number of the last page of the whole part. */
  readonly lastLabel: string;
  readonly #steps: readonly Step[];
  readonly #units: number;
  readonly #near: number;

  constructor({ publication, contents, places, end }: ScaledBook) {
    const linear = publication.sections.filter((section) => section.linear);
    const isDrawn = isOfPictures(publication);
    this.#near = isDrawn ? NEAR.section : NEAR.character;
    this.#units = Math.max(1, isDrawn ? linear.length : publication.characters);
    this.end = end / 100;
    const pages = isDrawn ? [] : (places?.pages ?? []);
    this.kind = isDrawn ? 'drawn' : pages.length > 0 ? 'printed' : 'location';
    const size = isDrawn ? 1 : CHARACTERS_PER_LOCATION;
    const count = Math.max(1, Math.ceil((this.#units * this.end) / size));
    this.#steps =
      pages.length > 0
        ? pages.map(([label, start]) => ({ label, start }))
        : Array.from({ length: count }, (_, at) => ({ label: String(at + 1), start: at * size }));
    this.lastLabel = pages.at(-1)?.[0] ?? String(Math.max(1, Math.ceil(this.#units / size)));
    const startOf = (href: string): number | null => {
      const path = href.split('#')[0];
      const at = linear.findIndex((section) => section.path === path);
      if (at < 0) return null;
      return isDrawn ? at : (places?.chapters[href] ?? linear[at]?.start ?? null);
    };
    this.chapters = this.#chaptersOf(contents, startOf);
  }

  get count(): number {
    return this.#steps.length;
  }

  /** Number, from 0, of the step that contains a place of the book; the first for places before it. */
  stepAt(fraction: number): number {
    const units = fraction * this.#units + this.#near / 2;
    return Math.max(
      0,
      this.#steps.findLastIndex(({ start }) => start <= units),
    );
  }

  labelOf(step: number): string {
    return this.#steps[step]?.label ?? '';
  }

  /** Place in the book at which a step begins, 0 to 1; the ends of the line for steps beyond them. */
  fractionOf(step: number): number {
    const start = this.#steps[step]?.start;
    if (start !== undefined) return Math.min(this.end, this.#fractionAt(start));
    return step < 0 ? 0 : this.end;
  }

  /** Finds the step that the reader named; null when the book has no such step. */
  stepNamed(name: string): number | null {
    const wanted = name.trim().toLowerCase();
    const at = this.#steps.findIndex(({ label }) => label.toLowerCase() === wanted);
    return at < 0 ? null : at;
  }

  /** The chapter that contains a place; null before the first. */
  chapterAt(fraction: number): ChapterStart | null {
    return this.chapters.findLast((each) => each.fraction <= fraction + this.#near / this.#units) ?? null;
  }

  /**
   * Beginning of the next chapter, or of the one before: the current chapter's own if the place is after its beginning.
   */
  chapterBeside(fraction: number, direction: 1 | -1): number {
    const near = (this.#near / this.#units) * 1.5;
    const starts = this.chapters.map((chapter) => chapter.fraction);
    if (direction > 0) return starts.find((start) => start > fraction + near) ?? this.end;
    return starts.findLast((start) => start < fraction - near) ?? 0;
  }

  /** A little inside the first unit, so that rounding never results in the unit before. */
  #fractionAt(units: number): number {
    return units === 0 ? 0 : (units + this.#near) / this.#units;
  }

  #chaptersOf(contents: Contents, startOf: (href: string) => number | null): ChapterStart[] {
    const counted = new Set<number>();
    return contents.chapters
      .flatMap((chapter) => {
        const start = chapter.href === null ? null : startOf(chapter.href);
        const number = contents.numberOf(chapter)?.number;
        // A row below a counted chapter is a part of it.
        if (start === null || number === undefined || counted.has(number)) return [];
        counted.add(number);
        return [{ chapter, fraction: this.#fractionAt(start) }];
      })
      .filter(({ fraction }) => fraction <= this.end)
      .toSorted((one, other) => one.fraction - other.fraction);
  }
}
