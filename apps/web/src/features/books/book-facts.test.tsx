import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeBook } from '../../testing/catalogue.ts';
import { BookFacts } from './book-facts.tsx';

afterEach(cleanup);
const rows = () => Array.from(document.querySelectorAll('dt'), (row) => row.textContent);

it('shows place, genre, pages, downloads', () => {
  render(<BookFacts book={fakeBook()} downloads />);
  expect(rows()).toEqual(['Lugar', 'Género', 'Páginas', 'Descargas']);
});

it('leaves out the missing facts of an imported book', () => {
  render(<BookFacts book={fakeBook({ location: '', genre: '', pages: 0, download_count: 0 })} downloads />);
  expect(rows()).toEqual(['Descargas']);
});
