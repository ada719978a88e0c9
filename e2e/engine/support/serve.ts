import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Content Security Policy of the reading screen. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline' blob:; img-src 'self' blob: data:; " +
  "font-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; frame-src 'self' blob:; " +
  "object-src 'none'; base-uri 'none'";
const TRUSTED_TYPES = "; require-trusted-types-for 'script'; trusted-types book-markup";

const PAGE = `<!doctype html><html lang="es-CL"><head><meta charset="utf-8"><title>Motor</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/page.css"></head>
<body><div id="host"></div><script type="module" src="/engine.js"></script></body></html>`;
const CSS = 'html,body{margin:0;height:100%}#host{height:100%}iframe{color-scheme:normal}';

/** A file whose answer stops after its first bytes. */
export interface HeldFile {
  /** Sends the rest to the waiting clients, and the whole file to later ones. */
  release(): void;
  /** Cuts the connections in the middle of the file, once. */
  cut(): void;
}

export interface EngineServer {
  readonly origin: string;
  /** Files besides the page, by path: `/book.epub`. */
  readonly files: Map<string, Uint8Array>;
  /** Requested paths, in order. */
  readonly asked: string[];
  hold(path: string, content: Uint8Array, head: number): HeldFile;
  close(): Promise<void>;
}

/**
 * Serves one bundled script on an empty page under the reading screen's policy, from 127.0.0.1.
 * @param isStrict false leaves out Trusted Types, without which other engines do not run
 */
export async function serveEngine(entry: string, isStrict = true): Promise<EngineServer> {
  const policy = isStrict ? POLICY + TRUSTED_TYPES : POLICY;
  const script = await bundle(entry);
  const files = new Map<string, Uint8Array>();
  const heldFiles = new Map<string, { head: Uint8Array; waiting: ServerResponse[] }>();
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] as string;
    requests.push(path);
    const common = { 'content-security-policy': policy, 'cache-control': 'no-store' };
    const send = (type: string, body: string | Uint8Array): void => {
      response.writeHead(200, { ...common, 'content-type': type });
      response.end(body);
    };
    const part = heldFiles.get(path);
    if (part) {
      response.writeHead(200, { ...common, 'content-type': 'application/xhtml+xml' });
      response.write(part.head);
      part.waiting.push(response);
    } else if (path === '/') send('text/html', PAGE);
    else if (path === '/page.css') send('text/css', CSS);
    else if (path === '/engine.js') send('text/javascript', script);
    else if (files.has(path)) send('application/epub+zip', files.get(path) as Uint8Array);
    else {
      response.writeHead(404, common);
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    files,
    asked: requests,
    hold(path, content, head) {
      const part = { head: content.subarray(0, head), waiting: [] as ServerResponse[] };
      heldFiles.set(path, part);
      const stop = (): ServerResponse[] => {
        heldFiles.delete(path);
        files.set(path, content);
        return part.waiting;
      };
      return {
        release: () => stop().forEach((response) => response.end(content.subarray(head))),
        cut: () => part.waiting.splice(0).forEach((response) => response.destroy()),
      };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Bundles an entry with all its imports into one minified module. */
async function bundle(entry: string): Promise<string> {
  const build = await rolldown({ input: entry, cwd: ROOT });
  const { output } = await build.generate({ format: 'es', minify: true, codeSplitting: false });
  await build.close();
  return output[0].code;
}

/** Bundles the code of an entry that a page loads first: the minified module without later imports. */
export async function bundleEntry(entry: string): Promise<string> {
  const build = await rolldown({ input: entry, cwd: ROOT });
  const { output } = await build.generate({ format: 'es', minify: true });
  await build.close();
  const isFirst = (name: string): boolean =>
    output.some((chunk) => chunk.type === 'chunk' && chunk.isEntry && chunk.imports.includes(name));
  return output
    .map((chunk) => (chunk.type === 'chunk' && (chunk.isEntry || isFirst(chunk.fileName)) ? chunk.code : ''))
    .join('');
}
