import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { KEEP_ALIVE_MS } from '../apps/api/src/app.ts';
import { placeSample, readSample, sampleProxies } from './sample-proxies.mjs';

const deploy = fileURLToPath(new URL('../deploy/', import.meta.url));

let folder: string;
let certificate: { readonly chain: string; readonly key: string; readonly both: string };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuentos-deploy-'));
  const [chain, key, both] = [join(folder, 'chain.pem'), join(folder, 'key.pem'), join(folder, 'both.pem')];
  certificate = { chain, key, both };
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', chain, '-subj', '/CN=x'];
  execFileSync('openssl', args, { stdio: 'ignore' });
  writeFileSync(both, readFileSync(chain, 'utf8') + readFileSync(key, 'utf8'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Copies a sample to where its program reads it. */
const place = (name: string, text: string): string => placeSample({ folder, certificate }, name, text);

/** Programs that read the samples, with their check commands. */
const linters: readonly (readonly [program: string, args: () => readonly string[]])[] = [
  [
    'nginx',
    () => {
      const shop = place('shop.conf', readSample('nginx.conf'));
      const main = `pid ${join(folder, 'pid')}; error_log stderr; events {} http { access_log off; include ${shop}; }`;
      return ['-t', '-q', '-c', place('nginx.conf', main)];
    },
  ],
  ['haproxy', () => ['-c', '-q', '-f', place('haproxy.cfg', readSample('haproxy.cfg'))]],
  ['caddy', () => ['validate', '--adapter', 'caddyfile', '--config', join(deploy, 'Caddyfile')]],
  [
    'varnishd',
    () => ['-C', '-j', 'none', '-n', join(folder, 'varnish'), '-f', place('varnish.vcl', readSample('varnish.vcl'))],
  ],
  ['promtool', () => ['check', 'rules', join(deploy, 'prometheus', 'alerts.yaml')]],
  [
    'systemd-analyze',
    () => {
      // The release is in another folder on this machine.
      const units = ['shop@.service'].map((name) =>
        place(name, readSample(`systemd/${name}`).replaceAll('/opt/shop/bin/shop', '/bin/true')),
      );
      return ['verify', '--man=no', ...units];
    },
  ],
];

/** The fault that a program finds in what it reads; none, and a line, where the program is not on this machine. */
function faultOf(program: string, args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, HOME: folder },
  });
  if (error) console.log(`${program} is not on this machine: its sample was not read`);
  return error || status === 0 ? '' : stdout + stderr + String(status);
}

it.each(linters)('%s accepts its sample', (program, args) => expect(faultOf(program, args())).toBe(''));

it('Prometheus begins and ends each alert with its condition', () => {
  const rules = readSample('prometheus/alerts.yaml').matchAll(/- alert: (\w+)/g);
  const begun = readSample('prometheus/alerts.test.yaml').matchAll(
    /- alertname: (\w+)\n\s+eval_time: \w+\n\s+exp_alerts:\n/g,
  );
  expect([...begun].map(([, name]) => name).toSorted()).toEqual([...rules].map(([, name]) => name).toSorted());
  expect(faultOf('promtool', ['test', 'rules', join(deploy, 'prometheus', 'alerts.test.yaml')])).toBe('');
});

it('a process that is about to end takes visitors for longer than a proxy leaves out the one that was away before', () => {
  const secondsIn = (name: string, pattern: RegExp): number => Number(pattern.exec(readSample(name))?.[1]);
  const nginx = secondsIn('nginx.conf', /fail_timeout=(\d+)s/);
  const caddy = secondsIn('Caddyfile', /health_interval (\d+)s/);
  expect(secondsIn('systemd/shop@.service', /DRAIN_SECONDS=(\d+)/)).toBeGreaterThan(nginx);
  expect(secondsIn('compose.yaml', /DRAIN_SECONDS: '(\d+)'/)).toBeGreaterThan(caddy);
});

it('a proxy keeps a connection for a shorter time than the process at its other end', () => {
  const kept = ['nginx.conf', 'Caddyfile'].flatMap((name) => [
    ...readSample(name).matchAll(/^\s+keepalive(?:_timeout)? (\d+)s;?$/gm),
  ]);
  expect(kept).toHaveLength(3);
  for (const [, seconds] of kept) expect(Number(seconds) * 1000).toBeLessThan(KEEP_ALIVE_MS);
});

