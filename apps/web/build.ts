import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { createBuildFolder, publishBuild } from './bundle/builds.ts';
import { OVERHEAD_MAX, writeExportedBook } from './bundle/exported-book.ts';
import { FIRST_LOAD_MAX, measureFirstLoad } from './bundle/first-load.ts';
import { writeFaces } from './bundle/subset-fonts.ts';

const compressible = new Set(['.js', '.css', '.svg', '.json', '.map']);

/** Writes `.br` and `.gz` beside every asset that gains from it, at full quality: the server only picks one. */
async function precompress(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const bytes = await readFile(path);
        if (bytes.length < 512) return;
        const brotli = promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        await Promise.all([
          brotli.then((packed) => writeFile(`${path}.br`, packed)),
          promisify(gzip)(bytes, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
        ]);
      }),
  );
}

process.env['NODE_ENV'] = 'production';
process.chdir(import.meta.dirname);
const dist = join(import.meta.dirname, 'dist');
const folder = await createBuildFolder(dist);
process.env['BUILD_FOLDER'] = folder;
await writeFaces();
await build();
await build({ build: { ssr: true } });
const overhead = await writeExportedBook(folder);
await precompress(join(folder, 'client'));

const sizes = await measureFirstLoad(join(folder, 'client'));
await publishBuild(dist, folder);
const figures = Object.entries(sizes).map(([address, bytes]) => `${address} ${(bytes / 1000).toFixed(1)}`);
process.stdout.write(
  `A book taken home, kB beside the book of ${OVERHEAD_MAX / 1000}: ${(overhead / 1000).toFixed(1)}\n`,
);
process.stdout.write(`Script of a page, kB gzip of ${FIRST_LOAD_MAX / 1000}: ${figures.join(' · ')}\n`);
