import type { HighlightResult, HighlightWire, ImportedHighlight } from '@cuentos/contract/highlights';
import { type Highlight, applyMutation, type HighlightMutation, noteOf } from '@cuentos/domain/highlights/highlight';
import { knownOf } from '@cuentos/domain/highlights/replica';

const BASE = '/api/user_book_part_highlights/';
type Origin = Pick<HighlightWire, 'quote' | 'prefix' | 'suffix' | 'edition_id' | 'created_at'>;

interface Imported {
  readonly book_part_id: string;
  readonly highlights: readonly ImportedHighlight[];
}

interface PartRows {
  readonly rows: Map<string, Highlight>;
  revision: number;
}

/**
 * The server's side of one reader's highlights, by the rules and in the words of the API
 * (`apps/api/src/modules/highlights`, whose own histories prove the same over HTTP).
 */
export class HighlightServer {
  readonly #parts = new Map<string, PartRows>();
  readonly #partOf = new Map<string, string>();
  readonly #origins = new Map<string, Origin>();
  readonly #applied = new Set<string>();
  readonly #changedAt = new Map<string, string>();
  /** Notes of deleted highlights whose words are kept, by id. */
  readonly #trashedNotes = new Map<string, string>();
  /** Time of the server's clock, ISO. */
  now = '2026-11-21T15:00:00.000Z';
  /** Ids of the parts whose access was revoked. */
  readonly closed = new Set<string>();
  /** Requests that the server received, `METHOD path`. */
  readonly received: string[] = [];

