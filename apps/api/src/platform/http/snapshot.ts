import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Bytes that many visitors get, with their validator; each encoding is made when the first one asks for it. Never a
 * text, which would be turned into bytes anew for each of them.
 */
export interface Snapshot {
  readonly etag: string;
  readonly plain: () => Buffer;
  readonly brotli: () => Buffer;
  readonly gzip: () => Buffer;
}

/** The validator of a text: the same text always has the same one. */
export function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

export function snapshotOf(body: string, etag = etagOf(body)): Snapshot {
  let plain: Buffer | undefined;
  let brotli: Buffer | undefined;
  let gzip: Buffer | undefined;
  return {
    etag,
    plain: () => (plain ??= Buffer.from(body)),
    brotli: () => (brotli ??= brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
    gzip: () => (gzip ??= gzipSync(body)),
  };
}

/** Sends a snapshot in the best encoding that the visitor takes, or 304 to one who has it. */
export function sendSnapshot(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, plain, brotli, gzip }: Snapshot,
  type: string,
): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.type(type);
  const accepted = request.headers['accept-encoding'] ?? '';
  if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(brotli());
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(gzip());
  return reply.send(plain());
}
