import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { get, refusal } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(async () => test.close().catch(() => undefined));

describe('health', () => {
  it('is well when all is well, and tells nothing else', async () => {
    for (const url of ['/health/live', '/health/ready', '/health/ready/', '/health/started']) {
      const response = await get(test, url);
      expect(response.statusCode).toBe(200);
      expect(response.body).toBe('{"status":"ok"}');
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  it('says that it is not ready once it is told to leave, while it goes on answering', async () => {
    test.services.readiness.leave();
    expect(refusal(await get(test, '/health/ready'))).toMatchObject({ status: 503, code: 'unavailable' });
    expect((await get(test, '/health/live')).statusCode).toBe(200);
    expect((await get(test, '/api/books/')).statusCode).toBe(200);
  });

  it('tells the version of the footer and no more', async () => {
    expect((await get(test, '/version')).json()).toEqual({ version: '1.0.0' });
  });

  it('without the database is alive but not ready', async () => {
    await get(test, '/health/ready');
    await test.ports.db.close();
    expect(refusal(await get(test, '/health/ready'))).toEqual({
      status: 503,
      code: 'unavailable',
      detail: 'Error: Servicio no disponible',
    });
    expect((await get(test, '/health/live')).statusCode).toBe(200);
  });

  it('answers though a part of it hangs', async () => {
    test.ports.storage.check = async () => new Promise(() => undefined);
    const response = await get(test, '/health/ready');
    expect(refusal(response)).toMatchObject({ status: 503 });
    expect(response.headers['retry-after']).toBe('5');
    expect((await get(test, '/health/live')).statusCode).toBe(200);
  });

  it('reports ready without the storage of files, and names what is missing', async () => {
    Object.assign(test.ports.storage, { origin: 'https://files.test' });
    test.ports.storage.check = async () => Promise.reject(new Error('bucket gone'));
    const response = await get(test, '/health/ready');
    expect([response.statusCode, response.body]).toEqual([200, '{"status":"ok","files":"unavailable"}']);
  });

  it('proves by writing, once for all who ask at the same time', async () => {
    const beats = async () => (await test.ports.db.read.selectFrom('processes').select('beat').execute())[0]?.beat;
    await Promise.all(Array.from({ length: 50 }, async () => get(test, '/health/ready')));
    expect(await beats()).toBeLessThan(10);
    const before = await beats();
    await get(test, '/health/ready');
    expect(await beats()).toBe(before! + 1);
  });

  it('without its files is alive but not ready', async () => {
    test.ports.storage.check = async () => Promise.reject(new Error('disk gone'));
    const response = await get(test, '/health/ready');
    expect(refusal(response)).toMatchObject({ status: 503 });
    expect(response.body).not.toContain('disk');
    expect((await get(test, '/health/live')).statusCode).toBe(200);
  });
});
