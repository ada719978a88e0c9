import type { EarlyAccessItem, UserBookPart } from '@cuentos/contract/library';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeOwnedPart } from '../../testing/catalogue.ts';
import { MyBooks } from './my-books.tsx';

const here = vi.hoisted(() => ({ parts: new Set<string>() }));
vi.mock('./use-downloads.ts', () => ({ useDownload: () => null, usePartsOnDevice: () => here.parts }));

const WHY = 'Necesita conexión la primera vez.';
const review: EarlyAccessItem = {
  book_id: 'book-1',
  book_part_id: 'part-3',
  book_name: 'El faro que aprendió a silbar',
  book_part_name: 'Tercera parte: La valija',
  book_part_image: null,
  expires_at: null,
  edition_id: 'edition-3',
  edition_size: 1000,
  percentage: 0,
};
const part = (number: number, changes: Partial<UserBookPart> = {}) =>
  fakeOwnedPart({ id: `o${number}`, book_part_id: `p${number}`, book_part_name: `Parte ${number}`, ...changes });

function show(parts: readonly UserBookPart[], reviews: readonly EarlyAccessItem[] = []) {
  const nothing = () => {};
  render(
    <MemoryRouter>
      <MyBooks
        library={{ user_book_parts: [...parts], early_access: [...reviews] }}
        lastRead={null}
        failed={false}
        onRetry={nothing}
        onDiscover={nothing}
      />
    </MemoryRouter>,
  );
}
const ways = () => screen.queryAllByRole('link').map((link) => link.getAttribute('aria-label'));

afterEach(() => {
  cleanup();
  here.parts = new Set();
  vi.restoreAllMocks();
});

describe('without a connection', () => {
  it('opens what is on this device, and says of the rest what it takes', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    here.parts = new Set(['p2']);
    show([part(1, { percentage: 40 }), part(2), part(3)], [review]);
    expect(ways()).toEqual(['Leer ahora: Parte 2']);
    expect(screen.getAllByText(WHY)).toHaveLength(3);
    expect(screen.getAllByText('Sin conexión a internet')).toHaveLength(2);
  });

  it('is not asked for with one', () => {
    show([part(1, { percentage: 40 }), part(2), part(3)], [review]);
    expect(ways()).toHaveLength(4);
    expect(screen.queryByText(WHY)).toBeNull();
  });
});

describe('a library of one part', () => {
  it('shows it large, and claims no place that was never there', () => {
    show([part(1)]);
    expect(screen.getByRole('heading', { level: 2, name: 'El faro que aprendió a silbar' })).toBeTruthy();
    expect(screen.queryByText('Donde quedaste')).toBeNull();
    expect(screen.getByText(/^Tuya desde el /)).toBeTruthy();
    expect(ways()).toEqual(['Leer ahora: Parte 1']);
  });

  it('keeps to the card while it cannot be read', () => {
    show([part(1, { release_date: '2999-01-01T03:00:00Z' })]);
    expect(screen.getByRole('button', { name: 'Pronto podrás descargarlo' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 3, name: 'Parte 1' })).toBeTruthy();
  });
});
