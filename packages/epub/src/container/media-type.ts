/** Treatment of a file by the gate, decided once from its media type, so that the cleaned file is the served one. */
export type FileKind = 'xhtml' | 'svg' | 'xml' | 'css' | 'ncx' | 'image' | 'font' | 'media' | 'text';

const KINDS: Readonly<Record<string, FileKind>> = {
  'application/xhtml+xml': 'xhtml',
  'text/html': 'xhtml',
  'text/x-oeb1-document': 'xhtml',
  'image/svg+xml': 'svg',
  'text/css': 'css',
  'text/x-oeb1-css': 'css',
  'application/x-dtbncx+xml': 'ncx',
  'application/smil+xml': 'xml',
  'application/pls+xml': 'xml',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/x-dtbook+xml': 'xml',
  'text/plain': 'text',
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'image/avif': 'image',
  'audio/mpeg': 'media',
  'audio/mp4': 'media',
  'audio/aac': 'media',
  'audio/ogg': 'media',
  'audio/wav': 'media',
  'video/mp4': 'media',
  'video/webm': 'media',
  'video/ogg': 'media',
  'text/vtt': 'text',
  'font/ttf': 'font',
  'font/otf': 'font',
  'font/woff': 'font',
  'font/woff2': 'font',
  'font/collection': 'font',
};

/** Older names of the types above, still common in books. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/svg': 'image/svg+xml',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/x-aac': 'audio/aac',
  'audio/aacp': 'audio/aac',
  'audio/opus': 'audio/ogg',
  'application/html': 'text/html',
  'application/font-sfnt': 'font/otf',
  'application/vnd.ms-opentype': 'font/otf',
  'application/x-font-opentype': 'font/otf',
  'application/x-font-otf': 'font/otf',
  'application/x-font-truetype': 'font/ttf',
  'application/x-font-ttf': 'font/ttf',
  'application/x-truetype-font': 'font/ttf',
  'application/truetype': 'font/ttf',
  'application/font-woff': 'font/woff',
  'application/x-font-woff': 'font/woff',
  'application/font-woff2': 'font/woff2',
};

const EXTENSIONS: Readonly<Record<string, string>> = {
  xhtml: 'application/xhtml+xml',
  html: 'text/html',
  htm: 'text/html',
  xht: 'application/xhtml+xml',
  svg: 'image/svg+xml',
  css: 'text/css',
  ncx: 'application/x-dtbncx+xml',
  smil: 'application/smil+xml',
  pls: 'application/pls+xml',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttc: 'font/collection',
  txt: 'text/plain',
  vtt: 'text/vtt',
};

export interface FileType {
  /** Media type under which the cleaned file is served. */
  readonly mediaType: string;
  readonly kind: FileKind;
  /** Its source is HTML by the book's own word, where `<a id="p1"/>` begins an element; else absent. */
  readonly isHtml?: true;
}

/**
 * Returns the type of a file from the media type the manifest declares, else from its extension; null when a reader has
 * no use for it (scripts, PDF, unknown data). HTML becomes XHTML, because the cleaned file is well-formed.
 */
export function fileType(declared: string | null, path: string): FileType | null {
  const named = declared?.toLowerCase().split(';')[0]?.trim() ?? '';
  const declaredType = ALIASES[named] ?? named;
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  for (const mediaType of [declaredType, EXTENSIONS[extension] ?? '']) {
    const kind = KINDS[mediaType];
    if (kind === undefined) continue;
    if (kind === 'xhtml') {
      const isHtml = mediaType === 'text/html' ? ({ isHtml: true } as const) : {};
      return { mediaType: 'application/xhtml+xml', kind, ...isHtml };
    }
    if (kind === 'css') return { mediaType: 'text/css', kind };
    return { mediaType, kind };
  }
  return null;
}
