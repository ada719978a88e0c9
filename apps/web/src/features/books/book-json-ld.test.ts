import { describe, expect, it } from 'vitest';
import { fakeBook, fakePart, NOW } from '../../testing/catalogue.ts';
import { bookJsonLd } from './book-detail-screen.tsx';

const context = { origin: 'https://tienda.cl', author: 'Ana Ñandú', seller: 'Ana SpA', salesOpen: true, now: NOW };

type Kind = 'Text' | 'Number' | 'URL' | 'DateTime' | (string & {});

/**
 * Properties that schema.org has for the types used here, each with the types it expects
 * (https://schema.org/Book, /Product, /Offer, /Person, /Organization, /BookSeries). Text may stand for a URL.
 */
const vocabulary: Readonly<Record<string, Readonly<Record<string, readonly Kind[]>>>> = {
  Thing: { name: ['Text'], description: ['Text'], url: ['URL'], image: ['URL'] },
  CreativeWork: {
    author: ['Person', 'Organization'],
    genre: ['Text', 'URL'],
    inLanguage: ['Text'],
    isPartOf: ['CreativeWork', 'URL'],
    keywords: ['Text'],
    offers: ['Offer'],
    position: ['Number', 'Text'],
  },
  Book: { bookFormat: ['BookFormatType'], isbn: ['Text'], numberOfPages: ['Number'] },
  Product: { gtin13: ['Text'], offers: ['Offer'] },
  Offer: {
    availability: ['ItemAvailability'],
    availabilityStarts: ['DateTime'],
    price: ['Number', 'Text'],
    priceCurrency: ['Text'],
    priceValidUntil: ['DateTime'],
    seller: ['Person', 'Organization'],
  },
  Person: {},
  Organization: {},
  BookSeries: {},
};
const parents: Readonly<Record<string, readonly string[]>> = {
  Book: ['CreativeWork', 'Thing'],
  Product: ['Thing'],
  Offer: ['Thing'],
  Person: ['Thing'],
  Organization: ['Thing'],
  BookSeries: ['CreativeWork', 'Thing'],
};
const members: Readonly<Record<string, readonly string[]>> = {
  BookFormatType: ['EBook', 'Hardcover', 'Paperback', 'AudiobookFormat', 'GraphicNovel'],
  ItemAvailability: ['InStock', 'OutOfStock', 'PreOrder', 'PreSale', 'SoldOut', 'Discontinued', 'OnlineOnly'],
};

const lineage = (type: string): readonly string[] => [type, ...(parents[type] ?? [])];

function fits(value: unknown, kind: Kind): boolean {
  if (kind === 'Number') return typeof value === 'number' && Number.isFinite(value);
  if (kind === 'Text') return typeof value === 'string' && value !== '';
  if (kind === 'URL') return typeof value === 'string' && URL.canParse(value);
  if (kind === 'DateTime') return typeof value === 'string' && !Number.isNaN(Date.parse(value));
  const known = members[kind];
  if (known) return known.some((member) => value === `https://schema.org/${member}`);
  return typeof value === 'object' && value !== null && lineage((value as { '@type': string })['@type']).includes(kind);
}

/** What of a node schema.org does not have. */
function faults(node: object, path = ''): string[] {
  const { '@type': type, '@context': _context, '@id': _id, ...properties } = node as Record<string, unknown>;
  const types = [type].flat() as string[];
  const unknown = types.filter((name) => !(name in vocabulary)).map((name) => `${path}: no type ${name}`);
  const allowed = Object.assign({}, ...types.flatMap(lineage).map((name) => vocabulary[name])) as Record<
    string,
    Kind[]
  >;
  const wrong = Object.entries(properties).flatMap(([name, value]) => {
    const kinds = allowed[name];
    if (!kinds) return [`${path}.${name}: not a property of ${types.join(', ')}`];
    return [value].flat().flatMap((each: unknown) => {
      const inner = typeof each === 'object' && each !== null ? faults(each, `${path}.${name}`) : [];
      return kinds.some((kind) => fits(each, kind)) ? inner : [`${path}.${name}: ${JSON.stringify(each)}`, ...inner];
    });
  });
  return [...unknown, ...wrong];
}

const told = fakeBook({
  image: { src: '/images/a.jpg', srcset: '', width: 640, height: 960 },
  isbn: '9788437604947',
  series: { name: 'Cuentos del sur', number: 2 },
  language: 'es-CL',
  keywords: ['Chiloé', 'faros'],
  parts: [
    fakePart({ id: 'free', name: 'Primera', value: 0 }),
    fakePart({
      id: 'presale',
      name: 'Segunda',
      is_presale: true,
      presale_end_date: '2026-12-01T03:00:00Z',
      presale_discount_percentage: 34,
    }),
    fakePart({ id: 'soon', name: 'Tercera', release_date: '2027-01-01T03:00:00Z' }),
    fakePart({ id: 'fileless', name: 'Cuarta', ebook: false }),
  ],
});
type Node = Record<string, unknown> & { offers: Record<string, unknown>[] };

describe('what search engines are told of a book', () => {
  it('has only types and properties of schema.org, with values of their kinds', () => {
    expect(faults(bookJsonLd(told, context))).toEqual([]);
    expect(faults(bookJsonLd(fakeBook({ parts: [], location: '', genre: '', pages: 0 }), context))).toEqual([]);
    // The table itself finds faults.
    expect(
      faults({ '@type': 'Book', colour: 'red', isbn: 5, offers: { '@type': 'Offer', availability: 'yes' } }),
    ).toHaveLength(3);
  });

  it('is a book and a product with its author, number, series and language', () => {
    expect(bookJsonLd(told, context)).toMatchObject({
      '@type': ['Book', 'Product'],
      author: { '@type': 'Person', name: 'Ana Ñandú' },
      isbn: '9788437604947',
      gtin13: '9788437604947',
      inLanguage: 'es-CL',
      isPartOf: { '@type': 'BookSeries', name: 'Cuentos del sur' },
      position: 2,
      keywords: 'Chiloé, faros',
      image: 'https://tienda.cl/images/a.jpg',
    });
    const bare = bookJsonLd(fakeBook(), { ...context, author: '', seller: null });
    for (const name of ['author', 'isbn', 'gtin13', 'isPartOf', 'position', 'keywords', 'image'])
      expect(bare).not.toHaveProperty(name);
  });

  it('offers the parts that cost something: now with its price, later from its day, never free ones', () => {
    const { offers } = bookJsonLd(told, context) as Node;
    expect(offers).toEqual([
      expect.objectContaining({
        name: 'Segunda',
        price: 983,
        availability: 'https://schema.org/InStock',
        priceValidUntil: '2026-12-01T03:00:00Z',
        seller: { '@type': 'Organization', name: 'Ana SpA' },
      }),
      expect.objectContaining({
        name: 'Tercera',
        price: 1490,
        availability: 'https://schema.org/OutOfStock',
        availabilityStarts: '2027-01-01T03:00:00Z',
      }),
    ]);
    const closed = bookJsonLd(told, { ...context, salesOpen: false }) as Node;
    expect(closed.offers.map(({ availability }) => availability)).not.toContain('https://schema.org/InStock');
  });
});
