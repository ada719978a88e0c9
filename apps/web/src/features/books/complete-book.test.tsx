import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CompleteBook } from './complete-book.tsx';
import { bookCompletion } from './book-completion.ts';
import { fakeBook, fakePart } from '../../testing/catalogue.ts';

afterEach(cleanup);

const NOW = Date.parse('2026-11-18T15:00:00Z');
const parts = [
  fakePart({ id: 'free', value: 0 }),
  fakePart({ id: 'a', value: 1490 }),
  fakePart({ id: 'b', value: 490 }),
  fakePart({ id: 'later', value: 1490, release_date: '2027-01-01T00:00:00Z' }),
];
const book = fakeBook({ parts, completion_discount: 10 });
const own = (id: string, change: { is_purchased?: boolean; pending?: boolean } = {}) => ({
  id,
  is_purchased: change.is_purchased ?? false,
  unfinished_order: change.pending
    ? {
        id: 'o',
        state: 'pending' as const,
        hold: null,
        total: 490,
        since: '2026-11-18T15:00:00Z',
        until: null,
        payment_number: null,
        resume_url: null,
      }
    : null,
});

describe('completing a book', () => {
  it('includes the released, paid parts that are not owned, at their sum less the discount', () => {
    const completion = bookCompletion(book, [], NOW);
    expect(completion?.parts.map(({ id, amount }) => [id, amount])).toEqual([
      ['a', 1341],
      ['b', 441],
    ]);
    expect(completion).toMatchObject({ alone: 1980, total: 1782 });
  });

  it.each([
    ['a book without that discount', { ...book, completion_discount: 0 }, []],
    ['a book of which one part is missing', book, [own('a', { is_purchased: true })]],
    ['while one of them is being paid', book, [own('b', { pending: true })]],
  ])('is not offered: %s', (_name, of, held) => {
    expect(bookCompletion(of, held, NOW)).toBeNull();
  });

  it('is not offered where presales are better, since it would save nothing', () => {
    const presale = { is_presale: true, presale_end_date: '2026-12-01T00:00:00Z', presale_discount_percentage: 30 };
    const reduced = fakeBook({ parts: parts.map((part) => ({ ...part, ...presale })), completion_discount: 10 });
    expect(bookCompletion(reduced, [], NOW)).toBeNull();
  });

  it('shows the sum, the reduced price and the saving, and leads on with one press', () => {
    const onComplete = vi.fn();
    render(<CompleteBook completion={bookCompletion(book, [], NOW)} onComplete={onComplete} />);
    expect(screen.getByRole('heading', { name: 'Completa el libro' })).toBeTruthy();
    const { textContent } = document.body;
    for (const words of ['Las 2 partes de pago', '$1.980', '$1.782', 'Ahorras: 198 CLP']) {
      expect(textContent).toContain(words);
    }
    fireEvent.click(screen.getByRole('button', { name: 'Completar por $1.782' }));
    expect(onComplete).toHaveBeenCalledOnce();
  });
});
