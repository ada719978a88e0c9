import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * Process used as the reference in the measurement of contention: it answers each request after one durable upsert in a
 * serializable transaction, without sessions, rules or a framework.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const UPSERT = `insert into bare_positions values ($1, $2, 1)
  on conflict (reader) do update set place = excluded.place, revision = bare_positions.revision + 1`;

async function write(reader: string, place: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('start transaction isolation level serializable');
    await client.query(UPSERT, [reader, place]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    write(request.url ?? '', Buffer.concat(chunks).toString()).then(
      () => response.end('{}'),
      () => response.writeHead(503).end(),
    );
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`));
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => void pool.end());
});
