import * as endpoints from '@cuentos/contract/endpoints';
import {
  highlightBody,
  highlightChangeBody,
  highlightDeletion,
  highlightList,
  highlightQuery,
  highlightResult,
} from '@cuentos/contract/highlights';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import { readMultipartFields } from '../../platform/http/read-form.ts';
import { routeOf, type TypedApp } from '../../platform/http/typed-app.ts';
import type { HighlightService } from './service.ts';

const byId = z.object({ id });
const tags = ['Highlights'];
const consumes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];

/** 'Highlights'. */
export function registerHighlightRoutes(app: TypedApp, highlights: HighlightService): void {
  app.route({
    ...routeOf(endpoints.listHighlights, {
      tags,
      summary: 'Highlights of a part',
      params: byId,
      querystring: highlightQuery,
      response: { 200: highlightList },
    }),
    // The part's id; the router wants one name for what stands in this place.
    config: { access: 'user' },
    handler: async (request) =>
      highlights.list(callerOf(request).userId, request.params.id, {
        since: request.query.since ?? null,
        editionId: request.query.edition_id ?? null,
      }),
  });
  app.route({
    ...routeOf(endpoints.createHighlight, {
      tags,
      summary: 'Highlight a range',
      consumes,
      body: highlightBody,
      response: { 200: highlightResult },
    }),
    config: { access: 'user' },
    preValidation: readMultipartFields,
    handler: async (request) => {
      const { book_part_id, cfi_range, mutation_id, edition_id, ...rest } = request.body;
      return highlights.create(callerOf(request).userId, {
        ...rest,
        partId: book_part_id,
        cfi: cfi_range,
        id: rest.id ?? null,
        mutationId: mutation_id ?? null,
        editionId: edition_id ?? null,
      });
    },
  });
  registerChangeRoutes(app, highlights);
}

function registerChangeRoutes(app: TypedApp, highlights: HighlightService): void {
  app.route({
    ...routeOf(endpoints.changeHighlight, {
      tags,
      summary: 'Change colour and note',
      consumes,
      params: byId,
      body: highlightChangeBody,
      response: { 200: highlightResult },
    }),
    config: { access: 'user' },
    preValidation: readMultipartFields,
    handler: async (request) => {
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
    },
  });
  app.route({
    ...routeOf(endpoints.deleteHighlight, {
      tags,
      summary: 'Delete a highlight',
      params: byId,
      querystring: highlightDeletion,
      response: { 200: highlightResult },
    }),
    config: { access: 'user' },
    handler: async (request) =>
      highlights.remove(callerOf(request).userId, request.params.id, request.query.seen ?? null),
  });
}
