import { strToU8, zipSync } from 'fflate';
import { publishRaw } from './publish-raw.ts';

export interface SampleItem {
  readonly name: string;
  readonly mediaType?: string;
  /** Content of `<body>`; the whole file when it begins with `<?xml` or is bytes; null leaves the file out. */
  readonly body: string | Uint8Array | null;
  readonly linear?: boolean;
  /** Properties of the file's item in the spine. */
  readonly properties?: string;
  /** Attributes of `<html>` and elements of `<head>`. */
  readonly root?: string;
  readonly head?: string;
}

export interface SampleOptions {
  /** Spanish by default. */
  readonly language?: string;
  readonly direction?: 'rtl';
  readonly fixed?: boolean;
  /** `rendition:*` properties of the package, by name. */
  readonly rendition?: Readonly<Record<string, string>>;
  /** Files outside the spine, by name. */
  readonly extra?: Readonly<Record<string, string | Uint8Array>>;
}

const XHTML = 'application/xhtml+xml';
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  png: 'image/png',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** Makes an EPUB with a publication record inside, without the gate's cleaning. */
export function sampleBook(
  items: readonly SampleItem[],
  { direction, fixed, language = 'es', rendition = {}, extra = {} }: SampleOptions = {},
): Uint8Array {
  const files: Record<string, Uint8Array> = {
    mimetype: strToU8('application/epub+zip'),
    'META-INF/container.xml': strToU8(
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>' +
        '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    ),
    'book.opf': strToU8(
      packageOf(items, Object.keys(extra), {
        direction,
        language,
        rendition: fixed ? { ...rendition, layout: 'pre-paginated' } : rendition,
      }),
    ),
  };
  for (const { name, body, root = '', head = '' } of items) {
    if (body === null) continue;
    files[name] = typeof body !== 'string' ? body : strToU8(body.startsWith('<?xml') ? body : page(body, root, head));
  }
  for (const [name, content] of Object.entries(extra)) {
    files[name] = typeof content === 'string' ? strToU8(content) : content;
  }
  return publishRaw(zipSync(files)).bytes;
}

function packageOf(
  items: readonly SampleItem[],
  extra: readonly string[],
  {
    direction,
    language,
    rendition,
  }: {
    readonly direction: string | undefined;
    readonly language: string;
    readonly rendition: Readonly<Record<string, string>>;
  },
): string {
  const manifest = [
    ...items.map(({ name, mediaType = XHTML }) => ({ name, mediaType })),
    ...extra.map((name) => ({ name, mediaType: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream' })),
  ];
  return `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="i">prueba</dc:identifier><dc:title>Prueba</dc:title><dc:language>${language}</dc:language>
${Object.entries(rendition)
  .map(([name, value]) => `<meta property="rendition:${name}">${value}</meta>`)
  .join('')}</metadata><manifest>
${manifest.map(({ name, mediaType }) => `<item id="${idOf(name)}" href="${name}" media-type="${mediaType}"/>`).join('\n')}
</manifest><spine${direction ? ` page-progression-direction="${direction}"` : ''}>
${items.map(({ name, linear, properties = '' }) => `<itemref idref="${idOf(name)}" properties="${properties}"${linear === false ? ' linear="no"' : ''}/>`).join('\n')}
</spine></package>`;
}

function idOf(name: string): string {
  return `f-${name.replaceAll(/[^a-z0-9]/gi, '-')}`;
}

function page(body: string, root: string, head: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink" xml:lang="es" ${root}><head><title>p</title>${head}</head><body>${body}</body></html>`;
}

/** Makes prose of numbered words, each different, so that a test can tell which words it has seen. */
export function prose(paragraphs: number, seed = 0): string {
  const words = [
    'mar',
    'ventana',
    'otoño',
    'desvelado',
    'pan',
    'ferrocarrilero',
    'niña',
    'y',
    'tren',
    'paralelepípedo',
  ];
  return Array.from({ length: paragraphs }, (_, index) => {
    const count = 20 + ((index * 37 + seed * 11) % 90);
    const text = Array.from(
      { length: count },
      (__, word) => `${words[(index + word * 3 + seed) % 10]}${seed}-${index}-${word}`,
    );
    return index % 9 === 0
      ? `<h2 id="h${index}">Título ${seed}-${index}</h2><p>${text.join(' ')}</p>`
      : `<p>${text.slice(0, 5).join(' ')} <em>${text.slice(5, 9).join(' ')}</em> ${text.slice(9).join(' ')}</p>`;
  }).join('\n');
}

/** A red 40 × 30 PNG. */
export const PICTURE = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAIAAADRv8uKAAAAM0lEQVR42u3NMQEAAAwCIPuX1hp7FQBDpuJUZGZmZmZmZmZmZmZmZmZmZmZmZmZmZmZ2GxwdAAH0p1rYAAAAAElFTkSuQmCC',
  ),
  (char) => char.charCodeAt(0),
);
