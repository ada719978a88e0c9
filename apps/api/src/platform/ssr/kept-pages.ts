import type { ClientPage, LoadedPage, RedirectPage, WebPages } from '@cuentos/contract/ssr';
import { isUnavailable } from '../db/db.ts';
import { type PackedSnapshot, packSnapshot } from '../http/snapshot.ts';
import type { OwnPageServices, PagesState } from './page-services.ts';

/** A public page in the form in which it is sent. */
export interface MadePage extends Pick<LoadedPage, 'kind' | 'status' | 'data' | 'until' | 'keeping'> {
  readonly snapshot: PackedSnapshot;
}

/** Answer to an address. */
export type Answer = MadePage | ClientPage | RedirectPage;

/**
 * A cached page and the state it was made from. After another state it has to be loaded again, though it may be
 * unchanged.
 */
interface KeptPage {
  readonly page: MadePage;
  readonly state: PagesState;
}

/** A page that is being made. */
interface Making {
  readonly state: PagesState;
  readonly done: Promise<Answer>;
}

/** Bytes of pages that a process keeps, all encodings together: a book's page takes 160 kB, one of 200 books a megabyte. */
const STANDING_BYTES = 48_000_000;
const PASSING_BYTES = 8_000_000;
/** Number of pages made before the process is ready; a large shop's other books follow one by one. */
const MADE_FIRST = 24;

interface Deps {
  readonly web: WebPages;
  readonly services: OwnPageServices;
  /** The document of a page that was drawn. */
  readonly documentOf: (page: LoadedPage) => string;
}

export type KeptPages = ReturnType<typeof createKeptPages>;

/**
 * Public pages, rendered once for everybody. Only addresses of existing pages are cached, in their canonical form, so
 * that invented addresses evict none. A page is loaded again when data of pages have changed, and rendered again when
 * it differs.
 */
export function createKeptPages(deps: Deps) {
  const { web, services } = deps;
  const shelves = createShelves();
  const making = new Map<string, Making>();

  /** Simultaneous visitors of a page wait for one rendering; after a change they wait for a new one. */
  const makeOnce = (path: string, state: PagesState, kept: KeptPage | undefined): Promise<Answer> => {
    const underWay = making.get(path);
    if (underWay && isSameState(underWay.state, state)) return underWay.done;
    const done = makePage(deps, path, kept?.page)
      .then((page) => {
        if (making.get(path)?.done === done) shelves.keep(path, page, state);
        return page;
      })
      .catch((error: unknown) => {
        if (kept && isUnavailable(error)) return kept.page;
        throw error;
      })
      .finally(() => {
        if (making.get(path)?.done === done) making.delete(path);
      });
    making.set(path, { state, done });
    return done;
  };
  const read = async (path: string): Promise<Answer> => {
    const state = await services.state();
    const kept = shelves.get(path);
    if (kept && isSameState(kept.state, state) && services.now() < kept.page.until) return kept.page;
    return makeOnce(path, state, kept);
  };
  return {
    /**
     * Returns the cached page of an address if it is certainly current, else null. `read` finds a page whose address is
     * written in another form.
     */
    find(url: string): MadePage | null {
      const query = url.indexOf('?');
      const path = query === -1 ? url : url.slice(0, query);
      const kept = shelves.get(path);
      return kept && services.now() < kept.page.until && services.isFresh(kept.state) ? kept.page : null;
    },
    /** The answer of a path that `WebPages.sharedPath` gave. */
    read,
    /** The answer of an address, made for one visitor and not kept. */
    makeSingle: async (url: string): Promise<Answer> => makePage(deps, url),
    /**
     * Renders the permanent pages, so that they can be shown without the database.
     * @returns when the first of them are ready; `rest` resolves with the others, or as soon as `isOver` says so.
     */
    async makeStanding(isOver: () => boolean): Promise<{ readonly rest: Promise<void> }> {
      const paths = await web.standingPaths(services);
      const makeEach = async (some: readonly string[]): Promise<void> => {
        for (const path of some) if (!isOver()) await read(path);
      };
      await makeEach(paths.slice(0, MADE_FIRST));
      return { rest: makeEach(paths.slice(MADE_FIRST)) };
    },
  };
}

/**
 * @param last answer that is sent once more when the page is still the same and its own facts (the year) still hold.
 */
async function makePage({ web, services, documentOf }: Deps, url: string, last?: MadePage): Promise<Answer> {
  const loaded = await web.loadPage(url, services);
  if (loaded.kind !== 'page') return loaded;
  const { kind, status, data, until, keeping } = loaded;
  const isSame = last?.data === data && last.status === status && services.now() < last.until;
  const snapshot = isSame ? last.snapshot : await packSnapshot(documentOf(loaded));
  return { kind, status, data, until, keeping, snapshot };
}

function isSameState(one: PagesState, other: PagesState): boolean {
  return one.books === other.books && one.shop === other.shop && one.leastAmount === other.leastAmount;
}

/** Pages by path; temporary pages take no space from permanent ones. */
function createShelves() {
  const shelves = { standing: createShelf(STANDING_BYTES), passing: createShelf(PASSING_BYTES) };
  return {
    get: (path: string): KeptPage | undefined => shelves.standing.get(path) ?? shelves.passing.get(path),
    /** Removes the page cached under the path, and caches the new one if it may be cached. */
    keep(path: string, page: Answer, state: PagesState): void {
      for (const shelf of Object.values(shelves)) shelf.delete(path);
      if (page.kind === 'page' && page.keeping !== 'single') shelves[page.keeping].set(path, { page, state });
    },
  };
}

/** Caches pages up to a number of bytes and evicts the least recently used first. */
function createShelf(maxBytes: number) {
  const pages = new Map<string, KeptPage>();
  let bytes = 0;
  const remove = (path: string): void => {
    bytes -= pages.get(path)?.page.snapshot.bytes ?? 0;
    pages.delete(path);
  };
  return {
    get(path: string): KeptPage | undefined {
      const kept = pages.get(path);
      if (kept && pages.size > 1) {
        pages.delete(path);
        pages.set(path, kept);
      }
      return kept;
    },
    set(path: string, kept: KeptPage): void {
      remove(path);
      pages.set(path, kept);
      bytes += kept.page.snapshot.bytes;
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes || oldest === path) return;
        remove(oldest);
      }
    },
    delete: remove,
  };
}
