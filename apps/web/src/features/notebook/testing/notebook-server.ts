import type { BookmarkWire, TrashedBookmarkWire } from '@cuentos/contract/bookmarks';
import type { HighlightWire, ImportedHighlight } from '@cuentos/contract/highlights';
import type { Notebook, NotebookPart } from '@cuentos/contract/notebook';
import { vi } from 'vitest';
import { notebookPart } from './entries.ts';

const NOW = '2026-11-20T15:00:00.000Z';

interface Imported {
  readonly book_part_id: string;
  readonly highlights: readonly ImportedHighlight[];
}

interface Part {
  readonly facts: Partial<NotebookPart>;
  readonly highlights: HighlightWire[];
  bookmarks: BookmarkWire[];
  trash: TrashedBookmarkWire[];
  readonly deleted: string[];
  changes: number;
}

/** The shop's calls for the notebook: parts with the highlights and bookmarks of one reader. */
export class NotebookServer {
  readonly parts = new Map<string, Part>();
  /** Calls that the server received, `METHOD path`. */
  readonly calls: string[] = [];
  isAway = false;
  /** Ids of the parts whose access was revoked. */
  readonly closed = new Set<string>();
  sharedQuoteMax = 300;

  constructor() {
    this.stand();
  }

  /** Answers each `fetch` from now on. */
  stand(): void {
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => this.#answer(url, init));
  }

  part(id: string, facts: Partial<NotebookPart> = {}): Part {
    const known = this.parts.get(id) ?? { facts, highlights: [], bookmarks: [], trash: [], deleted: [], changes: 0 };
    this.parts.set(id, known);
    return known;
  }

  addHighlight(partId: string, changes: Partial<HighlightWire> = {}): HighlightWire {
    const { highlights } = this.part(partId);
    const at = highlights.length;
    const note = changes.note ?? '';
    const row: HighlightWire = {
      ...{ id: `h${at}`, book_part_id: partId, cfi_range: `epubcfi(/6/4!/4/${2 * at + 2},/1:0,/1:9)` },
      ...{ created_at: NOW, updated_at: NOW, color: 'yellow', quote: `palabras ${at}`, prefix: '', suffix: '' },
      ...{
        edition_id: 'edition',
        located: true,
        revision: this.#next(partId),
        deleted: false,
        same_as: null,
        trash: null,
      },
      note,
      notes: note === '' ? [] : [{ mutation_id: `m${at}`, text: note }],
      ...changes,
    };
    highlights.push(row);
    return row;
  }

  addBookmark(partId: string, changes: Partial<BookmarkWire> = {}): void {
    const part = this.part(partId);
    const id = `b${part.bookmarks.length}`;
    const words = {
      cfi: `epubcfi(/6/8!/4/2/1:${id.length})`,
      percentage: 40,
      chapter: null,
      quote: 'Contó ciento doce',
      prefix: '',
    };
    part.bookmarks.push({ id, edition_id: 'edition', ...words, created_at: NOW, ...changes });
    part.changes += 1;
  }

