import type { EarlyAccessItem, UserBookPart } from '@cuentos/contract/library';
import { cleanup, render, screen, fireEvent } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeOwnedPart } from '../../testing/catalogue.ts';
import { Enlarged } from '../../ui/pictures/enlarged.tsx';
import { runEnlarging } from '../../ui/pictures/run-enlarging.ts';
import { MyBooks } from './my-books.tsx';

const here = vi.hoisted(() => ({ parts: new Set<string>() }));
vi.mock('./use-downloads.ts', () => ({ useDownload: () => null, usePartsOnDevice: () => here.parts }));

const WHY = 'Se descarga cuando vuelva la conexión';
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
      <Enlarged />
    </MemoryRouter>,
  );
}
const ways = () => screen.queryAllByRole('link', { name: /^Leer/ }).map((link) => link.getAttribute('aria-label'));

afterEach(() => {
  cleanup();
  here.parts = new Set();
  vi.restoreAllMocks();
});

it('shows that an early reader has finished a part, and that they removed the mark', () => {
  show([], [{ ...review, percentage: 40, finish: { finished: true, revision: 1 } }]);
  expect(screen.getByText('Terminado')).toBeTruthy();
  cleanup();
  show([], [{ ...review, percentage: 100, finish: { finished: false, revision: 2 } }]);
  expect(screen.queryByText('Terminado')).toBeNull();
});

it('rounds the place in a part down, as the reader does', () => {
  show([], [{ ...review, percentage: 24.7 }]);
  expect(screen.getByText('24 %')).toBeTruthy();
});

describe('without a connection', () => {
  it('opens stored parts, and says how the others can be had', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    here.parts = new Set(['p2']);
    show([part(1, { percentage: 40 }), part(2), part(3)], [review]);
    expect(ways()).toEqual(['Leer ahora: Parte 2']);
    expect(screen.getAllByText(WHY)).toHaveLength(3);
    expect(screen.getByRole('status').textContent).toBe(
      'Sin conexión. Puedes leer la parte que está en este dispositivo.',
    );
    expect(screen.queryByText('Sin conexión a internet')).toBeNull();
  });

  it('every part can be opened again with a connection, and the explanation is gone', () => {
    show([part(1, { percentage: 40 }), part(2), part(3)], [review]);
    expect(ways()).toHaveLength(4);
    expect(screen.queryByText(WHY)).toBeNull();
  });
});

describe('a library of one part', () => {
  it('shows it large, and invents no reading position', () => {
    show([part(1)]);
    expect(screen.getByRole('heading', { level: 2, name: 'El faro que aprendió a silbar' })).toBeTruthy();
    expect(screen.queryByText('Donde quedaste')).toBeNull();
    expect(screen.getByText(/^Tuya desde el /)).toBeTruthy();
    expect(ways()).toEqual(['Leer ahora: Parte 1']);
  });

  it('shows the card while the part cannot be read', () => {
    show([part(1, { release_date: '2999-01-01T03:00:00Z' })]);
    expect(screen.getByRole('button', { name: 'Pronto podrás descargarlo' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 3, name: 'Parte 1' })).toBeTruthy();
  });
});

const picture = (src: string) => ({ src, srcset: '', width: 400, height: 600 });

it('the card of a part or an early access has its own picture and no other', () => {
  show(
    [part(1, { percentage: 40 }), part(2, { image: picture('/images/parte-2.jpg') })],
    [{ ...review, book_part_image: picture('/images/parte-3.jpg') }],
  );
  const pictures = [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  expect(pictures.filter((src) => src?.startsWith('/images/'))).toEqual(['/images/parte-2.jpg', '/images/parte-3.jpg']);
  // A single picture has no slider, arrows or dots.
  expect(screen.queryByRole('group', { name: /^Imágenes/ })).toBeNull();
});

it('the picture of a card is the part’s own, and a click shows it enlarged', () => {
  runEnlarging();
  const image = picture('/images/parte-2.jpg');
  show([part(1, { percentage: 40 }), part(2, { image }), part(3)], [review]);
  fireEvent.click(screen.getByRole('button', { name: 'Ver en grande la portada de Parte 2' }));
  const large = document.querySelector('dialog')?.querySelector('img');
  expect([large?.alt, large?.getAttribute('src')]).toEqual(['Portada de Parte 2', '/images/parte-2.jpg']);
  expect(screen.getAllByRole('button', { name: /^Ver en grande la portada de/, hidden: true })).toHaveLength(4);
});
