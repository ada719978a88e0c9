import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * Child process: `encode-avif-worker.ts <master> <folder> <width>…`. Writes a picture of ours as `<width>.avif` for each
 * width, on one thread that gives way to readers.
 */

/** Looks like WebP at quality 82 and keeps colours whole; a higher effort takes five times as long for a tenth less. */
const LOOK = { quality: 55, effort: 2 } as const;

setPriority(5);
sharp.concurrency(1);
const [master = '', folder = '', ...widths] = process.argv.slice(2);
for (const width of widths) {
  const resized = sharp(master).resize({ width: Number(width), withoutEnlargement: true });
  await writeFile(join(folder, `${width}.avif`), await resized.avif(LOOK).toBuffer());
}
