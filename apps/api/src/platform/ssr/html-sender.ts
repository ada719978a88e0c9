import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Compressed pages kept; the same page is sent to many visitors. */
const KEPT = 100;

interface Compressed {
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** Sends HTML with a validator and compressed, remembering the compressed bytes of the latest pages. */
export function createHtmlSender(): (request: FastifyRequest, reply: FastifyReply, html: string) => FastifyReply {
  const kept = new Map<string, Compressed>();
  const compressed = (etag: string, html: string): Compressed => {
    const known = kept.get(etag);
    if (known) return known;
    const made = {
      br: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      gzip: gzipSync(html),
    };
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? '');
    kept.set(etag, made);
    return made;
  };
  return (request, reply, html) => {
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
    if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type('text/html; charset=utf-8');
    const accepted = request.headers['accept-encoding'] ?? '';
    if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(compressed(etag, html).br);
    if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(compressed(etag, html).gzip);
    return reply.send(html);
  };
}
