import { isComplete, isIdle, idle, nextFrame } from './engine-rest.ts';
import { openEdition } from '@cuentos/epub/container/zip-loader';
import type { Loader } from '@cuentos/epub/container/loader';
import { createUrlLoader } from '@cuentos/epub/container/url-loader';
import type { Publication } from '@cuentos/epub/container/publication';
import { TextIndex } from '@cuentos/epub/locator/text-index';
import { reviewPages, type ReviewedChapter, type ReviewLook } from '@cuentos/epub/page-review/review-pages';
import { WordProof } from '@cuentos/epub/render/pagination/prove-words';
import { openReader, type Reader } from '@cuentos/epub/render/reader';
import type { ReaderOptions, ReaderTexts, ReaderTheme, Relocation } from '@cuentos/epub/render/reader-types';
import { type SectionWalk, type WalkOptions, walkSection } from './walk-section.ts';

export interface OpenOptions extends Partial<ReaderOptions> {
  /** Address below which the reader requests the book file by file. */
  readonly files?: string;
}

export interface WalkedReview {
  /** False: the engine loosens no box, so that the faults planted by a test remain. */
  readonly isProved?: boolean;
  /** Number of chapters to skip. */
  readonly skip?: number;
  /** Number of chapters after which the review is aborted. */
  readonly most?: number;
}

/** Objects that the tests find on `window.harness`. */
export interface Harness {
  readonly theme: ReaderTheme;
  readonly relocations: Relocation[];
  readonly events: { name: string; detail: unknown }[];
  reader: Reader | null;
  loader: Loader | null;
  publication: Publication | null;
  /** Blob URLs that were created and not revoked. */
  readonly blobs: Set<string>;
  mayTurn: boolean;
  readonly TextIndex: typeof TextIndex;
  /** Walks a section to its end and back. */
  walk(path: string, options?: WalkOptions): Promise<SectionWalk>;
  /** Walks a book as 'Revisar páginas' does, and tells which of its words can be read in each look. */
  review(url: string, looks: readonly ReviewLook[], options: WalkedReview): Promise<ReviewedChapter[]>;
  /** Records another event. The engine behaves differently for some events when they have a listener. */
  record(name: 'footnote' | 'image'): void;
  open(url: string, options?: OpenOptions): Promise<void>;
  /** Closes the book and removes all that a test has left on the page. */
  close(): void;
  /** Resolves with the last report when the engine has come to rest. */
  settled(): Promise<Relocation>;
  /** Resolves when the engine has no frame or idle callback pending, which is sooner than {@link Harness.settled}. */
  idle(): Promise<void>;
  /** Resolves after the next frame. */
  nextFrame(): Promise<void>;
  /** Turns a page and resolves with its report when the page has been painted; null at the book's end. */
  nextReport(): Promise<Relocation | null>;
}

const blobs = new Set<string>();
const { createObjectURL, revokeObjectURL } = URL;
URL.createObjectURL = (blob) => {
  const url = createObjectURL.call(URL, blob);
  blobs.add(url);
  return url;
};
URL.revokeObjectURL = (url) => {
  blobs.delete(url);
  revokeObjectURL.call(URL, url);
};

const theme: ReaderTheme = {
  background: '#FFFFFF',
  color: '#000000',
  fontSize: 16,
  fontFamily: 'auto',
  lineHeight: 1.5,
  marginLeft: 10,
  marginRight: 10,
  flow: 'paginated',
  spread: 'none',
  highlightColors: { yellow: '#FFE680', green: '#BFE8B4', blue: '#B8DAF8', pink: '#F9C6DC', red: '#F8B9AE' },
};

const texts: ReaderTexts = {
  missingSection: 'Falta esta parte del libro.',
  sectionName: (number, count, chapter) => `${chapter ?? 'Sin título'}: parte ${number} de ${count}`,
};

/** Number of consecutive frames without work after which the engine counts as at rest. */
const QUIET_FRAMES = 3;
/** Time after which a request counts as cut or held by its line, ms. */
const LATE_MS = 300;

/** Files of the open book that were requested and have not arrived. */
let coming = new Set<object>();

