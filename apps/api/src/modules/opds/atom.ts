import { escapeXml } from '../../platform/escape-xml.ts';
import { toIso } from '../../platform/to-iso.ts';
import { type Catalogue, EPUB, opdsPaths, otherPages, pageAddress } from './addresses.ts';
import type { ShelfEntry, ShelfPage } from './service.ts';
import { opdsTexts } from './texts.ts';

/** Media types of OPDS 1.2. */
export const NAVIGATION = 'application/atom+xml;profile=opds-catalog;kind=navigation';
export const ACQUISITION = 'application/atom+xml;profile=opds-catalog;kind=acquisition';
export const SEARCH = 'application/opensearchdescription+xml';

const { v1 } = opdsPaths;

/** The beginning of the catalogue in OPDS 1.2: the shelf is all there is. @param changedAt epoch milliseconds */
export function atomNavigation(catalogue: Catalogue, { changedAt }: Pick<ShelfPage, 'changedAt'>): string {
  const { origin, storeName } = catalogue;
  const at = toIso(changedAt);
  return feed(catalogue, {
    id: origin + v1.root,
    title: storeName,
    changedAt,
    links: [
      link('self', origin + v1.root, NAVIGATION),
      link('http://opds-spec.org/shelf', origin + v1.shelf, ACQUISITION),
    ],
    body: `<entry>
<id>${escapeXml(origin + v1.shelf)}</id>
<title>${opdsTexts.shelf}</title>
<updated>${at}</updated>
<content type="text">${opdsTexts.shelfText}</content>
${link('subsection', origin + v1.shelf, ACQUISITION)}
</entry>
`,
  });
}

/** A page of the shelf in OPDS 1.2. */
export function atomShelf(catalogue: Catalogue, shelf: ShelfPage): string {
  const address = (page: number) => catalogue.origin + pageAddress(v1.shelf, shelf, page);
  const { query, total, perPage, page, changedAt } = shelf;
  return feed(catalogue, {
    id: address(1),
    title: query === '' ? opdsTexts.shelf : opdsTexts.found(query),
    changedAt,
    links: [
      link('self', address(page), ACQUISITION),
      link('up', catalogue.origin + v1.root, NAVIGATION),
      ...otherPages(shelf).map((other) => link(other.rel, address(other.page), ACQUISITION)),
    ],
    body: `<opensearch:totalResults>${total}</opensearch:totalResults>
<opensearch:itemsPerPage>${perPage}</opensearch:itemsPerPage>
${shelf.entries.map((entry) => atomEntry(catalogue, entry)).join('')}`,
  });
}

/** How a reading app searches the shelf (OpenSearch 1.1). */
export function searchDescription({ origin, storeName }: Catalogue): string {
  // OpenSearch allows 16 letters; a half of a pair is none.
  const name = storeName.slice(0, 16).toWellFormed();
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeXml(name)}</ShortName>
<Description>${opdsTexts.search}</Description>
<InputEncoding>UTF-8</InputEncoding>
<OutputEncoding>UTF-8</OutputEncoding>
<Url type="${ACQUISITION}" template="${escapeXml(origin + v1.shelf)}?query={searchTerms}"/>
</OpenSearchDescription>
`;
}

interface Feed {
  readonly id: string;
  readonly title: string;
  readonly changedAt: number;
  readonly links: readonly string[];
  readonly body: string;
}

function feed({ origin, authorName }: Catalogue, { id, title, changedAt, links, body }: Feed): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/terms/" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:schema="http://schema.org/" xml:lang="es-CL">
<id>${escapeXml(id)}</id>
<title>${escapeXml(title)}</title>
<updated>${toIso(changedAt)}</updated>
<author><name>${escapeXml(authorName)}</name></author>
${link('start', origin + v1.root, NAVIGATION)}
${link('search', origin + v1.search, SEARCH)}
${links.join('\n')}
${body}</feed>
`;
}

function atomEntry({ origin }: Catalogue, entry: ShelfEntry): string {
  const { id, cover, genre } = entry;
  const pictures =
    cover === null
      ? []
      : ['image', 'image/thumbnail'].map((rel) => link(`http://opds-spec.org/${rel}`, origin + cover, 'image/jpeg'));
  return `<entry>
<id>urn:uuid:${id}</id>
<title>${escapeXml(entry.title)}</title>
<author><name>${escapeXml(entry.author)}</name></author>
<published>${toIso(entry.releasedAt)}</published>
<updated>${toIso(entry.modifiedAt)}</updated>
<dc:identifier>urn:uuid:${id}</dc:identifier>
<dc:language>${escapeXml(entry.language)}</dc:language>
<dc:issued>${toIso(entry.releasedAt).slice(0, 10)}</dc:issued>
${seriesOf(entry).join('\n')}
${genre === '' ? '' : `<category term="${escapeXml(genre)}" label="${escapeXml(genre)}"/>`}
<summary type="text">${escapeXml(entry.summary)}</summary>
${[...pictures, link('http://opds-spec.org/acquisition', origin + opdsPaths.epub(id), EPUB)].join('\n')}
</entry>
`;
}

/** The book as the series of its parts; OPDS 1.2 has no element for a series, so that of schema.org is used. */
function seriesOf({ book, position, series }: ShelfEntry): string[] {
  const all = [{ name: book, number: position }, ...(series ? [series] : [])];
  return all.map(({ name, number }) => {
    const place = number === null ? '' : ` schema:position="${number}"`;
    return `<schema:Series schema:name="${escapeXml(name)}"${place}/>`;
  });
}

function link(rel: string, href: string, type: string): string {
  return `<link rel="${rel}" href="${escapeXml(href)}" type="${type}"/>`;
}
