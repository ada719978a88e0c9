import type { BookmarkWire } from '@cuentos/contract/bookmarks';

interface Marks {
  readonly live: Map<string, BookmarkWire>;
  readonly deleted: Set<string>;
}

/** The server's bookmarks and settings of one reader, by the rules of the API. */
export class MarksServer {
  readonly #parts = new Map<string, Marks>();
  readonly #applied = new Set<string>();
  settings: Record<string, string> | null = null;
  #revision = 0;

  of(partId: string): Marks {
    const known = this.#parts.get(partId) ?? { live: new Map(), deleted: new Set() };
    this.#parts.set(partId, known);
    return known;
  }

  forgetSettings(): void {
    this.settings = null;
    this.#revision = 0;
  }

  /** Answers a call about bookmarks or settings; null for any other call. */
  answer(url: string, method: string, body: unknown): Response | null {
    const sent = (typeof body === 'string' ? JSON.parse(body) : {}) as Record<string, unknown>;
    if (url.startsWith('/api/users/me/reader_settings')) return this.#settings(method, sent);
    if (url.startsWith('/api/notebook/trash/erase')) return Response.json({ erased: 0 });
    if (!url.startsWith('/api/bookmarks/')) return null;
    const id = url.split('/').at(-1) ?? '';
    if (method === 'GET') {
      const { live, deleted } = this.of(id);
      return Response.json({ bookmarks: [...live.values()], deleted: [...deleted] });
    }
    return method === 'PUT' ? this.#mark(id, sent) : this.#unmark(id);
  }

  #mark(id: string, { book_part_id: partId, ...words }: Record<string, unknown>): Response {
    const { live, deleted } = this.of(String(partId));
    if (!deleted.has(id) && !live.has(id)) live.set(id, { ...words, id } as BookmarkWire);
    return Response.json({ id, deleted: deleted.has(id) });
  }

  #unmark(id: string): Response {
    const part = [...this.#parts.values()].find(({ live, deleted }) => live.has(id) || deleted.has(id));
    if (!part) return Response.json({ detail: '', code: 'bookmark_not_found', request_id: 'r' }, { status: 404 });
    part.live.delete(id);
    part.deleted.add(id);
    return Response.json({ id, deleted: true });
  }

  #settings(method: string, { settings, mutation_id: id }: Record<string, unknown>): Response {
    if (method === 'PUT' && !this.#applied.has(String(id))) {
      this.#applied.add(String(id));
      this.settings = { ...this.settings, ...(settings as Record<string, string>) };
      this.#revision += 1;
    }
    return Response.json({ settings: this.settings, revision: this.#revision });
  }
}
