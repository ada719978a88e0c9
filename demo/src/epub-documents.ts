import type { DemoChapter } from './markdown.ts';
import { escapeXml } from './markdown-renderer.ts';

/** A file of the package as its manifest lists it. */
export interface ManifestItem {
  readonly id: string;
  readonly href: string;
  readonly mediaType: string;
  readonly properties?: string;
  readonly inSpine?: boolean;
}

/** Fields of the package document about the publication. */
export interface PackageFields {
  readonly identifier: string;
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly creator: string;
  readonly publisher: string;
  readonly series: string;
  readonly position: number;
  readonly hasImages: boolean;
}

/** Day written in every package, so that the same texts give the same bytes. */
export const modifiedAt = '2026-06-01T00:00:00Z';

/** The only entry that `META-INF` needs. */
export const containerXml = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
`;

/** An XHTML page in Chilean Spanish. */
export function page(title: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="es-CL" lang="es-CL">
<head>
<meta charset="UTF-8"/>
<title>${escapeXml(title)}</title>
<link rel="stylesheet" type="text/css" href="book.css"/>
</head>
<body>
${body}</body>
</html>
`;
}

/** One chapter with its heading. */
export function chapterPage(chapter: DemoChapter): string {
  const body = `<section epub:type="chapter" role="doc-chapter" aria-labelledby="titulo">
<h1 id="titulo">${escapeXml(chapter.title)}</h1>
${chapter.body}</section>
`;
  return page(chapter.title, body);
}

/** The cover page. */
export function coverPage(bookName: string, coverHref: string): string {
  const alt = escapeXml(`Portada de «${bookName}»`);
  return page(
    'Portada',
    `<section class="cover" epub:type="cover">\n<img src="${coverHref}" alt="${alt}" role="doc-cover"/>\n</section>\n`,
  );
}

/** The page with author, title, part and imprint. */
export function titlePage({ creator, title, subtitle, publisher }: PackageFields): string {
  const body = `<section class="title-page" epub:type="titlepage">
<p class="author">${escapeXml(creator)}</p>
<h1>${escapeXml(title)}</h1>
<p class="part">${escapeXml(subtitle)}</p>
<p class="imprint">${escapeXml(publisher)}</p>
</section>
`;
  return page(title, body);
}

/** The last page: rights and thanks. */
export function colophonPage({ creator, title, publisher }: PackageFields): string {
  const body = `<section class="colophon" epub:type="colophon" role="doc-colophon" aria-labelledby="titulo">
<h1 id="titulo">Créditos</h1>
<p><cite>${escapeXml(title)}</cite> es un libro de ${escapeXml(creator)}, publicado por ${escapeXml(publisher)}.</p>
<p>Los personajes y los hechos son imaginarios, aunque los lugares existan y la lluvia también.</p>
<p>Esta copia es personal. Si te gustó, recomiéndala: es la manera más barata de prestar un libro.</p>
</section>
`;
  return page('Créditos', body);
}

function tocEntry(chapter: DemoChapter, href: string): string {
  const inner = chapter.sections.map(({ id, title }) => `<li><a href="${href}#${id}">${escapeXml(title)}</a></li>`);
  const list = inner.length === 0 ? '' : `\n<ol>\n${inner.join('\n')}\n</ol>\n`;
  return `<li><a href="${href}">${escapeXml(chapter.title)}</a>${list}</li>`;
}

/** The navigation document: chapters with their sections, and landmarks. */
export function navPage(chapters: readonly DemoChapter[], hrefOf: (index: number) => string): string {
  const entries = chapters.map((chapter, index) => tocEntry(chapter, hrefOf(index)));
  const body = `<nav epub:type="toc" role="doc-toc" id="toc" aria-labelledby="titulo">
<h1 id="titulo">Contenido</h1>
<ol>
${entries.join('\n')}
</ol>
</nav>
<nav epub:type="landmarks" id="landmarks" aria-label="Lugares del libro" hidden="hidden">
<ol>
<li><a epub:type="cover" href="cover.xhtml">Portada</a></li>
<li><a epub:type="toc" href="nav.xhtml#toc">Contenido</a></li>
<li><a epub:type="bodymatter" href="${hrefOf(0)}">Comienzo de la lectura</a></li>
</ol>
</nav>
`;
  return page('Contenido', body);
}

function accessibilityMeta(hasImages: boolean): string {
  const features = [
    'tableOfContents',
    'readingOrder',
    'structuralNavigation',
    'alternativeText',
    'displayTransformability',
  ];
  const modes = hasImages ? ['textual', 'visual'] : ['textual'];
  return [
    ...modes.map((mode) => `<meta property="schema:accessMode">${mode}</meta>`),
    '<meta property="schema:accessModeSufficient">textual</meta>',
    ...features.map((feature) => `<meta property="schema:accessibilityFeature">${feature}</meta>`),
    '<meta property="schema:accessibilityHazard">none</meta>',
    '<meta property="schema:accessibilitySummary">Texto fluido con capítulos navegables; las imágenes tienen descripción.</meta>',
  ].join('\n    ');
}

/** The package document. */
export function packageDocument(fields: PackageFields, items: readonly ManifestItem[]): string {
  const manifest = items.map(({ id, href, mediaType, properties }) => {
    const extra = properties ? ` properties="${properties}"` : '';
    return `<item id="${id}" href="${href}" media-type="${mediaType}"${extra}/>`;
  });
  const spine = items.filter((item) => item.inSpine).map(({ id }) => `<itemref idref="${id}"/>`);
  const title = `${fields.title}. ${fields.subtitle}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="es-CL" dir="ltr">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">${fields.identifier}</dc:identifier>
    <dc:title id="title">${escapeXml(title)}</dc:title>
    <dc:language>es-CL</dc:language>
    <dc:creator id="creator">${escapeXml(fields.creator)}</dc:creator>
    <meta refines="#creator" property="role" scheme="marc:relators">aut</meta>
    <dc:publisher>${escapeXml(fields.publisher)}</dc:publisher>
    <dc:description>${escapeXml(fields.description)}</dc:description>
    <dc:date>${modifiedAt.slice(0, 10)}</dc:date>
    <dc:rights>© 2026 ${escapeXml(fields.creator)}. Copia personal.</dc:rights>
    <meta property="dcterms:modified">${modifiedAt}</meta>
    <meta property="belongs-to-collection" id="series">${escapeXml(fields.series)}</meta>
    <meta refines="#series" property="collection-type">set</meta>
    <meta refines="#series" property="group-position">${fields.position}</meta>
    ${accessibilityMeta(fields.hasImages)}
    <meta name="cover" content="cover-image"/>
  </metadata>
  <manifest>
    ${manifest.join('\n    ')}
  </manifest>
  <spine>
    ${spine.join('\n    ')}
  </spine>
</package>
`;
}
