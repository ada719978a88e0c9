import type { HighlightWire } from '@cuentos/contract/highlights';
import type { OpenPart } from '@cuentos/contract/reading';
import type { Page } from '@playwright/test';
import { hold } from './answers.ts';
import { type DemoShop, SERIAL } from './demo-shop.ts';
import type { Shot } from './shot.ts';

/** State around an open book; the same for every picture, whatever state the picture before left. */
export interface Scene {
  /** Changes of the saved theme; its name is white when absent. */
  readonly theme?: Readonly<Record<string, string>>;
  /** Place at which the book opens, %. */
  readonly at?: number;
  readonly highlights?: readonly HighlightWire[];
  /** Whether the tutorial was never closed on this device. */
  readonly newcomer?: true;
  /** Whether 'Permitir zoom' is on. */
  readonly zoom?: true;
  /** Place of another device, %. */
  readonly elsewhere?: number;
  /** Changes of the answer that opens the book. */
  readonly opening?: Readonly<Partial<OpenPart>>;
}

/** The reader's themes. */
export const themeNames = ['white', 'sephia', 'green', 'gray', 'dark'] as const;

const PART = 'Primera parte: La niebla';
export const OPENING_CALL = '**/api/book_part/open/*';

function partOf(shop: DemoShop): { readonly id: string; readonly book_id: string } {
  const part = shop.book(SERIAL).parts.find(({ name }) => name === PART);
  if (!part) throw new Error('the serial has lost its first part');
  return part;
}

/** The address of the part that all pictures of the reader show. */
export const reading: Shot['path'] = (shop) => `/reader/${partOf(shop).book_id}/${partOf(shop).id}`;

const UPDATED = '2026-11-20T15:00:00Z';

/** A highlight from an earlier edition: the reader finds its words in this one, or says that it cannot. */
function highlight(id: string, changes: Partial<HighlightWire>): HighlightWire {
  return {
    id,
    book_part_id: '',
    cfi_range: 'epubcfi(/6/4!/4/2,/1:0,/1:9)',
    created_at: UPDATED,
    updated_at: UPDATED,
    color: 'yellow',
    note: '',
    quote: '',
    prefix: '',
    suffix: '',
    edition_id: 'earlier',
    located: true,
    revision: 1,
    notes: changes.note === undefined ? [] : [{ mutation_id: `note-${id}`, text: changes.note }],
    deleted: false,
    same_as: null,
    ...changes,
  };
}

export const someHighlights: readonly HighlightWire[] = [
  highlight('a', {
    quote: 'Antes de la niebla hubo tres avisos, y los tres los vio la misma persona',
    color: 'green',
  }),
  highlight('b', {
    quote: 'siguió mirando la torre como se mira a un pariente que ha empezado a hablar solo',
    note: 'Así miraba mi tía el televisor nuevo.\nBuscar la foto.',
    color: 'pink',
  }),
  highlight('c', { quote: 'Punta Corona no es un pueblo. Es un faro, dos casas', color: 'blue' }),
];
export const lostHighlight: HighlightWire = highlight('z', {
  quote: 'La torta que ya nadie hornea en esta edición',
  note: 'Preguntar por qué la sacaron.',
  color: 'red',
});

/** Sets the state, before the book is opened. */
export const scene =
  ({ theme = {}, at = 4, highlights = [], newcomer, zoom, elsewhere, opening }: Scene = {}) =>
  async (page: Page): Promise<void> => {
    await page.addInitScript(
      ({ saved, isNew, isZoomAllowed }) => {
        // Skips the frames of the book, which share the storage.
        if (window !== window.top) return;
        for (const name of ['cuentos-de-bolsillo', 'cuentos-de-bolsillo-sync']) indexedDB.deleteDatabase(name);
        // Keeps the session.
        for (const key of Object.keys(localStorage)) if (key !== 'refresh_token') localStorage.removeItem(key);
        localStorage.setItem('actualTheme', saved);
        if (!isNew) localStorage.setItem('showTutorial', 'false');
        if (isZoomAllowed) localStorage.setItem('allowZoom', 'true');
      },
      {
        saved: JSON.stringify({ name: 'white', ...theme }),
        isNew: newcomer === true,
        isZoomAllowed: zoom === true,
      },
    );
    const place = (percentage: number) => ({
      last_location: 'epubcfi(/6/4!/4/2)',
      percentage,
      revision: 3,
      // Names another edition, so that the reader uses the percentage.
      edition_id: 'earlier',
      updated_at: UPDATED,
    });
    await page.route(OPENING_CALL, async (route) => {
      const open = (await (await route.fetch()).json()) as OpenPart;
      await route.fulfill({ json: { ...open, position: place(at), ...opening } });
    });
    await page.route(/\/api\/user_book_parts\/[^/]+$/, async (route) => {
      const request = route.request();
      if (request.method() !== 'PUT') return route.fallback();
      const taken = { ...place(at), ...(request.postDataJSON() as object), accepted: true };
      return route.fulfill({ json: elsewhere === undefined ? taken : { ...place(elsewhere), accepted: false } });
    });
    await page.route('**/api/user_book_part_highlights/**', (route) =>
      route.fulfill({ json: route.request().method() === 'GET' ? highlights : { id: 'a', revision: 2 } }),
    );
    // Holds the download, so that its message does not cover the page.
    await hold(page, '**/book_part*/download/*');
  };