  /** Keeps a copy of all rows. @returns sets the server back to the copy, as restoring a backup does */
  backUp(): () => void {
    const parts = structuredClone(this.#parts);
    const [partOf, origins, applied] = [new Map(this.#partOf), new Map(this.#origins), new Set(this.#applied)];
    const trashedNotes = new Map(this.#trashedNotes);
    return () => {
      const put = <Key, Value>(into: Map<Key, Value>, entries: ReadonlyMap<Key, Value>): void => {
        into.clear();
        for (const [key, value] of entries) into.set(key, value);
      };
      put(this.#parts, parts);
      put(this.#partOf, partOf);
      put(this.#origins, origins);
      put(this.#trashedNotes, trashedNotes);
      this.#applied.clear();
      for (const id of applied) this.#applied.add(id);
    };
  }

  live(partId: string): HighlightWire[] {
    return this.#answerOf(partId, -1).filter((row) => !row.deleted);
  }

  all(partId: string): HighlightWire[] {
    return this.#answerOf(partId, -1);
  }

  /** Answers a call about highlights; null for any other call. */
  answer(url: string, method: string, body: unknown): Response | null {
    if (!url.startsWith(BASE)) return null;
    this.received.push(`${method} ${url}`);
    const [id = '', query = ''] = url.slice(BASE.length).split('?');
    const searchParams = new URLSearchParams(query);
    if (method === 'GET') return Response.json(this.#answerOf(id, Number(searchParams.get('since') ?? -1)));
    if (id === 'import') return this.#import(JSON.parse(String(body)) as Imported);
    if (id === 'import/undo') return this.#takeBack(JSON.parse(String(body)) as Imported);
    const fields = body instanceof URLSearchParams ? Object.fromEntries(body) : parse(body);
    if (method === 'POST') return this.#create(fields);
    const partId = this.#partOf.get(id);
    if (partId === undefined) return refusal(404, 'highlight_not_found');
    if (this.closed.has(partId)) return refusal(404, 'part_not_found');
    return method === 'PUT' ? this.#update(partId, id, fields) : this.#remove(partId, id, searchParams.get('seen'));
  }

  #create(fields: Readonly<Record<string, string>>): Response {
    const { book_part_id: partId = '', cfi_range: cfi = '', color = '', note = '', mutation_id = '', id = '' } = fields;
    if (this.closed.has(partId)) return refusal(404, 'part_not_found');
    if (note.length > 5000) return refusal(422, 'invalid_request');
    const { quote = '', prefix = '', suffix = '', edition_id = '' } = fields;
    if (!this.#origins.has(id)) this.#origins.set(id, { quote, prefix, suffix, edition_id, created_at: this.now });
    const range = { cfi, editionId: edition_id };
    const answer = this.#apply(partId, { kind: 'create', id: mutation_id, annotationId: id, ...range, color, note });
    if (fields['restores']) this.#eraseWords(partId, [fields['restores']]);
    return answer;
  }

  #import({ book_part_id: partId, highlights }: Imported): Response {
    for (const { id, mutation_id, cfi_range: cfi, color, note, quote, prefix, suffix } of highlights) {
      const origin = { quote, prefix, suffix, edition_id: '', created_at: this.now };
      if (!this.#origins.has(id)) this.#origins.set(id, origin);
      this.#apply(partId, { kind: 'create', id: mutation_id, annotationId: id, cfi, editionId: '', color, note });
    }
    return Response.json({ revision: this.#part(partId).revision });
  }

  #takeBack({ book_part_id: partId, highlights }: Imported): Response {
    const brought = highlights.filter(({ id }) => this.#partOf.get(id) === partId);
    for (const { id, mutation_id } of brought) this.#remove(partId, id, mutation_id);
    this.#eraseWords(
      partId,
      brought.map(({ id }) => id),
    );
    return Response.json({ revision: this.#part(partId).revision });
  }

  /** Erases the words of all deleted highlights of a part, as the job does after 30 days. */
  endTrash(partId: string): void {
    this.#eraseWords(partId, [...this.#part(partId).rows.keys()]);
  }

  #eraseWords(partId: string, ids: readonly string[]): void {
    const part = this.#part(partId);
    const trashed = ids.filter((id) => this.#trashedNotes.has(id));
    if (trashed.length > 0) part.revision += 1;
    for (const id of trashed) {
      const row = part.rows.get(id) as Highlight;
      part.rows.set(id, { ...row, revision: part.revision });
      this.#trashedNotes.delete(id);
    }
  }

  #update(partId: string, id: string, fields: Record<string, string>): Response {
    const { mutation_id = '', color, note, replaces, changed } = fields;
    const isNew = (name: string) => changed === undefined || changed.split(',').includes(name);
    const mutation: HighlightMutation = {
      kind: 'update',
      id: mutation_id,
      annotationId: id,
      ...(color === undefined || !isNew('color') ? {} : { color }),
      ...(note === undefined || !isNew('note') ? {} : { note: { text: note, replaces: idsOf(replaces ?? '') } }),
    };
    const { standing } = knownOf(mutation, this.#part(partId).rows);
    if (!standing || (standing.deleted && (mutation.note?.text ?? '').trim() === ''))
      return refusal(404, 'highlight_not_found');
    const { quote = '', prefix = '', suffix = '' } = fields;
    const before = this.#origins.get(standing.id);
    // Words that were erased come with the change.
    if (standing.deleted && before && !this.#trashedNotes.has(standing.id))
      this.#origins.set(standing.id, { ...before, quote, prefix, suffix });
    return this.#apply(partId, mutation);
  }

  #remove(partId: string, id: string, seen: string | null): Response {
    const seenField = seen === null ? {} : { seen: idsOf(seen) };
    return this.#apply(partId, { kind: 'delete', id: crypto.randomUUID(), annotationId: id, ...seenField });
  }

  #apply(partId: string, mutation: HighlightMutation): Response {
    const part = this.#part(partId);
    const existingHighlights = knownOf(mutation, part.rows);
    const isKnown = this.#applied.has(mutation.id) || (mutation.kind === 'create' && existingHighlights.own !== null);
    this.#applied.add(mutation.id);
    const changed = isKnown ? [] : applyMutation(mutation, existingHighlights, part.revision + 1);
    if (changed.length > 0) part.revision += 1;
    for (const row of changed) {
      const before = part.rows.get(row.id);
      if (before?.deleted && !row.deleted && row.notes.length === 0)
        throw new Error('a deleted highlight came back without words');
      if (!row.deleted || row.sameAs !== null) this.#trashedNotes.delete(row.id);
      else if (before && !before.deleted) this.#trashedNotes.set(row.id, noteOf(before));
      part.rows.set(row.id, row);
      this.#partOf.set(row.id, partId);
      this.#changedAt.set(row.id, this.now);
    }
    const id = knownOf(mutation, part.rows).standing?.id ?? mutation.annotationId;
    return Response.json({ id, revision: part.revision } satisfies HighlightResult);
  }

  #part(partId: string): PartRows {
    const part = this.#parts.get(partId) ?? { rows: new Map<string, Highlight>(), revision: 0 };
    this.#parts.set(partId, part);
    return part;
  }

  #answerOf(partId: string, since: number): HighlightWire[] {
    const rows = [...this.#part(partId).rows.values()].filter(({ revision }) => revision > since);
    return rows.map((row): HighlightWire => {
      const { id, cfi: cfi_range, color, revision, deleted, sameAs: same_as, notes } = row;
      const nothing: Origin = { quote: '', prefix: '', suffix: '', edition_id: '', created_at: this.now };
      const trashed = this.#trashedNotes.get(id);
      const hasWords = !deleted || trashed !== undefined;
      const origin = hasWords ? (this.#origins.get(id) ?? nothing) : nothing;
      const trash = trashed === undefined ? null : { note: trashed, deleted_at: this.now };
      const parts = notes.map(({ mutationId: mutation_id, text }) => ({ mutation_id, text }));
      const rest = { id, book_part_id: partId, cfi_range, color, revision, deleted, same_as, trash, located: true };
      return { ...origin, ...rest, note: noteOf(row), notes: parts, updated_at: this.#changedAt.get(id) ?? this.now };
    });
  }
}

const idsOf = (list: string) => list.split(',').filter((each) => each !== '');

function parse(body: unknown): Record<string, string> {
  return typeof body === 'string' ? (JSON.parse(body) as Record<string, string>) : {};
}

function refusal(status: number, code: string): Response {
  return Response.json({ detail: code, code, request_id: 'x' }, { status });
}
