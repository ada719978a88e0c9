import type { PublicPart } from '@cuentos/contract/books';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SiteContext } from '../../lib/page-data.ts';
import { ScreenContext } from '../../lib/screen-data.ts';
import { session } from '../../lib/api/session.ts';
import { fakeBook, fakePart, fakeUserPart, NOW } from '../../testing/catalogue.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { siteFacts } from '../../testing/site-facts.ts';
import { BookAccessibility } from './book-accessibility.tsx';
import { BookAtAGlanceLine } from './book-at-a-glance.tsx';
import { BookDetailScreen } from './book-detail-screen.tsx';
import { nextStep, readableAmong } from './own-parts.ts';

const LATER = '2027-01-01T03:00:00Z';
const free = fakePart({ id: 'a', name: 'Primera', value: 0, characters: 60_000 });
const paid = fakePart({ id: 'b', name: 'Segunda', value: 1490, characters: 90_000 });
const cheap = fakePart({ id: 'c', name: 'Cuaderno', value: 490, characters: 15_000 });
const toCome = fakePart({ id: 'd', name: 'Tercera', value: 290, release_date: LATER, characters: 30_000 });

afterEach(() => {
  cleanup();
  session.forget();
  vi.unstubAllGlobals();
});

describe('the price line of a book', () => {
  const line = (look: 'card' | 'page', ...parts: readonly PublicPart[]) => {
    cleanup();
    render(<BookAtAGlanceLine book={fakeBook({ parts: [...parts] })} now={NOW} look={look} />);
    return Array.from(document.querySelectorAll('li'), (item) => item.textContent);
  };

  it('on a card: the cheapest available price, whether a part is free, the number of parts', () => {
    expect(line('card', free, paid, cheap, toCome)).toEqual(['desde $490', 'primera parte gratis', '4 partes']);
    expect(line('card', paid, free)).toEqual(['desde $1.490', 'una parte gratis', '2 partes']);
    expect(line('card', paid)).toEqual(['$1.490', '1 parte']);
    expect(line('card', free)).toEqual(['gratis', '1 parte']);
    expect(line('card', toCome, fakePart({ ebook: false, value: 90 }))).toEqual(['2 partes']);
    expect(line('card')).toEqual([]);
  });

  it('on its page: also the number of published parts, and their reading time', () => {
    expect(line('page', free, paid, toCome)).toEqual([
      '3 partes, 2 ya salieron',
      'desde $1.490',
      'primera parte gratis',
      '≈ 1 h 40 min',
    ]);
    expect(line('page', free, cheap).at(-1)).toBe('≈ 50 min en total');
    expect(line('page', fakePart({ characters: 9000 })).at(-1)).toBe('≈ 6 min en total');
    expect(line('page', fakePart({ characters: 180_000 })).at(-1)).toBe('≈ 2 h en total');
    expect(line('page', free, fakePart({ id: 'e', characters: null })).at(-1)).toBe('primera parte gratis');
  });
});

describe('the next step with a book', () => {
  const step = (parts: readonly PublicPart[], readable: Readonly<Record<string, number>> = {}) => {
    const next = nextStep(parts, new Map(Object.entries(readable)), NOW);
    return next && `${next.step} ${next.part.id}`;
  };

  it.each([
    ['a visitor gets the first part', {}, 'buy a'],
    ['who has begun goes on reading', { a: 40 }, 'read a'],
    ['who has read the first gets the second', { a: 100 }, 'buy b'],
    ['who has the second but no first reads the second', { b: 0 }, 'read b'],
    ['who has read all that is out is told of the next', { a: 100, b: 100, c: 100 }, 'follow d'],
  ])('%s', (_what, readable, expected) => expect(step([free, paid, cheap, toCome], readable)).toBe(expected));

  it('goes by the mark of a part before its pages: a finished part counts as read, a part whose mark was removed does not', () => {
    const own = { id: 'a', edition_id: 'e', percentage: 96 };
    const stepWith = (change: object) =>
      nextStep([free, paid], readableAmong([fakeUserPart({ ...own, ...change })]), NOW)?.step;
    expect(stepWith({})).toBe('read');
    expect(stepWith({ finish: { finished: true, revision: 1 } })).toBe('buy');
    expect(stepWith({ percentage: 100 })).toBe('buy');
    expect(stepWith({ percentage: 100, finish: { finished: false, revision: 2 } })).toBe('read');
  });

  it('never offers a notice of an owned unreleased part: it offers reading again, or waiting', () => {
    const owned = (parts: readonly PublicPart[], readable: Readonly<Record<string, number>>) => {
      const next = nextStep(parts, new Map(Object.entries(readable)), NOW, { awaited: new Set(['d']) });
      return next && `${next.step} ${next.part.id}`;
    };
    expect(owned([free, toCome], { a: 100 })).toBe('read a');
    expect(owned([toCome], {})).toBe('wait d');
    expect(owned([toCome, fakePart({ id: 'e', release_date: LATER })], {})).toBe('follow e');
    expect(owned([free, toCome], {})).toBe('buy a');
  });

  it('of a book read to its end is reading it again, and a book without parts has none', () => {
    expect(step([free], { a: 100 })).toBe('read a');
    expect(step([])).toBeNull();
  });
});

