import { describe, expect, it } from 'vitest';
import { PackageInvalid, parsePackage } from './opf.ts';
import { packageMetadata, uniqueIdentifier } from './package-metadata.ts';

const opf = (metadata: string, manifest = '', spine = '<itemref idref="a"/>', attributes = ''): string =>
  `<package xmlns="http://www.idpf.org/2007/opf" xmlns:opf="http://www.idpf.org/2007/opf" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata}</metadata><manifest>${manifest}</manifest><spine${attributes}>${spine}</spine></package>`;

const metadataOf = (metadata: string, attributes = ''): ReturnType<typeof packageMetadata> =>
  packageMetadata(parsePackage(opf(metadata, '', undefined, attributes)));

describe('parsePackage', () => {
  it('reads manifest, spine and guide', () => {
    const source = opf(
      '',
      '<item id="a" href="a.xhtml" media-type="application/xhtml+xml" properties="nav svg"/><item id="b" href="b.pdf" media-type="application/pdf" fallback="a"/>',
      '<itemref idref="a"/><itemref idref="b" linear="no" properties="page-spread-left"/>',
      ' toc="ncx" page-progression-direction="rtl"',
    ).replace('</package>', '<guide><reference type="cover" href="c.xhtml"/></guide></package>');
    expect(parsePackage(source)).toMatchObject({
      manifest: [
        { id: 'a', href: 'a.xhtml', properties: ['nav', 'svg'], fallback: null },
        { id: 'b', href: 'b.pdf', properties: [], fallback: 'a' },
      ],
      spine: [
        { idref: 'a', linear: true, cfi: '/6/2' },
        { idref: 'b', linear: false, cfi: '/6/4', properties: ['page-spread-left'] },
      ],
      ncxId: 'ncx',
      direction: 'rtl',
      guide: [{ type: 'cover', href: 'c.xhtml' }],
    });
  });

  it('accepts ids and references with spaces around them, which XML allows', () => {
    const source = opf(
      '<dc:title xml:id=" t ">Uno</dc:title><dc:identifier id="uid ">x</dc:identifier>',
      '<item id=" a" href="a.pdf" media-type="application/pdf" fallback="b "/><item xml:id="b\n" href="b.xhtml" media-type="application/xhtml+xml"/>',
      '<itemref idref="a " id=" r "/>',
      ' toc=" ncx "',
    ).replace('unique-identifier="uid"', 'unique-identifier=" uid"');
    const { manifest, spine, ncxId, metadata, uniqueIdentifierId } = parsePackage(source);
    expect(manifest.map(({ id, fallback }) => [id, fallback])).toEqual([
      ['a', 'b'],
      ['b', null],
    ]);
    expect(spine).toMatchObject([{ idref: 'a', cfi: '/6/2[r]' }]);
    expect([ncxId, uniqueIdentifierId, ...metadata.map(({ id }) => id)]).toEqual(['ncx', 'uid', 't', 'uid']);
  });

  it.each([
    ['malformed', '<package>'],
    ['package', '<html/>'],
    ['metadata', opf('').replace(/<metadata.*<\/metadata>/, '')],
    ['manifest', opf('').replace('<manifest></manifest>', '')],
    ['spine', opf('').replace(/<spine.*<\/spine>/, '')],
    ['empty-spine', opf('', '', '')],
    ['dtd', `<!DOCTYPE package [<!ENTITY a "b">]>${opf('')}`],
  ])('says what is wrong: %s', (fault, source) => {
    expect(() => parsePackage(source)).toThrow(expect.objectContaining({ constructor: PackageInvalid, fault }));
  });

  it('accepts a package without a namespace (OEB 1) and with a public DTD', () => {
    const source =
      '<!DOCTYPE package PUBLIC "x" "y"><package><metadata/><manifest/><spine><itemref idref="a"/></spine></package>';
    expect(parsePackage(source).spine).toHaveLength(1);
  });
});

describe('packageMetadata', () => {
  it('reads EPUB 3 metadata', () => {
    expect(
      metadataOf(
        '<dc:title id="t1">Colección</dc:title><dc:title id="t2">Obra</dc:title><meta refines="#t2" property="title-type">main</meta>' +
          '<dc:creator id="a">Ana</dc:creator><dc:creator id="b">Tradu</dc:creator><meta refines="#b" property="role">trl</meta><dc:creator>Beto</dc:creator>' +
          '<dc:language>es-CL</dc:language><dc:identifier>otro</dc:identifier><dc:identifier id="uid">el-id</dc:identifier>' +
          '<dc:date>2020</dc:date><dc:publisher>Sello</dc:publisher><dc:rights>Todos</dc:rights><dc:description> Una\n obra </dc:description>' +
          '<meta property="dcterms:modified">2021-01-01T00:00:00Z</meta><meta property="rendition:layout">pre-paginated</meta>' +
          '<meta property="rendition:spread">none</meta><meta property="rendition:orientation">portrait</meta>',
        ' page-progression-direction="ltr"',
      ),
    ).toEqual({
      title: 'Obra',
      creator: 'Ana, Beto',
      description: 'Una obra',
      pubdate: '2020',
      publisher: 'Sello',
      identifier: 'el-id',
      language: 'es-CL',
      rights: 'Todos',
      modifiedDate: '2021-01-01T00:00:00Z',
      layout: 'pre-paginated',
      orientation: 'portrait',
      flow: null,
      viewport: null,
      spread: 'none',
      direction: 'ltr',
    });
  });

  it('reads EPUB 2 roles and dates', () => {
    expect(
      metadataOf(
        '<dc:title>T</dc:title><dc:creator opf:role="trl">X</dc:creator><dc:creator opf:role="aut">Y</dc:creator>' +
          '<dc:date opf:event="modification">2021</dc:date><dc:date opf:event="creation">2018</dc:date><dc:date opf:event="publication">2019</dc:date>',
      ),
    ).toMatchObject({ creator: 'Y', pubdate: '2019', modifiedDate: '2021', language: 'es', layout: 'reflowable' });
  });

  it('is null without a title', () => {
    expect(metadataOf('<dc:title> </dc:title>')).toBeNull();
  });

  it('keeps markup as plain text, and truncates long values', () => {
    expect(metadataOf(`<dc:title>&lt;b&gt;${'x'.repeat(2000)}</dc:title>`)?.title).toBe(`<b>${'x'.repeat(997)}`);
  });

  it('falls back to the first identifier', () => {
    expect(uniqueIdentifier(parsePackage(opf('<dc:identifier>uno</dc:identifier>')))).toBe('uno');
  });
});
