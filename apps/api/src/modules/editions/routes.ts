import { getEditionFile } from '@cuentos/contract/editions';
import { getSampleFile, openSample } from '@cuentos/contract/reading';
import { createReadStream } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { sendText } from '../../platform/http/send-text.ts';
import { etagOf } from '../../platform/http/snapshot.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import { statIfThere } from '../../platform/stat-if-there.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LinkOpener } from '../../ports/storage.ts';
import type { SampleService } from './samples.ts';
import type { EditionService, ResourceFile } from './service.ts';

/** Single files of a book for the reader that is open online. */
export function registerEditionRoutes(app: TypedApp, editions: EditionService): void {
  serve(app, getEditionFile, async (request, reply) => {
    const { edition_id, '*': path } = request.params;
    const brotli = (request.headers['accept-encoding'] ?? '').includes('br');
    const file = await editions.resource(callerOf(request), edition_id, path, brotli);
    // The browser may keep the answer but asks each time: another account may read there now, or the access may have ended.
    return sendFile(request, reply, file, 'private, no-cache');
  });
}

/** Calls of samples, which need no session. */
export function registerSampleRoutes(app: TypedApp, samples: SampleService): void {
  serve(app, openSample, async (request, reply) => {
    const body = await samples.open(request.params.part_id);
    const etag = etagOf(body);
    reply.header('cache-control', SAMPLE_FRESH).header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return sendText(reply.type('application/json; charset=utf-8'), body);
  });
  serve(app, getSampleFile, async (request, reply) => {
    const { sample_id, '*': path } = request.params;
    const brotli = (request.headers['accept-encoding'] ?? '').includes('br');
    return sendFile(request, reply, await samples.resource(sample_id, path, brotli), SAMPLE_FRESH);
  });
}

/** Caches may keep a sample but must revalidate it each time, because it may be closed at any moment. */
const SAMPLE_FRESH = 'public, no-cache';

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: ResourceFile, fresh: string) {
  reply.header('cache-control', fresh).header('vary', 'accept-encoding').header('etag', file.etag);
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const { stream, size } = await file.open();
  if (file.encoding) reply.header('content-encoding', file.encoding);
  reply.header('content-length', size).type(file.mediaType);
  return reply.send(stream);
}

/** Downloads by signed link: one object, GET only, no credentials, with `Range` so that a broken download resumes. */
export function registerFileRoutes(app: TypedApp, links: LinkOpener, clock: Clock): void {
  app.route({
    method: 'GET',
    url: '/files/*',
    schema: {
      hide: true,
      params: z.object({ '*': z.string().max(300) }),
      querystring: z.object({ expires: z.string().regex(/^\d{1,16}$/), signature: z.string().max(100) }),
    },
    handler: async (request, reply) => {
      const { expires, signature } = request.query;
      const link = links.openLink({ key: request.params['*'], expires, signature }, clock.now());
      if (link.kind === 'invalid') throw new AppError('file_link_invalid');
      if (link.kind === 'expired') throw new AppError('file_link_expired');
      const info = await statIfThere(link.path);
      if (!info) throw new AppError('not_found');
      const range = readRange(request.headers.range, info.size);
      reply
        .header('cache-control', 'private, no-store')
        .header('accept-ranges', 'bytes')
        .header('content-disposition', 'attachment; filename="libro.epub"')
        .type('application/epub+zip');
      if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${info.size}`).send();
      const { start, end } = range ?? { start: 0, end: info.size - 1 };
      if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${info.size}`);
      reply.header('content-length', end - start + 1);
      return reply.send(createReadStream(link.path, { start, end }));
    },
  });
}

/** Reads a single `bytes=` range; null otherwise, and several ranges get the whole file. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
