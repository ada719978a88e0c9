import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import { build, type Plugin } from 'vite';

/**
 * Largest size of a single file's template, bytes: with a reader's name and position a file stays under 150 kB beside
 * its book.
 */
export const OVERHEAD_MAX = 149_200;

const source = new URL('../src/exported-book/', import.meta.url);
const faceFolder = new URL('../dist/fonts/', import.meta.url);

/** Fonts in the file: those of the text, upright and italic. Its few controls use the system's font. */
const faceFiles = ['literata', 'literata-italic'] as const;

/**
 * Runs first in the file: makes the program out of its packed text. The policy allows this text and the program by their
 * hashes, and no other script. A browser without `DecompressionStream` leaves the static front page, which says so.
 */
const loader =
  `(async()=>{try{const p=Uint8Array.from(atob(document.getElementById('program').textContent),c=>c.charCodeAt());` +
  `const s=document.createElement('script');` +
  `s.textContent=await new Response(new Blob([p]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();` +
  `document.body.append(s)}catch{document.getElementById('old').hidden=false}})()`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Content Security Policy of the file: no request to any host, and no script but the two of this file. The book's own
 * styles are inline, its pictures and fonts are blobs made of its EPUB, and its frames inherit the policy.
 */
function policyOf(scripts: readonly string[]): string {
  return [
    `default-src 'none'`,
    `script-src ${scripts.map(hashOf).join(' ')}`,
    `style-src 'unsafe-inline' blob:`,
    'img-src blob: data:',
    'font-src blob: data:',
    'media-src blob:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
}

/**
 * Modules of the engine that the file leaves out: patterns of languages that are rare in a Spanish book, a decompressor
 * for browsers that cannot run the file anyway, reading aloud, and the display of a partly loaded chapter.
 */
const LEFT_OUT = /^(?:hyphen\/patterns\/(?!es\b)|fflate$|[.]\/(?:speech|narrated-passages|close-head)[.]ts$)/;

const leaveOut: Plugin = {
  name: 'leave-out',
  enforce: 'pre',
  resolveId: (id) => (LEFT_OUT.test(id) ? '\0left-out' : null),
  load: (id) => (id === '\0left-out' ? 'export default {}; export const inflateSync = undefined;' : null),
};

/** Gives the patterns of Spanish as plain data: the bundler's wrapper of the old module format weighs 0.5 kB. */
const plainPatterns: Plugin = {
  name: 'plain-patterns',
  async load(id) {
    if (!id.endsWith('/hyphen/patterns/es.js')) return null;
    const { default: patterns } = (await import(id)) as { default: unknown };
    return `export default ${JSON.stringify(patterns)}`;
  },
};

/** Imports at the beginning the modules that the shop's reader fetches when it needs them: here all are at hand. */
const importAtOnce: Plugin = {
  name: 'import-at-once',
  transform(code) {
    const names = new Map<string, string>();
    const body = code.replaceAll(/\bimport\((['"`])([^'"`]+)\1\)/g, (_, _quote, path: string) => {
      const name = names.get(path) ?? `atOnce${names.size}`;
      names.set(path, name);
      return `Promise.resolve(${name})`;
    });
    const imports = [...names].map(([path, name]) => `import * as ${name} from ${JSON.stringify(path)};\n`);
    return names.size > 0 ? { code: imports.join('') + body, map: null } : null;
  },
};

/** Bundles the program into one script, and its styles into one text. */
async function bundleProgram(): Promise<{ program: string; style: string }> {
  const results = await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, '..'),
    publicDir: false,
    plugins: [leaveOut, plainPatterns, importAtOnce],
    build: {
      write: false,
      cssCodeSplit: false,
      modulePreload: false,
      target: ['chrome111', 'firefox113', 'safari16.4'],
      lib: { entry: new URL('main.ts', source).pathname, formats: ['iife'], name: 'exportedBook' },
    },
  });
  const files = Array.isArray(results) ? results.flatMap(({ output }) => output) : [];
  const script = files.find((file) => file.type === 'chunk');
  const style = files.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (script?.type !== 'chunk' || style?.type !== 'asset') throw new Error('the program was not bundled');
  return { program: script.code.trim(), style: String(style.source).trim() };
}

/**
 * Writes the template of the file that readers take home: all of it but the book, its title, and what the reader wrote.
 * The server fills its marks (`packages/domain/src/exports/exported-book.ts`).
 * @returns its size in bytes
 * @throws when it is larger than {@link OVERHEAD_MAX}
 */
export async function writeExportedBook(folder: string): Promise<number> {
  const { program, style } = await bundleProgram();
  const packed: Buffer = await promisify(deflateRaw)(program, { level: constants.Z_BEST_COMPRESSION });
  const faces: Record<string, string> = {};
  for (const name of faceFiles) faces[name] = (await readFile(new URL(`${name}.woff2`, faceFolder))).toString('base64');
  const pieces: Readonly<Record<string, string>> = {
    policy: policyOf([loader, program]),
    style,
    faces: JSON.stringify(faces),
    program: packed.toString('base64'),
    loader,
  };
  const template = await readFile(new URL('template.html', source), 'utf8');
  const filled = template.replaceAll(/<!--(\w+)-->/g, (mark, name: string) => pieces[name] ?? mark);
  const size = Buffer.byteLength(filled);
  if (size > OVERHEAD_MAX)
    throw new Error(`the file of a book weighs ${size} bytes beside it, ${OVERHEAD_MAX} allowed`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'exported-book.html'), filled);
  return size;
}
