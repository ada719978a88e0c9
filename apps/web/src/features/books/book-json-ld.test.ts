import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { fakeBook, fakePart, NOW } from '../../testing/catalogue.ts';
import { bookJsonLd } from './book-json-ld.ts';

const context = { origin: 'https://tienda.cl', author: 'Ana Ñandú', seller: 'Ana SpA', salesOpen: true, now: NOW };

/** Type declarations of schema.org's vocabulary. */
const declared = readFileSync(createRequire(import.meta.url).resolve('schema-dts/dist/schema.d.ts'), 'utf8');

/** Returns the properties of a type and of its ancestors, each with the names of the types it expects. */
function propertiesOf(type: string): Map<string, readonly string[]> {
  const properties = new Map<string, readonly string[]>();
  for (const { body } of lineage(type))
    for (const [, name = '', kinds = ''] of body.matchAll(/"(\w+)"\?: SchemaValue<(.*), "\w+">;/g))
      properties.set(name, kinds.split(' | '));
  return properties;
}

/** Returns the declarations of a type and of its ancestors; an empty list when schema.org has no such type. */
function lineage(type: string): readonly { readonly name: string; readonly body: string }[] {
  const of = (declaration: string): readonly { name: string; body: string }[] => {
    const [, parents = '', body = ''] =
      new RegExp(`interface ${declaration} extends ([^{]*)\\{\n(.*?)^\\}`, 'ms').exec(declared) ?? [];
    const above = [...parents.matchAll(/\w+Base\b/g)].flatMap(([parent]) => of(parent));
    return [{ name: declaration.replace(/(?:Base|Leaf)$/, ''), body }, ...above];
  };
  return declared.includes(`interface ${type}Leaf `) ? of(`${type}Leaf`) : [];
}

function fits(value: unknown, kind: string): boolean {
  if (kind === 'Number' || kind === 'Integer') return typeof value === 'number' && Number.isFinite(value);
  if (kind === 'Text') return typeof value === 'string' && value !== '';
  if (kind === 'URL') return typeof value === 'string' && URL.canParse(value);
  if (kind === 'Date') return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  if (kind === 'DateTime') return typeof value === 'string' && !Number.isNaN(Date.parse(value));
  if (typeof value === 'string') {
    const [, members = ''] = new RegExp(`^export type ${kind} = (.*);$`, 'm').exec(declared) ?? [];
    return members.split(' | ').includes(JSON.stringify(value));
  }
  if (typeof value !== 'object' || value === null) return false;
  return lineage((value as { '@type': string })['@type']).some(({ name }) => name === kind);
}

/** Lists the types and properties of a node that schema.org does not have. */
function faults(node: object, path = ''): string[] {
  const { '@type': type, '@context': _context, '@id': _id, ...properties } = node as Record<string, unknown>;
  const types = [type].flat() as string[];
  const unknown = types.filter((name) => lineage(name).length === 0).map((name) => `${path}: no type ${name}`);
  const allowed = new Map(types.flatMap((name) => [...propertiesOf(name)]));
  const wrong = Object.entries(properties).flatMap(([name, value]) => {
    const kinds = allowed.get(name);
    if (!kinds) return [`${path}.${name}: not a property of ${types.join(', ')}`];
    return [value].flat().flatMap((each: unknown) => {
      const inner = typeof each === 'object' && each !== null ? faults(each, `${path}.${name}`) : [];
      return kinds.some((kind) => fits(each, kind)) ? inner : [`${path}.${name}: ${JSON.stringify(each)}`, ...inner];
    });
  });
  return [...unknown, ...wrong];
}

const fullBook = fakeBook({
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

describe('the data of a book for search engines', () => {
  it('have only types and properties of schema.org, with values of their kinds', () => {
    expect(faults(bookJsonLd(fullBook, context))).toEqual([]);
    expect(faults(bookJsonLd(fakeBook({ parts: [], location: '', genre: '', pages: 0 }), context))).toEqual([]);
    // Shows that the comparison finds faults.
    expect(
      faults({ '@type': 'Book', colour: 'red', isbn: 5, offers: { '@type': 'Offer', availability: 'yes' } }),
    ).toHaveLength(3);
  });

  it('describe a book and a product with author, number, series and language', () => {
    expect(bookJsonLd(fullBook, context)).toMatchObject({
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

  it('offer the paid parts: now with their price, later from their day; never free ones', () => {
    const { offers } = bookJsonLd(fullBook, context);
    expect(offers).toEqual([
      expect.objectContaining({
        name: 'Segunda',
        price: 983,
        availability: 'https://schema.org/InStock',
        priceValidUntil: '2026-11-30',
        seller: { '@type': 'Organization', name: 'Ana SpA' },
      }),
      expect.objectContaining({
        name: 'Tercera',
        price: 1490,
        availability: 'https://schema.org/OutOfStock',
        availabilityStarts: '2027-01-01T03:00:00Z',
      }),
    ]);
    const closed = bookJsonLd(fullBook, { ...context, salesOpen: false });
    expect(JSON.stringify(closed.offers)).not.toContain('https://schema.org/InStock');
    expect(closed.offers).toHaveLength(2);
  });
});
