import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeBook, fakePart } from '../../testing/catalogue.ts';
import { SampleLink } from './sample-link.tsx';
import { samplePart } from './sample-part.ts';

afterEach(cleanup);

const part = (id: string, sample: 'none' | 'beginning' | 'whole') => fakePart({ id, name: id, sample });

it('offers the first part with an open beginning that the person does not own', () => {
  const book = fakeBook({ parts: [part('closed', 'none'), part('begun', 'beginning'), part('open', 'whole')] });
  expect(samplePart(book)?.id).toBe('begun');
  expect(samplePart(book, new Map([['begun', 40]]))?.id).toBe('open');
  expect(samplePart(fakeBook({ parts: [part('closed', 'none')] }))).toBeNull();
});

it.each([
  ['beginning', 'Lee el comienzo', '/sample/book-1/p'],
  ['whole', 'Leer gratis', '/sample/book-1/p'],
] as const)('a part that is open as %s says %s', (sample, words, href) => {
  render(<SampleLink bookId="book-1" part={part('p', sample)} />);
  const link = screen.getByRole('link', { name: `${words} ${sample === 'whole' ? '' : 'de '}p` });
  expect(link.textContent).toBe(words);
  expect(link.getAttribute('href')).toBe(href);
});

it('a closed part has no link', () => {
  render(<SampleLink bookId="book-1" part={part('p', 'none')} />);
  expect(screen.queryByRole('link')).toBeNull();
});
