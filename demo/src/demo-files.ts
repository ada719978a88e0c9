import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DemoEpubAssets, DemoImage } from './build-demo-epub.ts';
import type { DemoBook, DemoPart } from './catalogue-types.ts';

const root = new URL('../', import.meta.url);

/** Absolute path of a cover (SVG) by the file name that the catalogue gives. */
export function demoCoverPath(name: string): string {
  return fileURLToPath(new URL(`covers/${name}`, root));
}

/** Reads a cover (SVG) by the file name that the catalogue gives. */
export function readDemoCover(name: string): DemoImage {
  return { name, mediaType: 'image/svg+xml', bytes: readFileSync(new URL(`covers/${name}`, root)) };
}

/** Reads the markdown of a part that has an ebook. */
export function readDemoText(book: DemoBook, part: DemoPart): string {
  return readFileSync(new URL(`texts/${book.slug}/${part.slug}.md`, root), 'utf8');
}

/** Reads every picture that the texts may show. */
export function readDemoImages(): readonly DemoImage[] {
  const names = readdirSync(new URL('images/', root)).filter((name) => name.endsWith('.svg'));
  return names.map((name) => ({
    name,
    mediaType: 'image/svg+xml',
    bytes: readFileSync(new URL(`images/${name}`, root)),
  }));
}

/**
 * Reads what `buildDemoEpub` needs for a part. Its cover is the SVG; pass `cover` to use a rasterised one.
 */
export function readDemoAssets(book: DemoBook, part: DemoPart, cover?: DemoImage): DemoEpubAssets {
  return {
    markdown: readDemoText(book, part),
    cover: cover ?? readDemoCover(part.image),
    images: readDemoImages(),
  };
}
