import { type BookPlaces, PLACES_PATH } from '@cuentos/epub/container/book-places';
import { isOfPictures } from '@cuentos/epub/locator/locations';
import type { Relocation } from '@cuentos/epub/render/reader-types';
import { PlaceWords } from '@cuentos/epub/render/tools/place-words';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from '../../../lib/react-store.ts';
import type { OpenedBook } from '../opening/open-book.ts';
import type { ReadingSession } from '../reading-session.ts';
import { BookScale } from './book-scale.ts';

/** Pause after the last key before the page follows, ms. */
const KEYS_REST_MS = 500;
/** Pause of the thumb before the words of its place are fetched, ms. */
const WORDS_REST_MS = 90;
/** Number of letters shown of a place. */
const WORDS_LETTERS = 60;

/** The part as a scale; with the places in its edition once they have loaded. */
export function useScale({ book, contents }: ReadingSession): BookScale {
  const [places, setPlaces] = useState<BookPlaces | null>(null);
  useEffect(() => {
    let isMounted = true;
    void bringPlaces(book).then((found) => isMounted && setPlaces(found));
    return () => {
      isMounted = false;
    };
  }, [book]);
  return useMemo(() => {
    const { publication, sample } = book;
    return new BookScale({ publication, contents, places, end: sample?.end ?? 100 });
  }, [book, contents, places]);
}

/** Null for an edition without such a file, and when it fails to load: then sections and locations are used. */
async function bringPlaces({ publication, loader }: OpenedBook): Promise<BookPlaces | null> {
  if (!publication.resources.some(({ path }) => path === PLACES_PATH)) return null;
  try {
    return JSON.parse(await loader.text(PLACES_PATH)) as BookPlaces;
  } catch {
    return null;
  }
}

/** A movable thumb, and the page that follows when it rests. */
export interface Thumb {
  /** Place of the thumb, 0 to 1. */
  readonly at: number;
  /** Whether it differs from the page's place. */
  readonly isMoved: boolean;
  /** Moves it without the page. */
  readonly move: (to: number) => void;
  /** Moves it by a key: the page follows when the keys rest. */
  readonly step: (to: number) => void;
  /** Moves the page to the thumb's place, or to the given one. */
  readonly release: (to?: number) => void;
  /** Moves it back to the page's place. */
  readonly cancel: () => void;
}

interface MovedThumb {
  readonly at: number;
  /** The page at which it was released: until another page is shown the thumb stays. Null while it is held. */
  readonly left: Relocation | null;
}

/** The thumb of a session: it is at the page's place unless it is moved. */
export function useThumb(session: ReadingSession, { end }: BookScale): Thumb {
  const { place } = useStore(session);
  const [moved, setMoved] = useState<MovedThumb | null>(null);
  const target = useRef<number | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const move = (to: number) => {
    clearTimeout(rest.current);
    target.current = Math.min(end, Math.max(0, to));
    setMoved({ at: target.current, left: null });
  };
  const release = (to: number | null = target.current) => {
    clearTimeout(rest.current);
    target.current = null;
    if (to === null) return;
    setMoved({ at: to, left: session.snapshot().place });
    void session.jump({ fraction: to });
  };
  const isMoved = moved !== null && (moved.left === null || moved.left === place);
  const isShown = moved !== null && moved.left !== null && place !== null && covers(place, moved.at, session.book);
  const here = place?.atEnd ? end : Math.min(end, (place?.percentage ?? 0) / 100);
  return {
    at: isMoved || isShown ? moved.at : here,
    isMoved,
    move,
    step(to) {
      move(to);
      rest.current = setTimeout(release, KEYS_REST_MS);
    },
    release,
    cancel() {
      clearTimeout(rest.current);
      target.current = null;
      setMoved(null);
    },
  };
}

/** Whether a place is on a page: a page opened by its name keeps that name, wherever the page begins. */
function covers(
  { sectionIndex, percentage, charactersLeftInSection, pages }: Relocation,
  at: number,
  { publication }: OpenedBook,
) {
  if (isOfPictures(publication)) {
    const linear = publication.sections.filter((section) => section.linear);
    return at * 100 >= percentage && at * 100 < percentage + 100 / linear.length / pages;
  }
  const section = publication.sections[sectionIndex];
  const end = section ? section.start + section.characters - charactersLeftInSection : 0;
  return at * 100 >= percentage && at * publication.characters < end;
}

/** The first words of a place, once the thumb rests; until then those of the place before. */
export function useWords({ publication, loader }: OpenedBook, at: number, isWanted: boolean): string {
  const [reading] = useState(() => new PlaceWords(publication, loader));
  const [words, setWords] = useState('');
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    const show = (found: string): void => {
      if (isCurrent) setWords(found);
    };
    const timer = setTimeout(
      () =>
        void reading.from(at, WORDS_LETTERS).then(show, () => {
          // Without a connection only the numbers are shown.
          show('');
        }),
      WORDS_REST_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [reading, at, isWanted]);
  return words;
}
