import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { editionOf } from '@cuentos/e2e/engine/support/edition-of.ts';

export interface BenchBook {
  readonly name: string;
  /** The book as bought, which the other engines open. */
  readonly plain: Uint8Array;
  /** The edition made from the book, which our engine opens. */
  readonly edition: Uint8Array;
}

const SHARED = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'epubs');
const WORDS =
  'en un lugar de cuyo nombre no quiero acordarme vivía hidalgo lanza astillero adarga antigua rocín flaco galgo corredor'.split(
    ' ',
  );

/**
 * Returns the books to measure: three long novels and a book of formulas, or a made-up book where those are missing.
 */
export async function readingBooks(): Promise<BenchBook[]> {
  const named = [
    ['Don Quijote', 'libros/don-quijote-gutenberg-2013.epub'],
    ['La Regenta', 'libros/la-regenta.epub'],
    ['Fortunata', 'libros/fortunata-y-jacinta.epub'],
    ['Linear algebra', 'samples/linear-algebra.epub'],
  ] as const;
  const files = named
    .filter(([, file]) => existsSync(join(SHARED, file)))
    .map(([name, file]) => book(name, readFileSync(join(SHARED, file))));
  return Promise.all(
    files.length > 0 ? files : [book('made-up novel', epubOf(Array.from({ length: 30 }, () => prose(70_000))))],
  );
}

/** Returns a book with one chapter of 2 MB: all of Don Quijote, or as much made-up prose. */
export async function giantChapter(): Promise<BenchBook> {
  const path = join(SHARED, 'libros', 'don-quijote-gutenberg-2013.epub');
  if (!existsSync(path)) return book('2 MB chapter', epubOf([prose(2_100_000)]));
  const bodies = Object.entries(unzipSync(readFileSync(path)))
    .filter(([name]) => name.endsWith('.html'))
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([, bytes]) => /<body[^>]*>([\s\S]*)<\/body>/.exec(strFromU8(bytes))?.[1] ?? '');
  return book('2 MB chapter', epubOf([bodies.join('\n').replaceAll(/\sid="[^"]*"/g, '')]));
}

async function book(name: string, plain: Uint8Array): Promise<BenchBook> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-book-'));
  try {
    const file = join(directory, 'book.epub');
    writeFileSync(file, plain);
    const edition = await editionOf(file);
    if (!edition) throw new Error(`the gate refused ${name}`);
    return { name, plain, edition: edition.bytes };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function prose(characters: number): string {
  const paragraphs: string[] = [];
  for (let length = 0, word = 0; length < characters;) {
    const text = Array.from({ length: 60 }, () => WORDS[(word = (word * 7 + 3) % 101) % WORDS.length]).join(' ');
    paragraphs.push(`<p>${text}.</p>`);
    length += text.length;
  }
  return paragraphs.join('\n');
}

function epubOf(bodies: readonly string[]): Uint8Array {
  const names = bodies.map((_, index) => `c${index}.xhtml`);
  const files: Record<string, Uint8Array> = {
    mimetype: strToU8('application/epub+zip'),
    'META-INF/container.xml': strToU8(
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    ),
    'book.opf': strToU8(
      `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">bench</dc:identifier><dc:title>Bench</dc:title><dc:language>es</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${names
        .map((name) => `<item id="${name}" href="${name}" media-type="application/xhtml+xml"/>`)
        .join('')}</manifest><spine>${names.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`,
    ),
    'nav.xhtml': strToU8(
      `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>n</title></head><body><nav epub:type="toc"><ol>${names.map((name) => `<li><a href="${name}">${name}</a></li>`).join('')}</ol></nav></body></html>`,
    ),
  };
  bodies.forEach((body, index) => {
    files[names[index] as string] = strToU8(
      `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xml:lang="es"><head><title>c</title></head><body>${body}</body></html>`,
    );
  });
  return zipSync(files);
}
