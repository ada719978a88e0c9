import { createHash } from 'node:crypto';
import { strToU8, zipSync, type Zippable } from 'fflate';
import type { DemoBook, DemoPart } from './catalogue-types.ts';
import { demoAuthor, demoShopName } from './catalogue.ts';
import * as documents from './epub-documents.ts';
import { bookCss } from './epub-style.ts';
import { parsePart, type DemoChapter } from './markdown.ts';

/** A picture with its type; the name gives the file inside the EPUB. */
export interface DemoImage {
  readonly name: string;
  readonly mediaType: 'image/svg+xml' | 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

/** Pieces of a part's EPUB besides its metadata. */
export interface DemoEpubAssets {
  /** The part's text. */
  readonly markdown: string;
  readonly cover: DemoImage;
  /** The pictures that the text may show, by the name it uses. */
  readonly images: readonly DemoImage[];
}

/** Local parts, since the zip format keeps local time: the same bytes in every time zone. */
const zipDate = new Date(2026, 5, 1);

const xhtml = 'application/xhtml+xml';

/** Identifier that stays the same for the same part. */
function identifierOf(book: DemoBook, part: DemoPart): string {
  const hex = createHash('sha1').update(`cuentos-de-bolsillo/${book.slug}/${part.slug}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

const chapterHref = (index: number): string => `capitulo-${String(index + 1).padStart(2, '0')}.xhtml`;

function imagesOf(chapters: readonly DemoChapter[], images: readonly DemoImage[]): readonly DemoImage[] {
  const names = new Set(chapters.flatMap((chapter) => chapter.images));
  return [...names].map((name) => {
    const image = images.find((candidate) => candidate.name === name);
    if (!image) throw new Error(`The text shows ${name}, which is not among the images`);
    return image;
  });
}

const coverHrefOf = ({ mediaType }: DemoImage): string => {
  const extension = { 'image/svg+xml': 'svg', 'image/png': 'png', 'image/jpeg': 'jpg' }[mediaType];
  return `images/cover.${extension}`;
};

function manifestOf(
  chapters: readonly DemoChapter[],
  images: readonly DemoImage[],
  cover: DemoImage,
): readonly documents.ManifestItem[] {
  return [
    { id: 'nav', href: 'nav.xhtml', mediaType: xhtml, properties: 'nav' },
    { id: 'css', href: 'book.css', mediaType: 'text/css' },
    { id: 'cover-image', href: coverHrefOf(cover), mediaType: cover.mediaType, properties: 'cover-image' },
    ...images.map((image, i) => ({ id: `image-${i + 1}`, href: `images/${image.name}`, mediaType: image.mediaType })),
    { id: 'cover', href: 'cover.xhtml', mediaType: xhtml, inSpine: true },
    { id: 'title-page', href: 'portadilla.xhtml', mediaType: xhtml, inSpine: true },
    ...chapters.map((_chapter, i) => ({
      id: `chapter-${i + 1}`,
      href: chapterHref(i),
      mediaType: xhtml,
      inSpine: true,
    })),
    { id: 'colophon', href: 'creditos.xhtml', mediaType: xhtml, inSpine: true },
  ];
}

function fieldsOf(book: DemoBook, part: DemoPart, hasImages: boolean): documents.PackageFields {
  return {
    identifier: identifierOf(book, part),
    title: book.name,
    subtitle: part.name,
    description: book.description,
    creator: demoAuthor,
    publisher: demoShopName,
    series: book.name,
    position: book.parts.indexOf(part) + 1,
    hasImages,
  };
}

/** Turns a part's markdown into an EPUB 3. The same input always gives the same bytes. */
export function buildDemoEpub(book: DemoBook, part: DemoPart, assets: DemoEpubAssets): Uint8Array {
  const chapters = parsePart(assets.markdown);
  const images = imagesOf(chapters, assets.images);
  const fields = fieldsOf(book, part, images.length > 0);
  const coverHref = coverHrefOf(assets.cover);
  const pages: Record<string, string> = {
    'package.opf': documents.packageDocument(fields, manifestOf(chapters, images, assets.cover)),
    'nav.xhtml': documents.navPage(chapters, chapterHref),
    'book.css': bookCss,
    'cover.xhtml': documents.coverPage(book.name, coverHref),
    'portadilla.xhtml': documents.titlePage(fields),
    'creditos.xhtml': documents.colophonPage(fields),
  };
  chapters.forEach((chapter, i) => {
    pages[chapterHref(i)] = documents.chapterPage(chapter);
  });
  const files: Zippable = {
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(documents.containerXml),
  };
  for (const [name, text] of Object.entries(pages)) files[`EPUB/${name}`] = strToU8(text);
  files[`EPUB/${coverHref}`] = assets.cover.bytes;
  for (const image of images) files[`EPUB/images/${image.name}`] = image.bytes;
  return zipSync(files, { level: 9, mtime: zipDate });
}
