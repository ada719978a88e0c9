import type { FastifyReply } from 'fastify';

/** Sends a text that is in its final form: no serializer touches it. The route sets its type. */
export function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.serializer((value: unknown) => String(value)).send(text);
}
