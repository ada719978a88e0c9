import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/** Limit for the shop's answers: a Fastify route that only sends the same bytes. */
const body = readFileSync(process.env['BODY_FILE'] ?? '');
const { BODY_TYPE = 'application/json; charset=utf-8', BODY_ENCODING } = process.env;
const app = Fastify();
app.get('/body', (_request, reply) => {
  if (BODY_ENCODING) reply.header('content-encoding', BODY_ENCODING);
  return reply.type(BODY_TYPE).send(body);
});
app.get('/ready', async () => ({ ok: true }));
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
