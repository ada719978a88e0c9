import { describe, expect, it } from 'vitest';
import { bookBody, bookFormSchema, type BookValues } from './book-form.tsx';
import { epubFault, imageFault } from './uploads.ts';
import { partBody, partFormSchema, type PartValues } from './part-form.tsx';

const picture = new File(['x'], 'c.png', { type: 'image/png' });
const book: BookValues = {
  name: 'El faro',
  description: 'Un faro.',
  location: 'Lota',
  pages: '80',
  genre: 'Cuento',
  isbn: '',
  series_name: '',
  series_number: '',
  language: 'es',
  keywords: '',
  completion_discount: '0',
  export_permission: '',
  fragment: 'Había un faro.',
  image: picture,
  back_image: picture,
  highlights: [{ passage: 'Uno' }],
  writer_ids: [],
};
const part: PartValues = {
  name: 'Primera',
  value: '990',
  release_date: '2026-12-24',
  release_hour: '',
  is_presale: false,
  presale_discount_percentage: '',
  presale_end_date: '',
  image: picture,
};

function messages(schema: ReturnType<typeof bookFormSchema> | ReturnType<typeof partFormSchema>, values: unknown) {
  const { error } = schema.safeParse(values);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}

describe('the book form', () => {
  it('has only required fields, reported all at once in their fixed sentences', () => {
    const empty = { ...book, image: null, back_image: null, highlights: [{ passage: '  ' }] };
    const nothing = { name: ' ', description: '', location: '', pages: '', genre: '', fragment: '' };
    expect(messages(bookFormSchema(true), { ...empty, ...nothing })).toEqual({
      name: 'El nombre es obligatorio.',
      description: 'La descripción es obligatoria.',
      location: 'La ubicación es obligatoria.',
      pages: 'El número de páginas es obligatorio.',
      genre: 'El género es obligatorio.',
      fragment: 'El fragmento es obligatorio.',
      image: 'La imagen es obligatoria.',
      back_image: 'La contraportada es obligatoria.',
      'highlights.0.passage': 'El highlight es obligatorio.',
    });
  });

  it('needs a highlight; pictures only for a new book', () => {
    expect(messages(bookFormSchema(true), { ...book, highlights: [] })).toEqual({
      highlights: 'Debe haber al menos un highlight.',
    });
    expect(messages(bookFormSchema(false), { ...book, image: null, back_image: null })).toEqual({});
  });

  it.each(['0', '-3', 'ochenta', '1.5', '1234567'])('%s is not a number of pages', (pages) => {
    expect(messages(bookFormSchema(true), { ...book, pages })).toHaveProperty('pages');
  });

  it('drops empty highlights on send, in order; only an admin sends who writes', () => {
    const highlights = [{ passage: ' Dos ' }, { passage: '  ' }, { passage: 'Uno' }];
    const body = bookBody({ ...book, highlights, writer_ids: ['w'], back_image: null }, true);
    expect(JSON.parse(String(body.get('highlights')))).toEqual([{ passage: 'Dos' }, { passage: 'Uno' }]);
    expect(body.get('writer_ids')).toBe('["w"]');
    expect(body.has('image')).toBe(true);
    expect(body.has('back_image')).toBe(false);
    expect(bookBody(book, false).has('writer_ids')).toBe(false);
  });

  it('sends only changed fields of an existing book, so that another person’s changes stay', () => {
    const before = { ...book, image: null, back_image: null, writer_ids: ['a', 'b'] };
    expect([...bookBody({ ...before, name: 'El faro ', writer_ids: ['b', 'a'] }, true, before).keys()]).toEqual([]);
    const after = { ...before, genre: 'Novela', highlights: [{ passage: 'Dos' }], back_image: picture };
    expect([...bookBody(after, true, before).keys()].toSorted()).toEqual(['back_image', 'genre', 'highlights']);
  });
});

