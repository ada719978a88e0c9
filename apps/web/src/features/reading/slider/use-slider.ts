import { type BookPlaces, PLACES_PATH } from '@cuentos/epub/container/book-places';
import type { Relocation } from '@cuentos/epub/render/reader-types';
import { PlaceWords } from '@cuentos/epub/render/tools/place-words';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from '../../../lib/react-store.ts';
import type { OpenedBook } from '../opening/open-book.ts';
import type { ReadingSession } from '../reading-session.ts';
import { BookScale } from './book-scale.ts';

/** Rest after the last key, until the page follows, ms. */
const KEYS_REST_MS = 500;
/** Rest of the thumb, until the words of its place are looked for, ms. */
const WORDS_REST_MS = 90;
/** Letters of the words shown of a place. */
const WORDS_LETTERS = 60;

/** The part as a scale; once the places that its edition carries are here, with these. */
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

/** Null for an edition without such a file, and where it does not come: then sections and locations do. */
async function bringPlaces({ publication, loader }: OpenedBook): Promise<BookPlaces | null> {
  if (!publication.resources.some(({ path }) => path === PLACES_PATH)) return null;
  try {
    return JSON.parse(await loader.text(PLACES_PATH)) as BookPlaces;
  } catch {
    return null;
  }
}

/** A thumb that is moved, and the page that follows once it rests. */
export interface Thumb {
  /** Part of the book at which it stands, 0 to 1. */
  readonly at: number;
  /** It stands elsewhere than the page. */
  readonly isMoved: boolean;
  /** Moves it; the page stays. */
  readonly move: (to: number) => void;
  /** Moves it by a key: the page follows when the keys rest. */
  readonly step: (to: number) => void;
  /** The page goes where the thumb is, or where it is told. */
  readonly release: (to?: number) => void;
  /** Puts it back to where the page is. */
  readonly cancel: () => void;
}

interface MovedThumb {
  readonly at: number;
  /** The page from which it was let go: until there is another one, the thumb stays. Null while it is held. */
  readonly left: Relocation | null;
}

/** The thumb of a session: it stands where the page is, unless it is moved. */
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

/** Whether a part of the book stands on a page: one that is asked for by its name keeps it, wherever its page begins. */
function covers(
  { sectionIndex, percentage, charactersLeftInSection }: Relocation,
  at: number,
  { publication }: OpenedBook,
) {
  const section = publication.sections[sectionIndex];
  const end = section ? section.start + section.characters - charactersLeftInSection : 0;
  return at * 100 >= percentage && at * publication.characters < end;
}

/** The first words of a place, once the thumb rests there; those of the place before until then. */
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
          // Without a line the numbers are enough.
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
