import { z } from 'zod';
import { AppError } from '../../platform/http/app-error.ts';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import { FileMissing, type StoragePort } from '../../ports/storage.ts';

const YEAR = 'public, max-age=31536000, immutable';

/** Public pictures. Names contain the hash of what was uploaded, so they are cached for good. */
export function registerImageRoutes(app: TypedApp, storage: StoragePort): void {
  app.route({
    method: 'GET',
    url: '/images/:name',
    schema: { hide: true, params: z.object({ name: z.string().regex(/^[0-9a-f]{40}(-\d+\.webp|\.jpg)$/) }) },
    handler: async (request, reply) => {
      try {
        const { stream, size } = await storage.read(`images/${request.params.name}`);
        reply.header('cache-control', YEAR).header('content-length', size);
        return reply.type(request.params.name.endsWith('.jpg') ? 'image/jpeg' : 'image/webp').send(stream);
      } catch (error) {
        if (error instanceof FileMissing) throw new AppError('not_found');
        throw error;
      }
    },
  });
}