describe('the part form', () => {
  it('name, image, value and day are required', () => {
    expect(messages(partFormSchema(true), { ...part, name: '', value: '', release_date: '', image: null })).toEqual({
      name: 'El nombre es obligatorio.',
      value: 'El valor es obligatorio.',
      release_date: 'La fecha de publicación es obligatoria.',
      image: 'La imagen es obligatoria.',
    });
  });

  it.each([
    ['1.990', '1990'],
    ['$ 12.490', '12490'],
    [' 990 ', '990'],
    ['10.000.000', '10000000'],
    ['1.490 CLP', '1490'],
  ])('%s is a price as people write it', (value, sent) => {
    expect(messages(partFormSchema(true), { ...part, value })).toEqual({});
    expect(partBody({ ...part, value }, false).get('value')).toBe(sent);
  });

  it.each(['-1', '12,5', '1490,5', '1e3', '19.90', '1.9900', 'gratis'])('%s is not a price', (value) => {
    const { value: message } = messages(partFormSchema(true), { ...part, value });
    expect(message).toBe('El valor debe ser un número entero de pesos, desde 0: por ejemplo, 1490 o 1.490.');
  });

  it('says how high a price may be', () => {
    const { value } = messages(partFormSchema(true), { ...part, value: '10.000.001' });
    expect(value).toBe('El valor puede ser de hasta $10.000.000.');
  });

  it.each(['-1', '101', '', 'x', '10,5'])('%s is not a discount, and only a presale has one', (discount) => {
    const values = { ...part, presale_discount_percentage: discount };
    expect(messages(partFormSchema(true), { ...values, is_presale: true })).toEqual({
      presale_discount_percentage: 'El descuento debe estar entre 0 y 100.',
    });
    expect(messages(partFormSchema(true), values)).toEqual({});
  });

  it.each(['0', '100'])('%s is a discount, also without an end', (discount) => {
    const values = { ...part, is_presale: true, presale_discount_percentage: discount };
    expect(messages(partFormSchema(true), values)).toEqual({});
  });

  it('sends discount and end only with presale, and nothing of the price when it is locked', () => {
    const presale = { ...part, presale_discount_percentage: '30', presale_end_date: '2026-12-31' };
    expect([...partBody(presale, false).keys()]).toEqual(['name', 'value', 'release_date', 'is_presale', 'image']);
    const body = partBody({ ...presale, is_presale: true }, false);
    expect(body.get('presale_discount_percentage')).toBe('30');
    expect(body.get('presale_end_date')).toBe('2026-12-31');
    expect([...partBody({ ...presale, is_presale: true }, true).keys()]).toEqual(['name', 'image']);
  });

  it('sends only changed fields of an existing part; a presale is sent whole', () => {
    const before = { ...part, image: null };
    const presale = { is_presale: true, presale_discount_percentage: '30', presale_end_date: '2026-12-31' };
    expect([...partBody(before, false, before).keys()]).toEqual([]);
    expect([...partBody({ ...before, value: '1490' }, false, before).keys()]).toEqual(['value']);
    expect([...partBody({ ...before, ...presale }, false, before).keys()]).toEqual(Object.keys(presale));
    const shorter = { ...before, ...presale, presale_end_date: '' };
    expect([...partBody(shorter, false, { ...before, ...presale }).keys()]).toEqual(Object.keys(presale));
    expect([...partBody(before, false, { ...before, ...presale }).entries()]).toEqual([['is_presale', 'false']]);
  });
});

describe('files before they are sent', () => {
  const file = (name: string, type: string, size = 10) =>
    Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size });

  it.each([
    ['libro.epub', 'application/epub+zip', null],
    ['LIBRO.EPUB', '', null],
    ['libro.epub', 'application/zip', null],
    ['libro.zip', 'application/zip', 'El archivo debe ser un formato EPUB válido.'],
    ['libro.epub', 'application/pdf', 'El archivo debe ser un formato EPUB válido.'],
  ])('checks %s of type %s', (name, type, fault) => expect(epubFault(file(name, type))).toBe(fault));

  it('the message names the weight of a large file', () => {
    expect(epubFault(file('l.epub', 'application/epub+zip', 130_000_000))).toBe(
      'El archivo pesa 130 MB y el máximo es 100 MB.',
    );
    expect(imageFault(file('c.png', 'image/png', 6_000_000))).toBeNull();
    expect(imageFault(file('c.png', 'image/png', 21_000_000))).toBe('La imagen puede pesar hasta 20 MB.');
    expect(imageFault(file('c.svg', 'image/svg+xml'))).toBe('La imagen debe ser JPEG, PNG o WebP.');
    expect(imageFault(picture)).toBeNull();
  });
});
