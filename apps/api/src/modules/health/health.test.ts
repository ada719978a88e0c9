import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { get, refusal } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(async () => test.close().catch(() => undefined));

describe('health', () => {
  it('reports that everything works, and nothing else', async () => {
    for (const url of ['/health/live', '/health/ready', '/health/ready/', '/health/started']) {
      const response = await get(test, url);
      expect(response.statusCode).toBe(200);
      expect(response.body).toBe('{"status":"ok"}');
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  it('reports that it is not ready once it shuts down, while it still answers', async () => {
    test.services.readiness.leave();
    expect(refusal(await get(test, '/health/ready'))).toMatchObject({ status: 503, code: 'unavailable' });
    expect((await get(test, '/health/live')).statusCode).toBe(200);
    expect((await get(test, '/api/books/')).statusCode).toBe(200);
  });

  it('reports the version that the footer shows, and nothing else', async () => {
    expect((await get(test, '/version')).json()).toEqual({ version: '1.0.0' });
  });

  it('reports that it is alive but not ready without the database', async () => {
    await get(test, '/health/ready');
    await test.ports.db.close();
    expect(refusal(await get(test, '/health/ready'))).toEqual({
      status: 503,
      code: 'unavailable',
      detail: 'Error: Servicio no disponible',
    });
    expect((await get(test, '/health/live')).statusCode).toBe(200);
  });

  it('answers although one of its checks hangs', async () => {
    test.ports.storage.check = async () => new Promise(() => undefined);
    const response = await get(test, '/health/ready');
    expect(refusal(response)).toMatchObject({ status: 503 });
    expect(response.headers['retry-after']).toBe('5');
    expect((await get(test, '/health/live')).statusCode).toBe(200);
  });

  it('reports ready without the file storage, and names the missing part', async () => {
    Object.assign(test.ports.storage, { origin: 'https://files.test' });
    test.ports.storage.check = async () => Promise.reject(new Error('bucket gone'));
    const response = await get(test, '/health/ready');
    expect([response.statusCode, response.body]).toEqual([200, '{"status":"ok","files":"unavailable"}']);
  });

  it('checks by writing, once for all simultaneous requests', async () => {
    const beats = async () => (await test.ports.db.read.selectFrom('processes').select('beat').execute())[0]?.beat;
    await Promise.all(Array.from({ length: 50 }, async () => get(test, '/health/ready')));
    expect(await beats()).toBeLessThan(10);
    const before = await beats();
    await get(test, '/health/ready');
    expect(await beats()).toBe(before! + 1);
  });

  it('reports that it is alive but not ready without its built files', async () => {
    test.ports.storage.check = async () => Promise.reject(new Error('disk gone'));
    const response = await get(test, '/health/ready');
    expect(refusal(response)).toMatchObject({ status: 503 });
    expect(response.body).not.toContain('disk');
    expect((await get(test, '/health/live')).statusCode).toBe(200);
  });
});
