import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

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
