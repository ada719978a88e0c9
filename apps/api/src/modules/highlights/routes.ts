import {
  changeHighlight,
  createHighlight,
  deleteHighlight,
  importHighlights,
  listHighlights,
  takeBackHighlights,
} from '@cuentos/contract/highlights';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { HighlightService } from './service.ts';

/** 'Highlights'. */
export function registerHighlightRoutes(app: TypedApp, highlights: HighlightService): void {
  // `id` is the part's id: the router allows only one parameter name at this position.
  serve(app, listHighlights, async (request) =>
    highlights.list(callerOf(request).userId, request.params.id, {
      since: request.query.since ?? null,
      editionId: request.query.edition_id ?? null,
    }),
  );
  serve(app, createHighlight, async (request) => {
    const { book_part_id, cfi_range, mutation_id, edition_id, ...rest } = request.body;
    return highlights.create(callerOf(request).userId, {
      ...rest,
      partId: book_part_id,
      cfi: cfi_range,
      id: rest.id ?? null,
      restores: rest.restores ?? null,
      mutationId: mutation_id ?? null,
      editionId: edition_id ?? null,
    });
  });
  serve(app, importHighlights, async (request) => {
    const { book_part_id: partId, highlights: imported } = request.body;
    return highlights.importAll(callerOf(request).userId, partId, imported);
  });
  serve(app, takeBackHighlights, async (request) => {
    const { book_part_id: partId, highlights: imported } = request.body;
    return highlights.takeBack(callerOf(request).userId, partId, imported);
  });
  registerChangeRoutes(app, highlights);
}

function registerChangeRoutes(app: TypedApp, highlights: HighlightService): void {
  serve(app, changeHighlight, async (request) => {
    const { cfi_range, color, note, mutation_id, replaces, base_revision, changed } = request.body;
    const { quote, prefix, suffix } = request.body;
    const isNew = (name: 'color' | 'note') => changed === undefined || changed.includes(name);
    return highlights.update(callerOf(request).userId, request.params.id, {
      words: { quote, prefix, suffix },
      cfi: cfi_range ?? null,
      color: isNew('color') ? (color ?? null) : null,
      note: isNew('note') ? (note ?? null) : null,
      mutationId: mutation_id ?? null,
      replaces: replaces ?? null,
      baseRevision: base_revision ?? null,
    });
  });
  serve(app, deleteHighlight, async (request) =>
    highlights.remove(callerOf(request).userId, request.params.id, request.query.seen ?? null),
  );
}
