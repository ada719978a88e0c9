/** Facts of the shop that every document of the catalogue states. */
export interface Catalogue {
  /** Absolute, without trailing slash. */
  readonly origin: string;
  readonly storeName: string;
  readonly authorName: string;
}

/** Paths of the catalogue, below the shop's origin. */
export const opdsPaths = {
  /** The address that readers type: the version that their app asks for. */
  root: '/opds',
  authentication: '/opds/authentication.json',
  epub: (partId: string) => `/opds/parts/${partId}/book.epub`,
  v1: { root: '/opds/v1.2', shelf: '/opds/v1.2/shelf', search: '/opds/v1.2/search.xml' },
  v2: { root: '/opds/v2', shelf: '/opds/v2/shelf', part: (partId: string) => `/opds/v2/parts/${partId}` },
} as const;

/** A page of a feed by its address, with what was looked for. */
export function pageAddress(shelf: string, { query }: { readonly query: string }, page: number): string {
  const search = new URLSearchParams({
    ...(query === '' ? {} : { query }),
    ...(page === 1 ? {} : { page: `${page}` }),
  });
  return search.size === 0 ? shelf : `${shelf}?${search.toString()}`;
}

/** Links to the other pages of a feed, by relation. */
export function otherPages({ page, lastPage }: { readonly page: number; readonly lastPage: number }) {
  return [
    ...(page > 1 ? [{ rel: 'first', page: 1 }] : []),
    ...(page > 1 ? [{ rel: 'previous', page: Math.min(page - 1, lastPage) }] : []),
    ...(page < lastPage ? [{ rel: 'next', page: page + 1 }] : []),
    ...(page < lastPage ? [{ rel: 'last', page: lastPage }] : []),
  ];
}

export const EPUB = 'application/epub+zip';

/** The shop's icon, for what has no cover: a publication of OPDS 2.0 has to have a picture. */
export const ICON = { path: '/icon-512.png', type: 'image/png', size: 512 } as const;
