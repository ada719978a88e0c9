import { getReaderSettings, saveReaderSettings } from '@cuentos/contract/reader-settings';
import { downloadPart, getPosition, openPart, saveFinished, savePosition } from '@cuentos/contract/reading';
import { callerOf } from '../../platform/http/access.ts';
import { sendText } from '../../platform/http/send-text.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { ReadingService } from './service.ts';

/** Opening, downloading and the reading position. */
export function registerReadingRoutes(app: TypedApp, reading: ReadingService): void {
  serve(app, openPart, async (request, reply) => {
    const body = await reading.open(callerOf(request).userId, request.params.part_id);
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    return sendText(reply, body);
  });
  serve(app, downloadPart, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return reading.downloadLink(callerOf(request).userId, request.params.part_id);
  });
  registerPositionRoutes(app, reading);
  registerSettingsRoutes(app, reading);
}

function registerPositionRoutes(app: TypedApp, reading: ReadingService): void {
  serve(app, getPosition, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return reading.position(callerOf(request).userId, request.params.part_id, request.query.edition_id ?? null);
  });
  serve(app, savePosition, async (request) => {
    const { last_location, percentage, mutation_id, base_revision, edition_id } = request.body;
    return reading.move(callerOf(request).userId, request.params.part_id, {
      location: last_location,
      percentage,
      mutationId: mutation_id ?? null,
      baseRevision: base_revision ?? null,
      editionId: edition_id ?? null,
    });
  });
  serve(app, saveFinished, async (request) => {
    const { finished, mutation_id: mutationId, base_revision: baseRevision } = request.body;
    return reading.finish(callerOf(request).userId, request.params.part_id, { finished, mutationId, baseRevision });
  });
}

function registerSettingsRoutes(app: TypedApp, reading: ReadingService): void {
  serve(app, getReaderSettings, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return reading.settings(callerOf(request).userId);
  });
  serve(app, saveReaderSettings, async (request) => {
    const { settings, mutation_id: mutationId } = request.body;
    return reading.changeSettings(callerOf(request).userId, { settings, mutationId });
  });
}
