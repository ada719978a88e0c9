import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

const deploy = fileURLToPath(new URL('../deploy/', import.meta.url));
const read = (name: string): string => readFileSync(join(deploy, name), 'utf8');

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

/** Copies a sample to where its program reads it, with a certificate that exists on this machine. */
function place(name: string, text: string): string {
  const path = join(folder, name);
  const withCertificate = text
    .replaceAll('/etc/haproxy/libros.example.cl.pem', certificate.both)
    .replaceAll('/etc/letsencrypt/live/libros.example.cl/fullchain.pem', certificate.chain)
    .replaceAll('/etc/letsencrypt/live/libros.example.cl/privkey.pem', certificate.key);
  writeFileSync(path, withCertificate);
  return path;
}

/** Programs that read the samples, with their check commands. */
const linters: readonly (readonly [program: string, args: () => readonly string[]])[] = [
  [
    'nginx',
    () => {
      const shop = place('shop.conf', read('nginx.conf'));
      const main = `pid ${join(folder, 'pid')}; error_log stderr; events {} http { access_log off; include ${shop}; }`;
      return ['-t', '-q', '-c', place('nginx.conf', main)];
    },
  ],
  ['haproxy', () => ['-c', '-q', '-f', place('haproxy.cfg', read('haproxy.cfg'))]],
  ['caddy', () => ['validate', '--adapter', 'caddyfile', '--config', join(deploy, 'Caddyfile')]],
  ['promtool', () => ['check', 'rules', join(deploy, 'prometheus', 'alerts.yaml')]],
  [
    'systemd-analyze',
    () => {
      // The release is in another folder on this machine.
      const units = ['shop@.service'].map((name) =>
        place(name, read(`systemd/${name}`).replaceAll('/opt/shop/bin/shop', '/bin/true')),
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
  const rules = read('prometheus/alerts.yaml').matchAll(/- alert: (\w+)/g);
  const begun = read('prometheus/alerts.test.yaml').matchAll(
    /- alertname: (\w+)\n\s+eval_time: \w+\n\s+exp_alerts:\n/g,
  );
  expect([...begun].map(([, name]) => name).toSorted()).toEqual([...rules].map(([, name]) => name).toSorted());
  expect(faultOf('promtool', ['test', 'rules', join(deploy, 'prometheus', 'alerts.test.yaml')])).toBe('');
});

it('a process that is about to end takes visitors for longer than a proxy leaves out the one that was away before', () => {
  const secondsIn = (name: string, pattern: RegExp): number => Number(pattern.exec(read(name))?.[1]);
  const nginx = secondsIn('nginx.conf', /fail_timeout=(\d+)s/);
  const caddy = secondsIn('Caddyfile', /health_interval (\d+)s/);
  expect(secondsIn('systemd/shop@.service', /DRAIN_SECONDS=(\d+)/)).toBeGreaterThan(nginx);
  expect(secondsIn('compose.yaml', /DRAIN_SECONDS: '(\d+)'/)).toBeGreaterThan(caddy);
});

it('each setting in the samples is one of the shop, or of the program beside it', () => {
  const known = new Set(
    readFileSync(join(deploy, '..', '.env.example'), 'utf8')
      .match(/^#?[A-Z][A-Z0-9_]+(?==)/gm)
      ?.map((name) => name.replace('#', '')),
  );
  const others = /^(?:SHOP_(?:HOST|UPSTREAMS)|POSTGRES_\w+)$/;
  const named = [
    ...(read('compose.env.example').match(/^[A-Z][A-Z0-9_]+(?==)/gm) ?? []),
    ...(read('compose.yaml').match(/^\s+([A-Z][A-Z0-9_]+)(?=:)/gm) ?? []),
    ...(read('Containerfile').match(/[A-Z_]+(?==)/g) ?? []),
    ...(read('systemd/shop@.service').match(/\b[A-Z]+_[A-Z]+(?==)/g) ?? []),
  ].map((name) => name.trim());
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !known.has(name) && !others.test(name) && !['BASE', 'RELEASE'].includes(name))).toEqual(
    [],
  );
});

describe('while no process is ready, since the database is away', () => {
  /** Starts a process of the shop that refuses what needs the database, and answers pages from its memory. */
  async function startUnready(): Promise<{ readonly port: number; readonly looks: () => number }> {
    let looks = 0;
    const server = createServer(({ url = '' }, response) => {
      if (url === '/health/ready') looks += 1;
      response.writeHead(url === '/' ? 200 : 503).end('words of the shop');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { port: (server.address() as AddressInfo).port, looks: () => looks };
  }

  async function sparePort(): Promise<number> {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    return port;
  }

  const secureStatus = async (port: number, path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, rejectUnauthorized: false };
      get(options, (answer) => resolve(answer.resume().statusCode)).once('error', reject);
    });

  /** A proxy that runs by its sample. */
  interface Sample {
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly statusOf: (path: string) => Promise<number | undefined>;
  }
  const withPorts = (name: string, shops: readonly number[]): string =>
    read(name).replaceAll(/127\.0\.0\.1:300([01])/g, (_, index: string) => `127.0.0.1:${shops[Number(index)]}`);

  const proxies: readonly (readonly [string, (port: number, shops: readonly number[]) => Sample])[] = [
    [
      'nginx',
      (port, shops) => {
        const sample = withPorts('nginx.conf', shops)
          .replace(/^server \{\n {2}listen 80;[\s\S]*?^\}\n/m, '')
          .replace(/ *listen \[.*\n/, '')
          .replace('listen 443', `listen 127.0.0.1:${port}`);
        const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
        const folders = kinds.map((kind) => `${kind}_temp_path ${folder};`).join(' ');
        const shop = place('away-shop.conf', sample);
        const main = `daemon off; pid ${join(folder, 'away-pid')}; error_log /dev/null; events {} http { access_log off; ${folders} include ${shop}; }`;
        return { args: ['-c', place('away.conf', main)], statusOf: async (path) => secureStatus(port, path) };
      },
    ],
    [
      'haproxy',
      (port, shops) => {
        const sample = withPorts('haproxy.cfg', shops)
          .replace('bind :80\n', '')
          .replace('bind :443', `bind 127.0.0.1:${port}`);
        return { args: ['-db', '-f', place('away.cfg', sample)], statusOf: async (path) => secureStatus(port, path) };
      },
    ],
    [
      'caddy',
      (port, shops) => {
        const origin = `http://127.0.0.1:${port}`;
        const env = { SHOP_HOST: origin, SHOP_UPSTREAMS: shops.map((each) => `127.0.0.1:${each}`).join(' ') };
        const sample = place('Caddyfile', `{\n\tadmin off\n}\n${read('Caddyfile')}`);
        return {
          args: ['run', '--adapter', 'caddyfile', '--config', sample],
          env,
          statusOf: async (path) => (await fetch(`${origin}${path}`)).status,
        };
      },
    ],
  ];

  it.each(proxies)('visitors of %s get pages from the memory of the processes', async (program, sampleOf) => {
    if (spawnSync(program, ['-v']).error) {
      console.log(`${program} is not on this machine: its sample was not run`);
      return;
    }
    const shops = await Promise.all([startUnready(), startUnready()]);
    const { args, env, statusOf } = sampleOf(
      await sparePort(),
      shops.map(({ port }) => port),
    );
    const proxy = spawn(program, args, { env: { ...process.env, HOME: folder, ...env }, stdio: 'ignore' });
    const ended = once(proxy, 'exit');
    onTestFinished(async () => {
      proxy.kill('SIGTERM');
      await ended;
    });
    // Proxies that look at the processes themselves, by their first look; nginx by the answers to visitors.
    await vi.waitFor(async () => {
      expect(await statusOf('/api/books/')).toBe(503);
      expect(program === 'nginx' || shops.every(({ looks }) => looks() > 1)).toBe(true);
    }, 30_000);
    expect(await statusOf('/api/books/')).toBe(503);
    expect(await statusOf('/')).toBe(200);
  });
});