/** Wraps a loader so that `coming` has the files it is waiting for. */
function countFiles(loader: Loader): Loader {
  const ofBook = new Set<object>();
  coming = ofBook;
  const counted = async <T>(file: Promise<T>): Promise<T> => {
    ofBook.add(file);
    try {
      return await file;
    } finally {
      ofBook.delete(file);
    }
  };
  return {
    text: (path) => counted(loader.text(path)),
    blob: (path, mediaType) => counted(loader.blob(path, mediaType)),
    close: () => loader.close(),
    ...(loader.head ? { head: async (path: string) => counted(loader.head?.(path) ?? Promise.resolve(null)) } : {}),
  };
}

const { prove } = WordProof.prototype;

const recorded = new Set<string>();
const RECORDED = ['tap', 'link', 'error', 'select', 'deselect', 'highlight-tap', 'history'] as const;

const harness: Harness = {
  theme,
  relocations: [],
  events: [],
  reader: null,
  loader: null,
  publication: null,
  blobs,
  mayTurn: true,
  TextIndex,
  walk(path, options = { isPatient: true }) {
    const section = harness.publication?.sections.find((each) => each.path === path);
    const isDrawn = section?.layout === 'pre-paginated';
    return walkSection(harness.reader as Reader, TextIndex, path, { ...options, isDrawn });
  },
  async review(url, looks, { isProved = true, skip = 0, most = Number.POSITIVE_INFINITY }) {
    WordProof.prototype.prove = isProved ? prove : () => Promise.resolve();
    const { publication, loader } = await openEdition(await (await fetch(url)).arrayBuffer());
    const controller = new AbortController();
    const { signal } = controller;
    const chapters: ReviewedChapter[] = [];
    try {
      for await (const chapter of reviewPages({
        container: document.body,
        publication,
        loader,
        looks,
        texts,
        signal,
        skip,
      })) {
        chapters.push(chapter);
        if (chapters.length === most) controller.abort();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    loader.close();
    WordProof.prototype.prove = prove;
    return chapters;
  },
  record(name) {
    if (recorded.has(name)) return;
    recorded.add(name);
    harness.reader?.on(name, (detail: unknown) => harness.events.push({ name, detail }));
  },
  async open(url, { files, ...options } = {}) {
    const bytes = await (await fetch(url)).arrayBuffer();
    const { publication, loader: zip } = await openEdition(bytes);
    const whole = files === undefined ? zip : createUrlLoader({ urlOf: (path) => `${files}${path}` });
    const loader = countFiles(whole);
    const host = document.querySelector('#host') as HTMLElement;
    harness.publication = publication;
    harness.loader = loader;
    const reader = await openReader({
      host,
      publication,
      loader,
      theme,
      texts,
      onTurnRequest: () => harness.mayTurn,
      ...options,
    });
    harness.reader = reader;
    reader.on('relocate', (relocation) => harness.relocations.push(relocation));
    for (const name of RECORDED) {
      reader.on(name, (detail: unknown) => harness.events.push({ name, detail: portable(detail) }));
    }
    await harness.settled();
  },
  close() {
    harness.reader?.destroy();
    harness.loader?.close();
    for (const name of ['reader', 'loader', 'publication'] as const) harness[name] = null;
    document.querySelector('#host')?.replaceChildren();
    harness.relocations.length = 0;
    harness.events.length = 0;
    harness.mayTurn = true;
    recorded.clear();
    blobs.clear();
  },
  async settled() {
    let lastState = '';
    let since = performance.now();
    for (let quiet = 0; quiet < QUIET_FRAMES && performance.now() - since < LATE_MS;) {
      await nextFrame();
      const now = `${harness.relocations.length} ${document.querySelectorAll('iframe').length}`;
      const isAtWork = now !== lastState || !isIdle() || harness.relocations.length === 0;
      if (isAtWork) since = performance.now();
      quiet = isAtWork || coming.size > 0 || !isComplete() ? 0 : quiet + 1;
      lastState = now;
    }
    return harness.relocations.at(-1) as Relocation;
  },
  idle,
  nextFrame,
  async nextReport() {
    const reader = harness.reader as Reader;
    const { promise, resolve } = Promise.withResolvers<Relocation>();
    const stop = reader.on('relocate', resolve);
    try {
      return (await reader.next()) ? await promise : null;
    } finally {
      stop();
    }
  },
};

/** Returns the part of an event's detail that can be copied to the test's process: without document and range. */
function portable(detail: unknown): unknown {
  if (typeof detail !== 'object' || detail === null || !('document' in detail)) return detail;
  const { document: _, range: __, ...rest } = detail as Record<string, unknown>;
  return rest;
}

declare global {
  interface Window {
    harness: Harness;
  }
}
window.harness = harness;
