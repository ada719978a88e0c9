import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Bytes that many visitors get, with their validator. Never a text, which would be turned into bytes anew for each of
 * them.
 */
export interface Snapshot {
  readonly etag: string;
  readonly plain: () => Buffer;
  readonly brotli: () => Buffer;
  readonly gzip: () => Buffer;
}

/** Higher ones take ten times as long for a twentieth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The validator of a text: the same text always has the same one. */
export function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** A snapshot of which each encoding is made when the first visitor asks for it. */
export function snapshotOf(body: string, etag = etagOf(body)): Snapshot {
  let plain: Buffer | undefined;
  let brotli: Buffer | undefined;
  let gzipped: Buffer | undefined;
  return {
    etag,
    plain: () => (plain ??= Buffer.from(body)),
    brotli: () => (brotli ??= brotliCompressSync(body, BROTLI)),
    gzip: () => (gzipped ??= gzipSync(body)),
  };
}

/** A snapshot with every encoding, made beside the thread that answers visitors. */
export interface PackedSnapshot extends Snapshot {
  /** Memory used by all encodings. */
  readonly bytes: number;
}

export async function packSnapshot(body: string): Promise<PackedSnapshot> {
  const plain = Buffer.from(body);
  const [brotli, gzipped] = await Promise.all([promisify(brotliCompress)(plain, BROTLI), promisify(gzip)(plain)]);
  const bytes = plain.length + brotli.length + gzipped.length;
  return { etag: etagOf(body), bytes, plain: () => plain, brotli: () => brotli, gzip: () => gzipped };
}

/** Whether a visitor has the newest bytes. Proxies that pack an answer anew make its validator a weak one; caches send lists. */
function hasNewest(header: string | undefined, etag: string): boolean {
  if (header === undefined || header === etag) return header !== undefined;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/**
 * Sends a snapshot in the best encoding that the visitor takes, or 304 to one who has it.
 * @param cacheControl caches that may keep it, and for how long
 */
export function sendSnapshot(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, plain, brotli, gzip: gzipped }: Snapshot,
  type: string,
  cacheControl = 'no-cache',
): FastifyReply {
  reply.header('etag', etag).header('cache-control', cacheControl).header('vary', 'accept-encoding');
  if (reply.statusCode === 200 && hasNewest(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.type(type);
  const accepted = request.headers['accept-encoding'] ?? '';
  if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(brotli());
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(gzipped());
  return reply.send(plain());
}
