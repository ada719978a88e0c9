import type { ErrorCode } from '@cuentos/contract/error-codes';
import type { PositionBody, PositionRecord, PositionResult } from '@cuentos/contract/reading';
import { acceptsMove } from '@cuentos/domain/reading/position';
import { vi } from 'vitest';

interface Kept {
  readonly cfi: string;
  readonly percentage: number;
  readonly revision: number;
  readonly editionId: string;
}

/** The server's reading positions, by the rules of the API. */
export class PositionRows {
  readonly #places = new Map<string, Kept>();
  readonly #applied = new Set<string>();
  /** Number of accepted new moves. */
  moves = 0;

  placeOf(partId: string): Kept | null {
    return this.#places.get(partId) ?? null;
  }

  /** Moves the position as another device does. */
  moveElsewhere(partId: string, cfi: string, percentage: number): Kept {
    const next = { cfi, percentage, editionId: 'edition', revision: (this.#places.get(partId)?.revision ?? 0) + 1 };
    this.#places.set(partId, next);
    return next;
  }

  move(partId: string, body: PositionBody): PositionResult {
    const current = this.#places.get(partId);
    const isNew = !this.#applied.has(body.mutation_id ?? '');
    this.#applied.add(body.mutation_id ?? '');
    let accepted = !isNew;
    if (
      !current ||
      (isNew && acceptsMove(current, { baseRevision: body.base_revision ?? null, percentage: body.percentage }))
    ) {
      this.moves += 1;
      accepted = true;
      const revision = (current?.revision ?? 0) + 1;
      const editionId = body.edition_id ?? 'edition';
      this.#places.set(partId, { cfi: body.last_location, percentage: body.percentage, revision, editionId });
    }
    return { ...this.recordOf(partId), accepted };
  }

  /** Returns the position as GET answers it. */
  recordOf(partId: string): PositionRecord {
    const held = this.#places.get(partId) as Kept;
    return {
      last_location: held.cfi,
      percentage: held.percentage,
      revision: held.revision,
      edition_id: held.editionId,
      updated_at: '2026-11-21T15:00:00Z',
    };
  }
}

/** A server of positions whose connection can fail for requests and for answers. */
export function positionServer() {
  const rows = new PositionRows();
  const server = {
    /** Requests that reached the server. */
    received: [] as (PositionBody & { readonly token: string; readonly keepalive: boolean })[],
    /** Number of accepted new moves. */
    get moves() {
      return rows.moves;
    },
    /** How many of the next answers get lost after the server has applied the request. */
    loseAnswers: 0,
    /** Statuses with which the server refuses the next requests. */
    refuse: [] as number[],
    /** Error code of these refusals. */
    refusal: 'internal' as ErrorCode,
    down: false,
    placeOf: (partId: string) => rows.placeOf(partId),
    /** Moves the position as another device does. */
    moveElsewhere: (partId: string, cfi: string, percentage: number) => rows.moveElsewhere(partId, cfi, percentage),
  };

  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}): Promise<Response> => {
    if (server.down) throw new TypeError('Failed to fetch');
    const token = new Headers(init.headers).get('authorization') ?? '';
    const body = JSON.parse(String(init.body)) as PositionBody;
    server.received.push({ ...body, token, keepalive: init.keepalive ?? false });
    const refused = server.refuse.shift();
    if (refused) return Response.json({ detail: 'x', code: server.refusal }, { status: refused });
    const result = rows.move(url.split('/').at(-1) ?? '', body);
    if (server.loseAnswers > 0) {
      server.loseAnswers -= 1;
      throw new TypeError('Failed to fetch');
    }
    return Response.json(result);
  });
  return server;
}
