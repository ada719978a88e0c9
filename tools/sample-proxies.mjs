import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const deploy = fileURLToPath(new URL('../deploy/', import.meta.url));

/** Text of a file of `deploy`. */
export const readSample = (name) => readFileSync(join(deploy, name), 'utf8');

/**
 * Writes a sample to a folder, with a certificate that exists on this machine.
 * @param {{ readonly folder: string, readonly certificate: { readonly chain: string, readonly key: string,
 *   readonly both: string } }} at
 * @returns {string} its path
 */
export function placeSample({ folder, certificate }, name, text) {
  const path = join(folder, name);
  const withCertificate = text
    .replaceAll('/etc/haproxy/libros.example.cl.pem', certificate.both)
    .replaceAll('/etc/letsencrypt/live/libros.example.cl/fullchain.pem', certificate.chain)
    .replaceAll('/etc/letsencrypt/live/libros.example.cl/privkey.pem', certificate.key);
  writeFileSync(path, withCertificate);
  return path;
}

const withPorts = (name, shops) =>
  readSample(name).replaceAll(/127\.0\.0\.1:300([01])/g, (_, index) => `127.0.0.1:${shops[Number(index)]}`);

/**
 * The proxies of `deploy`, each with what starts it by its sample in front of two processes.
 * @typedef {{ readonly args: readonly string[], readonly env?: Readonly<Record<string, string>>,
 *   readonly origin: string }} Started
 * @type {Readonly<Record<'nginx' | 'haproxy' | 'caddy', (port: number, shops: readonly number[],
 *   at: Parameters<typeof placeSample>[0]) => Started>>}
 */
export const sampleProxies = {
  nginx(port, shops, at) {
    const sample = withPorts('nginx.conf', shops)
      .replace(/^server \{\n {2}listen 80;[\s\S]*?^\}\n/m, '')
      .replace(/ *listen \[.*\n/, '')
      .replace('listen 443', `listen 127.0.0.1:${port}`);
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const folders = kinds.map((kind) => `${kind}_temp_path ${at.folder};`).join(' ');
    const shop = placeSample(at, 'run-shop.conf', sample);
    const main =
      `daemon off; pid ${join(at.folder, 'run-pid')}; error_log ${join(at.folder, 'nginx.log')}; events {} ` +
      `http { access_log off; ${folders} include ${shop}; }`;
    return { args: ['-c', placeSample(at, 'run.conf', main)], origin: `https://127.0.0.1:${port}` };
  },
  haproxy(port, shops, at) {
    const sample = withPorts('haproxy.cfg', shops)
      .replace('bind :80\n', '')
      .replace('bind :443', `bind 127.0.0.1:${port}`);
    return { args: ['-db', '-f', placeSample(at, 'run.cfg', sample)], origin: `https://127.0.0.1:${port}` };
  },
  caddy(port, shops, at) {
    const origin = `http://127.0.0.1:${port}`;
    const env = { SHOP_HOST: origin, SHOP_UPSTREAMS: shops.map((each) => `127.0.0.1:${each}`).join(' ') };
    const sample = placeSample(at, 'Caddyfile', `{\n\tadmin off\n}\n${readSample('Caddyfile')}`);
    return { args: ['run', '--adapter', 'caddyfile', '--config', sample], env, origin };
  },
};
