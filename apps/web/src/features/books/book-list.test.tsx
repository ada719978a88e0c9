import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { fakeBook } from '../../testing/catalogue.ts';
import { BookList } from './book-list.tsx';

afterEach(cleanup);

it.each([
  [4, true],
  [5, true],
  // One alone in the second row looks like a mistake.
  [6, false],
  [7, false],
  [8, false],
  [9, true],
  [10, true],
  [11, false],
  [12, false],
  [14, true],
  [20, true],
])('%i books stand five to a row from 1280: %s', (count, five) => {
  const books = Array.from({ length: count }, (_, index) => fakeBook({ id: `book-${index}` }));
  render(
    <MemoryRouter>
      <BookList books={books} hrefOf={() => '/'} />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('list')[0]?.className.includes('xl:grid-cols-5')).toBe(five);
});