  #next(partId: string): number {
    return Math.max(0, ...this.part(partId).highlights.map(({ revision }) => revision)) + 1;
  }

  #notebook(): Notebook {
    const parts = [...this.parts].map(([id, part]) =>
      notebookPart({
        part_id: id,
        ...part.facts,
        highlights_revision: this.#next(id) - 1,
        bookmarks_changes: part.changes,
      }),
    );
    return { parts, author: 'Elena Prado', shared_quote_max: this.sharedQuoteMax };
  }

  #answer(url: string, { method = 'GET', body }: RequestInit): Response {
    if (this.isAway) throw new TypeError('no line');
    const [path = '', query = ''] = url.split('?');
    this.calls.push(`${method} ${path}`);
    const id = path.split('/').at(-1) ?? '';
    const fields = (
      body instanceof URLSearchParams ? Object.fromEntries(body) : JSON.parse(String(body ?? '{}'))
    ) as Record<string, string>;
    if (path === '/api/notebook') return Response.json(this.#notebook());
    if (path === '/api/notebook/trash/erase')
      return this.#erase(fields as unknown as Record<'highlights' | 'bookmarks', string[]>);
    if (this.closed.has(fields['book_part_id'] ?? ''))
      return Response.json({ detail: '', code: 'part_not_found', request_id: 'r' }, { status: 404 });
    if (path.endsWith('/import')) return this.#import(fields as unknown as Imported);
    if (path.endsWith('/import/undo')) return this.#takeBack(fields as unknown as Imported);
    if (path.startsWith('/api/bookmarks/')) return this.#bookmark(method, id, fields);
    if (!path.startsWith('/api/user_book_part_highlights/')) return new Response(null, { status: 204 });
    if (method === 'GET') {
      const since = Number(new URLSearchParams(query).get('since'));
      return Response.json(this.part(id).highlights.filter(({ revision }) => revision > since));
    }
    return this.#highlight(method, id, fields);
  }

  #highlight(method: string, id: string, fields: Readonly<Record<string, string>>): Response {
    if (method === 'POST') {
      const { book_part_id: partId = '', restores, ...words } = fields;
      const row = this.addHighlight(partId, words);
      this.#change(restores ?? '', { trash: null, quote: '' });
      return Response.json({ id: row.id, revision: this.#next(partId) - 1 });
    }
    const { note, color } = fields;
    const notes =
      note === undefined ? {} : { note, notes: note === '' ? [] : [{ mutation_id: crypto.randomUUID(), text: note }] };
    const before = this.#row(id)?.note ?? '';
    const isDeletion = method === 'DELETE';
    const deletion = { deleted: true, note: '', notes: [], trash: { note: before, deleted_at: NOW } };
    const revision = this.#change(id, isDeletion ? deletion : { ...notes, ...(color === undefined ? {} : { color }) });
    return Response.json({ id, revision });
  }

  #row(id: string): HighlightWire | undefined {
    return [...this.parts.values()].flatMap(({ highlights }) => highlights).find((row) => row.id === id);
  }

  #change(id: string, change: Partial<HighlightWire>): number {
    for (const [partId, { highlights }] of this.parts) {
      const at = highlights.findIndex((row) => row.id === id);
      const row = highlights[at];
      if (row) highlights[at] = { ...row, ...change, revision: this.#next(partId) };
      if (row) return highlights[at]?.revision ?? 0;
    }
    return 0;
  }

  #bookmark(method: string, id: string, fields: Readonly<Record<string, string>>): Response {
    if (method === 'GET') {
      const { bookmarks, deleted, trash } = this.part(id);
      return Response.json({ bookmarks, deleted, trash });
    }
    if (method === 'PUT') {
      const { book_part_id: partId = '', restores, ...words } = fields;
      this.addBookmark(partId, { ...(words as unknown as BookmarkWire), id });
      const part = this.part(partId);
      part.trash = part.trash.filter((each) => each.id !== restores);
      return Response.json({ id, deleted: false });
    }
    for (const part of this.parts.values()) {
      const row = part.bookmarks.find((each) => each.id === id);
      if (!row) continue;
      part.bookmarks = part.bookmarks.filter((each) => each !== row);
      part.deleted.push(id);
      part.trash.push({ ...row, deleted_at: NOW });
      part.changes += 1;
    }
    return Response.json({ id, deleted: true });
  }

  #import({ book_part_id: partId, highlights }: Imported): Response {
    const known = new Set(this.part(partId).highlights.map(({ id }) => id));
    for (const { mutation_id, made_at, ...words } of highlights.filter(({ id }) => !known.has(id))) {
      const { note } = words;
      const notes = note === '' ? [] : [{ mutation_id, text: note }];
      this.addHighlight(partId, { ...words, notes, created_at: made_at ?? NOW, edition_id: '', located: false });
    }
    return Response.json({ revision: this.#next(partId) - 1 });
  }

  #takeBack({ book_part_id: partId, highlights }: Imported): Response {
    for (const { id } of highlights) this.#change(id, { deleted: true, note: '', notes: [], quote: '', trash: null });
    return Response.json({ revision: this.#next(partId) - 1 });
  }

  #erase({ highlights, bookmarks }: { readonly [Kind in 'highlights' | 'bookmarks']: readonly string[] }): Response {
    for (const id of highlights) this.#change(id, { trash: null, quote: '' });
    for (const part of this.parts.values()) part.trash = part.trash.filter(({ id }) => !bookmarks.includes(id));
    return Response.json({ erased: highlights.length });
  }
}