describe('the page of a book', () => {
  const show = () => {
    const book = fakeBook({ parts: [free, paid, toCome] });
    render(
      <SiteContext value={siteFacts()}>
        <ScreenContext value={{ params: { id: book.id }, data: { book } }}>
          <BookDetailScreen />
        </ScreenContext>
      </SiteContext>,
    );
    return within(screen.getByRole('region', { name: 'Siguiente paso con este libro' }));
  };

  it('has its author, and the next step at its foot', () => {
    const bar = show();
    expect(screen.getByRole('link', { name: siteFacts().shop.author_name }).getAttribute('href')).toBe('/#autora');
    expect(bar.getByRole('link', { name: 'Descarga gratis Primera' })).toBeTruthy();
    expect(bar.getByText('Gratis')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Leer/ })).toBeNull();
  });

  it('says Leer of an owned part, at the top and in its row, and offers no action twice', async () => {
    signInAs('u1');
    const rows = [
      fakeUserPart({ ...free, edition_id: 'e1', percentage: 100 }),
      fakeUserPart({ ...paid, edition_id: null }),
    ];
    const calls = fakeApi({ 'GET /api/user_book_parts/book-1': { body: rows }, 'GET /api/follows': { body: [] } });
    const bar = show();
    const links = await screen.findAllByRole('link', { name: 'Leer Primera' });
    // Only the row of the first part has this link: the bar's next step is to buy the second part.
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/reader/book-1/a']);
    expect(bar.getByRole('link', { name: '¡Compra ahora! Segunda' })).toBeTruthy();
    expect(bar.getByText(/\$1\.490/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Primera/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /gratis Primera/ })).toBeNull();
    expect(calls.filter(({ url }) => url.includes('user_book_parts'))).toHaveLength(1);
  });

  it('leads to a pending payment instead of selling its part again', async () => {
    signInAs('u1');
    const unfinished = { id: 'o', state: 'pending', hold: null, total: 1490, since: LATER, until: null } as const;
    const rows = [
      fakeUserPart({ ...free, edition_id: 'e1', percentage: 100 }),
      fakeUserPart({
        ...paid,
        edition_id: null,
        unfinished_order: { ...unfinished, payment_number: null, resume_url: null },
      }),
    ];
    fakeApi({ 'GET /api/user_book_parts/book-1': { body: rows }, 'GET /api/follows': { body: [] } });
    const bar = show();
    const links = await screen.findAllByRole('link', { name: /^Ver el pago: Segunda/ });
    // The link is in the part's row, beside the title and at the foot of a phone.
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Array.from({ length: 3 }, () => '/user-library/book-1?part=b'),
    );
    expect(bar.getByText('Pago pendiente')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^¡Compra ahora!.*Segunda/ })).toBeNull();
  });

  it('says of an owned unreleased part that it comes soon, and does not offer a notice', async () => {
    signInAs('u1');
    const rows = [
      fakeUserPart({ ...free, is_purchased: true, edition_id: 'e1', percentage: 100 }),
      fakeUserPart({ ...paid, is_purchased: true, edition_id: 'e2', percentage: 100 }),
      fakeUserPart({ ...toCome, is_purchased: true, edition_id: null }),
    ];
    fakeApi({ 'GET /api/user_book_parts/book-1': { body: rows }, 'GET /api/follows': { body: [] } });
    const bar = show();
    expect(await bar.findByRole('link', { name: 'Leer Primera' })).toBeTruthy();
    const soon = screen.getByRole('button', { name: 'Pronto podrás descargarlo' });
    expect(soon.hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: /^Avísame/ })).toBeNull();
  });

  it('is the visitor’s page while the rights are unknown and the server cannot be reached', async () => {
    signInAs('u2');
    const calls = fakeApi({
      'GET /api/user_book_parts/book-1': { status: 503, body: { detail: '' } },
      'GET /api/follows': { body: [] },
    });
    const bar = show();
    await vi.waitFor(() => expect(calls.some(({ url }) => url.includes('user_book_parts'))).toBe(true));
    expect(await bar.findByRole('link', { name: 'Descarga gratis Primera' })).toBeTruthy();
    expect(document.querySelector('[role=alert]')).toBeNull();
  });
});

describe('accessibility', () => {
  const known = (...statements: NonNullable<PublicPart['accessibility']>['statements']) => ({
    accessibility: { statements, summary: null, certifier: null },
  });
  const rows = () => Array.from(document.querySelectorAll('dt, dd p, h3'), (row) => row.textContent);

  it('is shown once for parts that are alike, under the guide’s titles', () => {
    const alike = known('ways-of-reading-visual-adjustments-modifiable', 'conformance-no');
    render(
      <BookAccessibility
        book={{
          parts: [
            { ...free, ...alike },
            { ...paid, ...alike },
          ],
        }}
      />,
    );
    expect(rows()).toEqual([
      'Formas de lectura',
      'La apariencia puede ser modificada',
      'Conformidad',
      'No hay información disponible',
    ]);
  });

  it('is shown by part where parts differ, with the certifier and the book’s own words', () => {
    const facts = {
      accessibility: { statements: ['conformance-aa'], summary: 'Sin imágenes.', certifier: 'Faro' },
    } as const;
    const parts = [
      { ...free, accessibility: { ...facts.accessibility, statements: [...facts.accessibility.statements] } },
    ];
    render(<BookAccessibility book={{ parts: [...parts, { ...paid, ...known('hazards-none') }] }} />);
    expect(rows()).toEqual([
      'Primera',
      'Conformidad',
      'Esta publicación cumple con los estándares de accesibilidad aceptados',
      'La publicación fue certificada por Faro',
      'Resumen de accesibilidad',
      'Segunda',
      'Peligros',
      'Sin peligros',
    ]);
  });

  it('is absent while it is unknown', () => {
    render(<BookAccessibility book={{ parts: [free] }} />);
    expect(screen.queryByText('Accesibilidad')).toBeNull();
  });
});
