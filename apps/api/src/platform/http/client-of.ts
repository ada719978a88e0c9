import type { FastifyRequest } from 'fastify';

/** Where a request comes from: the address that `TRUST_PROXY` lets through, and the browser's own name. */
export function clientOf(request: FastifyRequest): { address: string; userAgent: string } {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}