it('each setting in the samples is one of the shop, or of the program beside it', () => {
  const known = new Set(
    readFileSync(join(deploy, '..', '.env.example'), 'utf8')
      .match(/^#?[A-Z][A-Z0-9_]+(?==)/gm)
      ?.map((name) => name.replace('#', '')),
  );
  const others = /^(?:SHOP_(?:HOST|UPSTREAMS)|POSTGRES_\w+)$/;
  const named = [
    ...(readSample('compose.env.example').match(/^[A-Z][A-Z0-9_]+(?==)/gm) ?? []),
    ...(readSample('compose.yaml').match(/^\s+([A-Z][A-Z0-9_]+)(?=:)/gm) ?? []),
    ...(readSample('Containerfile').match(/[A-Z_]+(?==)/g) ?? []),
    ...(readSample('systemd/shop@.service').match(/\b[A-Z]+_[A-Z]+(?==)/g) ?? []),
  ].map((name) => name.trim());
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !known.has(name) && !others.test(name) && !['BASE', 'RELEASE'].includes(name))).toEqual(
    [],
  );
});

const programs = ['nginx', 'haproxy', 'caddy'] as const;

describe('two processes behind a proxy of the samples', () => {
  /** Starts a process of the shop that answers each address with a status. */
  async function startProcess(statusOf: (path: string) => number) {
    let looks = 0;
    const server = createServer(({ url = '' }, response) => {
      if (url === '/health/ready') looks += 1;
      if (url !== '/events') return response.writeHead(statusOf(url)).end('words of the shop');
      // Goes on without an end, as the channel of changes does.
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
      return response.write('data: one\n\n');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const kill = (): void => {
      server.closeAllConnections();
      server.close();
    };
    onTestFinished(kill);
    return { port: (server.address() as AddressInfo).port, looks: () => looks, kill };
  }

  async function sparePort(): Promise<number> {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    return port;
  }

  /** Asks a proxy, and waits for the first words of its answer. */
  const ask = async (origin: string, path: string): Promise<{ readonly status: number; readonly words: string }> =>
    new Promise((resolve, reject) => {
      const get = origin.startsWith('https:') ? getSecure : getPlain;
      get(`${origin}${path}`, { rejectUnauthorized: false }, (answer) => {
        answer.once('data', (words: Buffer) => {
          resolve({ status: answer.statusCode ?? 0, words: String(words) });
          answer.destroy();
        });
      }).once('error', reject);
    });

  /** Starts a proxy by its sample. @returns asks it for an address; null where it is not installed */
  async function startProxy(program: (typeof programs)[number], ports: readonly number[]) {
    if (spawnSync(program, ['-v']).error) {
      console.log(`${program} is not on this machine: its sample was not run`);
      return null;
    }
    const { args, env, origin } = sampleProxies[program](await sparePort(), ports, { folder, certificate });
    const proxy = spawn(program, args, { env: { ...process.env, HOME: folder, ...env }, stdio: 'ignore' });
    const ended = once(proxy, 'exit');
    onTestFinished(async () => {
      proxy.kill('SIGTERM');
      await ended;
    });
    return async (path: string) => ask(origin, path);
  }

  it.each(programs)('visitors of %s get pages from the memory of both, when none is ready', async (program) => {
    const unready = (path: string) => (path === '/' ? 200 : 503);
    const shops = await Promise.all([startProcess(unready), startProcess(unready)]);
    const visit = await startProxy(
      program,
      shops.map(({ port }) => port),
    );
    if (!visit) return;
    const statusOf = async (path: string) => (await visit(path)).status;
    // Proxies that look at the processes themselves, by their first look; nginx by the answers to visitors.
    await vi.waitFor(async () => {
      expect(await statusOf('/api/books/')).toBe(503);
      expect(program === 'nginx' || shops.every(({ looks }) => looks() > 1)).toBe(true);
    }, 30_000);
    expect(await statusOf('/api/books/')).toBe(503);
    expect(await statusOf('/')).toBe(200);
  });

  it.each(programs)('an event passes %s before its stream ends', async (program) => {
    const shops = await Promise.all([startProcess(() => 200), startProcess(() => 200)]);
    const visit = await startProxy(
      program,
      shops.map(({ port }) => port),
    );
    if (!visit) return;
    await vi.waitFor(async () => expect((await visit('/')).status).toBe(200), 30_000);
    expect(await visit('/events')).toEqual({ status: 200, words: 'data: one\n\n' });
  });

  it('visitors of nginx reach the one that it left out, when the other one is killed', async () => {
    let isBack = false;
    const killed = await startProcess(() => 200);
    const leftOut = await startProcess(() => (isBack ? 200 : 503));
    const visitNginx = await startProxy('nginx', [killed.port, leftOut.port]);
    if (!visitNginx) return;
    const statusOf = async (path: string) => (await visitNginx(path)).status;
    await vi.waitFor(async () => expect(await statusOf('/')).toBe(200), 30_000);
    // Each is asked in turn, and the refusal repeated by the other one.
    for (let visit = 0; visit < 4; visit += 1) expect(await statusOf('/')).toBe(200);
    isBack = true;
    killed.kill();
    for (let visit = 0; visit < 6; visit += 1) expect(await statusOf('/')).toBe(200);
  });
});
