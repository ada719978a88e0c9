import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PUBLICATION_PATH, type Publication } from '../container/publication.ts';
import { encryptionXml, GateFixture, OPF, patched, withPackage } from '../testing/gate-fixture.ts';
import {
  epubEntries,
  makeEpub,
  pngHeader,
  xhtmlPage,
  zipEntries,
  type ContentsSpec,
  type EpubSpec,
} from '../testing/make-epub.ts';
import { REMOVALS } from './gate-warning.ts';
import type { Refusal } from './refusal.ts';
import { refusalText } from './texts.ts';
import type { PreparedEdition } from './prepare-edition.ts';

const kinds = ({ warnings }: PreparedEdition): string[] => warnings.map(({ kind }) => kind);
const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

let fixture: GateFixture;
beforeEach(async () => {
  fixture = await GateFixture.create();
});
afterEach(async () => {
  await fixture.remove();
});

describe('an accepted book', () => {
  it('is analysed into its publication record', async () => {
    const { publication } = await fixture.accept({
      title: 'Cuentos',
      chapters: [
        { title: 'Uno', html: '<h1>Uno</h1><p>abc</p>', itemrefId: 'a[1]' },
        { title: 'Nota', html: '<p>fuera</p>', linear: false },
        { title: 'Dos', html: '<p>defgh</p>', itemrefProperties: 'rendition:layout-pre-paginated' },
      ],
      contents: [
        { title: 'Uno', href: 'c1.xhtml', children: [{ title: 'Punto', href: 'c1.xhtml#p' }] },
        { title: 'Roto', href: 'no.xhtml' },
      ],
    });
    expect(publication).toMatchObject({
      format: 1,
      metadata: { title: 'Cuentos', creator: 'Autora de Prueba', language: 'es' },
      sections: [
        {
          index: 0,
          path: 'OEBPS/c1.xhtml',
          mediaType: 'application/xhtml+xml',
          linear: true,
          cfi: '/6/2[a^[1^]]',
          characters: 6,
          start: 0,
          missing: false,
          layout: 'reflowable',
        },
        { index: 1, path: 'OEBPS/c2.xhtml', linear: false, cfi: '/6/4', characters: 5, start: 6 },
        {
          index: 2,
          path: 'OEBPS/c3.xhtml',
          linear: true,
          cfi: '/6/6',
          characters: 5,
          start: 6,
          layout: 'pre-paginated',
        },
      ],
      toc: [
        {
          title: 'Uno',
          href: 'OEBPS/c1.xhtml',
          children: [{ title: 'Punto', href: 'OEBPS/c1.xhtml#p', children: [] }],
        },
        { title: 'Roto', href: null, children: [] },
      ],
      coverPath: null,
      characters: 11,
    });
  });

  it('records at which side its fixed-layout pages stand', async () => {
    const sides = ['page-spread-left', 'rendition:page-spread-right', 'rendition:page-spread-center', 'other'];
    const chapters = sides.map((itemrefProperties) => ({ html: '<p>a</p>', itemrefProperties }));
    const { publication } = await fixture.accept({ chapters });
    expect(publication.sections.map(({ pageSpread }) => pageSpread)).toEqual(['left', 'right', 'center', undefined]);
  });

  it('is stored resource by resource under its hash, texts also compressed', async () => {
    const { publication } = await fixture.accept({
      files: [{ path: 'a.png', content: pngHeader(1, 1), mediaType: 'image/png' }],
    });
    expect(publication.resources.map(({ path }) => path)).toEqual(['OEBPS/c1.xhtml', 'OEBPS/a.png', 'OEBPS/nav.xhtml']);
    for (const { path, hash, size, mediaType } of publication.resources) {
      const bytes = await readFile(join(fixture.outDir, 'resources', hash));
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, hash]);
      if (mediaType === 'image/png') continue;
      expect(
        brotliDecompressSync(await readFile(join(fixture.outDir, 'resources', `${hash}.br`))).equals(bytes),
        path,
      ).toBe(true);
    }
    expect(await readdir(join(fixture.outDir, 'resources'))).toHaveLength(5);
  });

  it('becomes an EPUB that carries its record second and passes the gate unchanged', async () => {
    const dirty = '<p onclick="x">a<script>x</script></p><img src="https://h.invalid/a" alt=""/>';
    const first = await fixture.accept({
      chapters: [{ html: dirty }],
      files: [{ path: 'x.js', content: 'x', mediaType: 'text/javascript' }],
    });
    const edition = await readFile(first.editionPath);
    expect(edition.length).toBe(first.editionSize);
    expect(createHash('sha256').update(edition).digest('hex')).toBe(first.editionHash);
    const files = unzipSync(edition);
    expect(Object.keys(files).slice(0, 2)).toEqual(['mimetype', PUBLICATION_PATH]);
    expect(edition.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip');
    expect(JSON.parse(text(files[PUBLICATION_PATH])) as Publication).toEqual(first.publication);
    expect(text(files[OPF])).not.toContain('x.js');
    const second = await fixture.accept(edition);
    expect(second.publication).toEqual(first.publication);
    expect(second.editionHash).toBe(first.editionHash);
    expect(kinds(second).filter((kind) => (REMOVALS as readonly string[]).includes(kind))).toEqual([]);
    expect(kinds(first)).toEqual(expect.arrayContaining(['event-handler', 'script', 'remote-load', 'file-dropped']));
  });

  it('gives the same edition when it is prepared twice', async () => {
    const first = await fixture.accept({});
    expect((await fixture.accept({})).editionHash).toBe(first.editionHash);
  });

  it('has a cover file, unless its bytes are no image or its file is missing', async () => {
    const good = await fixture.accept({ cover: pngHeader(600, 900) });
    expect(good.cover).toMatchObject({ path: 'OEBPS/cover.png', mediaType: 'image/png' });
    expect((await readFile(good.cover?.file ?? '')).length).toBe(57);
    expect(good.publication.coverPath).toBe('OEBPS/cover.png');
    for (const [book, kind] of [
      [{ cover: new Uint8Array(100) }, 'cover-unusable'],
      [{ cover: pngHeader(1, 1), entries: { 'OEBPS/cover.png': null } }, 'cover-missing'],
    ] as const) {
      const result = await fixture.accept(book);
      expect([result.cover, result.publication.coverPath]).toEqual([null, null]);
      expect(kinds(result)).toContain(kind);
    }
  });

  it('takes the cover and the NCX of an EPUB 2', async () => {
    const { publication } = await fixture.accept({
      contentsAs: 'ncx',
      contents: [{ title: 'A', href: 'c1.xhtml', children: [{ title: 'B', href: 'c1.xhtml#b' }] }],
      metadata: '<meta name="cover" content="tapa"/>',
      files: [{ id: 'tapa', path: 't.png', content: pngHeader(1, 1), mediaType: 'image/png' }],
    });
    expect(publication.coverPath).toBe('OEBPS/t.png');
    expect(publication.toc).toEqual([
      { title: 'A', href: 'OEBPS/c1.xhtml', children: [{ title: 'B', href: 'OEBPS/c1.xhtml#b', children: [] }] },
    ]);
    expect(publication.resources.map(({ path }) => path)).not.toContain('OEBPS/toc.ncx');
  });

  it('without contents gets contents from its headings', async () => {
    const result = await fixture.accept({
      contents: null,
      chapters: [{ html: '<h2>El  tren</h2>' }, { html: '<p>x</p>' }],
    });
    expect(result.publication.toc.map(({ title, href }) => [title, href])).toEqual([
      ['El tren', 'OEBPS/c1.xhtml'],
      ['Sección 2', 'OEBPS/c2.xhtml'],
    ]);
    expect(kinds(result)).toContain('no-contents');
  });

  it('takes the contents from a contents page when the package has none, and keeps every section', async () => {
    const link = (at: number, title: string): string => `<li><a href="c${at}.xhtml">${title}</a></li>`;
    const chapters = ['Uno', 'Dos', 'Tres'].map((title) => ({ html: `<p class="titulo">${title}</p>` }));
    const listed = { html: `<h1>Índice</h1><ol>${link(2, 'La casa')}${link(3, 'El río')}${link(4, 'Fin')}</ol>` };
    const { publication } = await fixture.accept({ contents: null, chapters: [listed, ...chapters] });
    expect(publication.toc.map(({ title }) => title)).toEqual(['La casa', 'El río', 'Fin']);
    const partial = { html: `<h1>Índice</h1><ol>${link(2, 'La casa')}</ol>` };
    const other = await fixture.accept({ contents: null, chapters: [partial, ...chapters] });
    expect(other.publication.toc.map(({ title }) => title)).toEqual(['Índice', 'La casa', 'Sección 3', 'Sección 4']);
    const prose = { html: `<h1>Prólogo</h1><p>${'palabras '.repeat(40)}${link(2, 'nota')}</p>` };
    const last = await fixture.accept({ contents: null, chapters: [prose, ...chapters] });
    expect(last.publication.toc[1]?.title).toBe('Sección 2');
  });

  it('uses the title of a link without text in the contents', async () => {
    const nav = '<nav epub:type="toc"><ol><li><a href="c1.xhtml" title="Uno"></a></li></ol></nav>';
    const { publication } = await fixture.accept({ entries: { 'OEBPS/nav.xhtml': xhtmlPage('Índice', nav) } });
    expect(publication.toc.map(({ title }) => title)).toEqual(['Uno']);
  });

  it.each([
    [
      'Apple',
      {
        'META-INF/com.apple.ibooks.display-options.xml':
          '<display_options><platform name="*"><option name="fixed-layout">true</option></platform></display_options>',
      },
      '',
    ],
    ['Kindle', {}, '<meta name="fixed-layout" content="true"/><meta name="original-resolution" content="600x800"/>'],
  ])('draws the pages of a book that is fixed by the word of %s', async (_shop, entries, metadata) => {
    const { publication, editionPath } = await fixture.accept({ entries, metadata });
    expect(publication.sections[0]?.layout).toBe('pre-paginated');
    const edition = await readFile(editionPath);
    const page = text(unzipSync(edition)['OEBPS/c1.xhtml']);
    expect(page.includes('<meta name="viewport" content="width=600, height=800"/></head>')).toBe(metadata !== '');
    expect((await fixture.accept(new Uint8Array(edition))).publication).toEqual(publication);
  });

  it.each([
    ['backslashes', (name: string) => name.replaceAll('/', '\\')],
    ['the folder they stand in', (name: string) => `./${name}`],
    ['a folder around all', (name: string) => `Mi libro/${name}`],
  ])('accepts names with %s', async (_what, rename) => {
    const entries = [...epubEntries()].map(([name, content]): [string, string | Uint8Array] => [rename(name), content]);
    const alongside: [string, string][] = [['__MACOSX/Mi libro/._a', 'x']];
    const { publication } = await fixture.accept(zipEntries(new Map([...entries, ...alongside])));
    expect(publication.sections[0]).toMatchObject({ path: 'OEBPS/c1.xhtml', characters: 9 });
  });

  it('parses a chapter without a namespace as XHTML or HTML, by its media type in the manifest', async () => {
    const document = '<html><head><title/><script/></head><body><a id="q"/><p>Uno <b/>dos</p></body></html>';
    const link = '<html><head></head><body><p><a href=cuentos/>Uno</a> dos</p></body></html>';
    const { publication } = await fixture.accept({
      chapters: [{ document }, { document, mediaType: 'text/html', path: 'b.html' }, { document: link }],
    });
    expect(publication.sections.map(({ characters }) => characters)).toEqual([7, 0, 7]);
  });

  it('includes documents that are linked but not in the spine, outside the reading order', async () => {
    const aside = {
      path: 'aparte.xhtml',
      mediaType: 'application/xhtml+xml',
      content: xhtmlPage('A', '<p>Aparte</p>'),
    };
    const lonely = { ...aside, path: 'nadie.xhtml' };
    const chapters = [{ html: '<p><a href="aparte.xhtml">ver</a></p>' }, { html: '<p>fin</p>' }];
    const { publication } = await fixture.accept({ chapters, files: [aside, lonely] });
    expect(publication.sections.map(({ path, linear, cfi }) => ({ path, linear, cfi }))).toEqual([
      { path: 'OEBPS/c1.xhtml', linear: true, cfi: '/6/2' },
      { path: 'OEBPS/c2.xhtml', linear: true, cfi: '/6/4' },
      { path: 'OEBPS/aparte.xhtml', linear: false, cfi: '/6/6' },
    ]);
    expect(publication.characters).toBe(6);
  });

  it('reports a chapter whose text is lost by cleaning, with its first words', async () => {
    const swallowed = '<html><head><title/></head><body><p>Estas palabras se las traga el título.</p></body></html>';
    const chapters = [
      { document: swallowed, mediaType: 'text/html', path: 'a.html' },
      { html: `<p>Unas palabras que quedan</p><iframe src="x">Un marco con palabras de más</iframe>` },
      { html: `<p>${'Unas palabras que quedan. '.repeat(20)}</p><script>nada</script><iframe src="x">Poco</iframe>` },
    ];
    const { warnings, editionPath } = await fixture.accept({ chapters });
    expect(text(unzipSync(await readFile(editionPath))['OEBPS/a.html'])).toContain('se las traga');
    expect(warnings.filter(({ kind }) => kind === 'text-lost')).toEqual([
      { kind: 'text-lost', path: 'OEBPS/a.html', count: 1, excerpt: 'Estas palabras se las traga el título.' },
      { kind: 'text-lost', path: 'OEBPS/c2.xhtml', count: 1, excerpt: 'Un marco con palabras de más' },
    ]);
  });

  it('accepts bytes after the archive', async () => {
    const { publication } = await fixture.accept(Buffer.concat([makeEpub(), Buffer.alloc(3000)]));
    expect(publication.sections).toHaveLength(1);
  });

  it('keeps eight levels of contents and loses no entry', async () => {
    const nested = (n: number): ContentsSpec => ({
      title: `N${n}`,
      href: 'c1.xhtml',
      children: n < 12 ? [nested(n + 1)] : [],
    });
    const { publication } = await fixture.accept({ contents: [nested(1)] });
    let level = publication.toc;
    for (let n = 1; n < 8; n++) level = level[0]?.children ?? [];
    expect(level.map(({ title }) => title)).toEqual(['N8', 'N9', 'N10', 'N11', 'N12']);
  });

  it('finds files in any spelling and renames those whose names URLs cannot hold', async () => {
    const nfd = 'cora\u0301zon.xhtml';
    const { publication, warnings } = await fixture.accept({
      chapters: [
        { path: 'con#almohadilla.xhtml', html: '<a href="cor%C3%A1zon.xhtml">x</a>' },
        { path: nfd },
        { path: '100% real.xhtml' },
      ],
      entries: {
        [OPF]: String(
          epubEntries({
            chapters: [{ path: 'CON#almohadilla.xhtml' }, { path: nfd }, { path: '100% real.xhtml' }],
          }).get(OPF),
        ),
      },
    });
    expect(publication.sections.map(({ path }) => path)).toEqual([
      'OEBPS/con_almohadilla.xhtml',
      `OEBPS/${nfd.normalize('NFC')}`,
      'OEBPS/100_ real.xhtml',
    ]);
    expect(publication.toc.map(({ href }) => href)).toEqual(publication.sections.map(({ path }) => path));
    expect(warnings.filter(({ kind }) => kind === 'name-repaired')).toHaveLength(2);
  });

  it('shows the image or the fallback of a resource that cannot be shown', async () => {
    const { publication } = await fixture.accept(withFallback());
    expect(publication.sections.map(({ path, mediaType, missing }) => [path, mediaType, missing])).toEqual([
      ['OEBPS/l.jpg', 'image/jpeg', false],
      ['OEBPS/otro.xhtml', 'application/xhtml+xml', false],
    ]);
  });

  it('follows a long shared chain of fallbacks once, and a circular one not at all', async () => {
    const many = 15_000;
    const chain = Array.from({ length: many }, (_, at) => {
      const next = at + 1 < many ? `f${at + 1}` : 'otro';
      return `<item id="f${at}" href="x.pdf" media-type="application/pdf" fallback="${next}"/>`;
    });
    const ring = '<item id="r" href="x.pdf" media-type="application/pdf" fallback="r"/><itemref idref="r"/>';
    const refs = chain.map((_, at) => `<itemref idref="f${at}"/>`).join('') + ring.slice(ring.indexOf('<itemref'));
    const spec = withPackage(
      (source) =>
        source
          .replace('</manifest>', `${chain.join('')}${ring.slice(0, ring.indexOf('<itemref'))}</manifest>`)
          .replace('</spine>', `${refs}</spine>`),
      withFallback(),
    );
    const { publication } = await fixture.accept(spec);
    const shownPaths = publication.sections.slice(2).map(({ path, missing }) => (missing ? null : path));
    expect(shownPaths).toHaveLength(many + 1);
    expect(new Set(shownPaths.slice(0, -1))).toEqual(new Set(['OEBPS/otro.xhtml']));
    expect(shownPaths.at(-1)).toBeNull();
  });

  it('deobfuscates fonts and keeps broken ones', async () => {
    const font = Buffer.concat([Buffer.from('OTTO'), Buffer.alloc(3000, 7)]);
    const uid = 'urn:uuid:00000000-0000-4000-8000-000000000001';
    const ways = {
      'http://www.idpf.org/2008/embedding': [createHash('sha1').update(uid).digest(), 1040],
      'http://ns.adobe.com/pdf/enc#RC': [Buffer.from(uid.replace(/urn:uuid:|-/g, ''), 'hex'), 1024],
    } as const;
    for (const [algorithm, [key, length]] of Object.entries(ways)) {
      const hidden = Buffer.from(font.map((byte, i) => (i < length ? byte ^ (key[i % key.length] ?? 0) : byte)));
      const book = (content: Uint8Array): EpubSpec => ({
        files: [{ path: 'f.otf', content, mediaType: 'font/otf' }],
        entries: { 'META-INF/encryption.xml': encryptionXml(algorithm, 'OEBPS/f.otf') },
      });
      const result = await fixture.accept(book(hidden));
      const files = unzipSync(await readFile(result.editionPath));
      expect(Buffer.from(files['OEBPS/f.otf'] ?? []).equals(font)).toBe(true);
      expect(files['META-INF/encryption.xml']).toBeUndefined();
      expect(kinds(result)).not.toContain('font-damaged');
      expect(kinds(await fixture.accept(book(new Uint8Array(50))))).toContain('font-damaged');
    }
  });

  it.each([
    ['on the cover', { cover: pngHeader(40_000, 40_000) }],
    ['in a chapter', { files: [{ path: 'mapa.png', content: pngHeader(8_000, 8_000), mediaType: 'image/png' }] }],
  ])('refuses a picture that no phone can decode: %s', async (_, book) => {
    const refusal = await fixture.gate(book);
    expect(refusal).toMatchObject({ reason: 'too-large', detail: { what: 'pixels', limit: 50_000_000 } });
    expect(await fixture.leftovers()).toEqual([]);
    expect(refusalText(refusal as Refusal)).toMatch(
      /^El libro trae una imagen demasiado grande para un teléfono: «OEBPS\/\w+\.png»\./,
    );
  });

  it('reports unusual properties', async () => {
    const long = `<p>${'palabra '.repeat(70_000)}</p>`;
    expect(
      kinds(await fixture.accept({ chapters: [{ html: long }], language: null, cover: pngHeader(6000, 6000) })),
    ).toEqual(expect.arrayContaining(['long-chapter', 'missing-language', 'large-image']));
    expect(kinds(await fixture.accept({ entries: { mimetype: null } }))).toContain('mimetype-missing');
    const late = epubEntries();
    late.delete('mimetype');
    expect(kinds(await fixture.accept(zipEntries(late.set('mimetype', 'application/epub+zip'))))).toContain(
      'mimetype-not-first',
    );
    expect(kinds(await fixture.accept(Buffer.concat([Buffer.from('MZ junk'), makeEpub()])))).toContain('leading-bytes');
  });

  it('serves the entry that was checked when a name occurs twice', async () => {
    const result = await fixture.accept(
      patchedName(
        makeEpub({
          chapters: [{ html: '<p>uno</p>' }, { html: '<p>dos</p>', path: 'x1.xhtml' }],
          entries: { [OPF]: String(epubEntries().get(OPF)) },
        }),
      ),
    );
    const [section] = result.publication.sections;
    const hash = result.publication.resources.find(({ path }) => path === section?.path)?.hash ?? '';
    const edition = unzipSync(await readFile(result.editionPath));
    const served = await readFile(join(fixture.outDir, 'resources', hash), 'utf8');
    expect(served).toContain('<p>dos</p>');
    expect(text(edition['OEBPS/c1.xhtml'])).toBe(served);
  });

  it('reads a package in UTF-16 and writes it in UTF-8', async () => {
    const source = String(epubEntries({ title: 'Ñandú en otoño' }).get(OPF)).replace('UTF-8', 'UTF-16');
    const result = await fixture.accept({ entries: { [OPF]: Buffer.from(`\ufeff${source}`, 'utf16le') } });
    expect(result.publication.metadata.title).toBe('Ñandú en otoño');
    expect(text(unzipSync(await readFile(result.editionPath))[OPF])).toContain('<dc:title>Ñandú en otoño</dc:title>');
  });

  function withFallback(): EpubSpec {
    const spec: EpubSpec = {
      chapters: [
        { path: 'l.jpg', mediaType: 'image/jpeg', document: new Uint8Array([0xff, 0xd8, 0xff]) },
        { path: 'x.pdf', mediaType: 'application/pdf', document: 'x' },
      ],
      files: [
        { id: 'otro', path: 'otro.xhtml', content: xhtmlPage('O', '<p>o</p>'), mediaType: 'application/xhtml+xml' },
      ],
    };
    return withPackage((source) => source.replace('media-type="application/pdf"', '$& fallback="otro"'), spec);
  }

  /** Renames `x1.xhtml` to `c1.xhtml` in both headers, so that two entries have one name. */
  function patchedName(bytes: Uint8Array): Uint8Array {
    return patched(bytes, [...Buffer.from('OEBPS/x1.xhtml')], 0, [...Buffer.from('OEBPS/c1.xhtml')]);
  }
});
