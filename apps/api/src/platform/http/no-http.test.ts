import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { stageBadInput, test } from './testing/bad-input-fixture.ts';

stageBadInput();

describe('requests that are no HTTP', () => {
  it.each([
    ['noise', 'ñandú\r\n\r\n'],
    ['two lengths', 'POST /api/auth/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'length and chunks',
      'POST /api/auth/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\n${`X-A: ${'a'.repeat(1000)}\r\n`.repeat(40)}`],
  ])('%s closes the connection and nothing else', async (_, bytes) => {
    if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    const answer = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.setTimeout(3000, () => socket.destroy());
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(received));
    });
    expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    expect(answer).not.toContain('ñandú');
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
  });
});
