import type { FastifyReply } from 'fastify';
import type { DocumentFile } from './service.ts';

/** Sends the file of a tax document to be kept. */
export function sendDocument(reply: FastifyReply, { name, content }: DocumentFile): FastifyReply {
  reply
    .type(name.endsWith('.pdf') ? 'application/pdf' : 'application/json')
    .header('cache-control', 'no-store')
    .header('content-length', content.size)
    .header('content-disposition', `attachment; filename="${name}"`);
  return reply.send(content.stream);
}
