import { toIso } from '../../platform/to-iso.ts';
import { type Catalogue, EPUB, ICON, opdsPaths, otherPages, pageAddress } from './addresses.ts';
import type { ShelfEntry, ShelfPage } from './service.ts';
import { opdsTexts } from './texts.ts';

/** Media types of OPDS 2.0 and of Authentication for OPDS 1.0. */
export const FEED = 'application/opds+json';
export const PUBLICATION = 'application/opds-publication+json';
export const AUTHENTICATION = 'application/opds-authentication+json';

const { v2 } = opdsPaths;

/** Reading apps fill this in (RFC 6570). */
const searchLink = (origin: string) =>
  ({ rel: 'search', href: `${origin}${v2.shelf}{?query}`, type: FEED, templated: true }) as const;

/** The beginning of the catalogue in OPDS 2.0. */
export function jsonNavigation({ origin, storeName }: Catalogue): object {
  return {
    metadata: { title: storeName },
    links: [{ rel: ['self', 'start'], href: origin + v2.root, type: FEED }, searchLink(origin)],
    navigation: [{ rel: 'http://opds-spec.org/shelf', href: origin + v2.shelf, title: opdsTexts.shelf, type: FEED }],
  };
}

/** A page of the shelf in OPDS 2.0. */
export function jsonShelf(catalogue: Catalogue, shelf: ShelfPage): object {
  const { origin } = catalogue;
  const address = (page: number) => origin + pageAddress(v2.shelf, shelf, page);
  const { query, total, perPage, page, changedAt } = shelf;
  return {
    metadata: {
      title: query === '' ? opdsTexts.shelf : opdsTexts.found(query),
      modified: toIso(changedAt),
      numberOfItems: total,
      itemsPerPage: perPage,
      currentPage: page,
    },
    links: [
      { rel: 'self', href: address(page), type: FEED },
      { rel: ['start', 'up'], href: origin + v2.root, type: FEED },
      searchLink(origin),
      ...otherPages(shelf).map((other) => ({ rel: other.rel, href: address(other.page), type: FEED })),
    ],
    publications: shelf.entries.map((entry) => jsonPublication(catalogue, entry)),
  };
}

/** A part in OPDS 2.0: the book is the series of its parts, and what it belongs to their collection. */
export function jsonPublication({ origin }: Catalogue, entry: ShelfEntry): object {
  const { id, book, position, series, genre } = entry;
  return {
    metadata: {
      '@type': 'http://schema.org/Book',
      identifier: `urn:uuid:${id}`,
      title: entry.title,
      author: entry.author,
      language: entry.language,
      published: toIso(entry.releasedAt),
      modified: toIso(entry.modifiedAt),
      description: entry.summary,
      ...(genre === '' ? {} : { subject: [genre] }),
      belongsTo: {
        series: { name: book, position },
        ...(series ? { collection: withoutNull({ name: series.name, position: series.number }) } : {}),
      },
    },
    links: [
      { rel: 'self', href: origin + v2.part(id), type: PUBLICATION },
      { rel: 'http://opds-spec.org/acquisition', href: origin + opdsPaths.epub(id), type: EPUB },
    ],
    images: [
      entry.cover === null
        ? { href: origin + ICON.path, type: ICON.type, width: ICON.size, height: ICON.size }
        : { href: origin + entry.cover, type: 'image/jpeg' },
    ],
  };
}

const withoutNull = ({ name, position }: { readonly name: string; readonly position: number | null }): object =>
  position === null ? { name } : { name, position };

/** How a reading app signs in (Authentication for OPDS 1.0). */
export function authenticationDocument({ origin, storeName }: Catalogue): object {
  return {
    id: origin + opdsPaths.authentication,
    title: storeName,
    description: opdsTexts.signIn,
    links: [
      { rel: 'logo', href: origin + ICON.path, type: ICON.type, width: ICON.size, height: ICON.size },
      { rel: 'help', href: `${origin}/user-settings`, type: 'text/html' },
      { rel: 'register', href: `${origin}/register`, type: 'text/html' },
    ],
    authentication: [
      {
        type: 'http://opds-spec.org/auth/basic',
        labels: { login: opdsTexts.login, password: opdsTexts.password },
      },
    ],
  };
}
