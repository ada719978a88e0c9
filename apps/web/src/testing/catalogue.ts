import type { AdminBook, PublicBook, PublicPart } from '@cuentos/contract/books';
import type { UserBookPart, UserPart } from '@cuentos/contract/library';
import type { AdminPart } from '@cuentos/contract/parts';

/** Noon in Santiago, 21 November 2026. */
export const NOW = Date.parse('2026-11-21T15:00:00Z');

export function fakePart(changes: Partial<PublicPart> = {}): PublicPart {
  return {
    id: 'part-1',
    book_id: 'book-1',
    name: 'Segunda parte: El muelle',
    image: null,
    value: 1490,
    release_date: '2026-10-01T03:00:00Z',
    is_presale: false,
    presale_end_date: null,
    presale_discount_percentage: 0,
    ebook: true,
    is_draft: false,
    is_purchased: false,
    is_downloaded: false,
    download_count: 392,
    characters: 120_000,
    accessibility: null,
    sample: 'none',
    ...changes,
  };
}

export function fakeUserPart(changes: Partial<UserPart> = {}): UserPart {
  return {
    ...fakePart(),
    acquired_at: null,
    early_access: false,
    early_access_expires_at: null,
    edition_id: 'edition-1',
    edition_size: 2_100_000,
    percentage: null,
    unfinished_order: null,
    ...changes,
  };
}

export function fakeOwnedPart(changes: Partial<UserBookPart> = {}): UserBookPart {
  return {
    id: 'owned-1',
    book_id: 'book-1',
    book_part_id: 'part-1',
    last_location: null,
    percentage: 0,
    book_name: 'El faro que aprendió a silbar',
    book_part_name: 'Segunda parte: El muelle',
    image: null,
    release_date: '2026-10-01T03:00:00Z',
    edition_id: 'edition-1',
    edition_size: 2_100_000,
    is_downloaded: false,
    acquired_at: '2026-10-02T03:00:00Z',
    read_at: null,
    ...changes,
  };
}

export function fakeBook(changes: Partial<PublicBook> = {}): PublicBook {
  return {
    id: 'book-1',
    name: 'El faro que aprendió a silbar',
    description: 'Mateo cumple nueve años la noche en que el faro se apaga.',
    image: null,
    back_image: null,
    fragment: 'Estaba parada sobre la tabla del medio.',
    location: 'Punta Corona, Chiloé',
    genre: 'Novela por entregas',
    pages: 214,
    highlights: [{ passage: 'La niebla no borra las cosas.' }],
    is_draft: false,
    is_active: true,
    purchased: false,
    download_count: 1204,
    created_at: '2026-10-01T03:00:00Z',
    updated_at: '2026-10-01T03:00:00Z',
    isbn: null,
    series: null,
    language: 'es',
    keywords: [],
    completion_discount: 0,
    export_permission: null,
    parts: [fakePart()],
    ...changes,
  };
}

/** Makes a draft of a book, as the working area's calls answer it. */
export function fakeAdminBook(changes: Partial<AdminBook> = {}): AdminBook {
  const { parts: _parts, ...book } = fakeBook();
  return { ...book, is_draft: true, part_count: 1, owner_count: 0, minimum: 400, writers: [], ...changes };
}

/** Makes a part on sale without an ebook, as the working area's calls answer it. */
export function fakeAdminPart(changes: Partial<AdminPart> = {}): AdminPart {
  return {
    ...fakePart(),
    ebook: false,
    pending_edition_id: null,
    was_active: true,
    below_minimum: false,
    ebook_size: null,
    edition_count: 0,
    owner_count: 0,
    export_counts: { page: 0, epub: 0 },
    sample_share: null,
    sample_request: null,
    live_edition: null,
    ...changes,
  };
}
