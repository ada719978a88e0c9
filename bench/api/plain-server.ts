import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/** The limit that the catalogue is measured against: a Fastify route that sends the same bytes and does nothing else. */
const body = readFileSync(process.env['BODY_FILE'] ?? '');
const app = Fastify();
app.get('/books', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
app.get('/ready', async () => ({ ok: true }));
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
