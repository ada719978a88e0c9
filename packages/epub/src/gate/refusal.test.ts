import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CENTRAL, encryptionXml, GateFixture, OPF, patched, withPackage } from '../testing/gate-fixture.ts';
import { epubEntries, inFolder, makeEpub, type EpubSpec, zipEntries } from '../testing/make-epub.ts';
import { prepareEdition, type GateOptions } from './prepare-edition.ts';
import type { Refusal, RefusalReason } from './refusal.ts';

const DTD = '<!DOCTYPE x [<!ENTITY a "b">]>';
const LOCAL = [0x50, 0x4b, 3, 4];

let fixture: GateFixture;
beforeEach(async () => {
  fixture = await GateFixture.create();
});
afterEach(async () => {
  await fixture.remove();
});

describe('refusals', () => {
  const cases: [string, RefusalReason, Refusal['detail'], () => Uint8Array | EpubSpec][] = [
    ['no bytes', 'empty', {}, () => new Uint8Array()],
    ['another file', 'not-a-zip', {}, () => new TextEncoder().encode('Esto no es un EPUB.')],
    ['a PDF', 'not-a-zip', { what: 'pdf' }, () => Buffer.from('%PDF-1.7\n')],
    ['a book of Kindle', 'not-a-zip', { what: 'kindle' }, () => Buffer.from(`${'x'.repeat(60)}BOOKMOBI`)],
    ['a document of an old Word', 'not-a-zip', { what: 'word' }, () => Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['a document of Word', 'no-container', { what: 'word' }, () => zipEntries(new Map([['word/document.xml', 'x']]))],
    [
      'pictures',
      'no-container',
      { what: 'pictures' },
      () =>
        zipEntries(
          new Map([
            ['01.JPG', 'x'],
            ['02.png', 'x'],
            ['__MACOSX/x', 'x'],
          ]),
        ),
    ],
    [
      'notes',
      'no-container',
      {},
      () =>
        zipEntries(
          new Map([
            ['01.jpg', 'x'],
            ['notas.txt', 'x'],
          ]),
        ),
    ],
    ['a cut file', 'corrupt-zip', {}, () => makeEpub().subarray(0, 900)],
    ['a wrong CRC', 'corrupt-zip', { file: 'OEBPS/c1.xhtml' }, () => wrongCrc()],
    ['password', 'encrypted-zip', { file: 'OEBPS/c1.xhtml' }, () => encrypted()],
    ['another method', 'unsupported-zip', { file: 'mimetype' }, () => patched(makeEpub(), CENTRAL, 10, [14])],
    ['no container', 'no-container', {}, () => ({ entries: { 'META-INF/container.xml': null } })],
    [
      'another mimetype',
      'not-an-epub',
      { what: 'application/zip' },
      () => ({ entries: { mimetype: 'application/zip' } }),
    ],
    ['a climbing name', 'unsafe-path', { file: '../a.txt' }, () => ({ entries: { '../a.txt': 'x' } })],
    ['an absolute name', 'unsafe-path', { file: '/a.txt' }, () => ({ entries: { '/a.txt': 'x' } })],
    ['a drive name', 'unsafe-path', { file: 'C:/a.txt' }, () => ({ entries: { 'C:/a.txt': 'x' } })],
    ['a climbing backslash', 'unsafe-path', { file: 'a/../b.txt' }, () => ({ entries: { 'a\\..\\b.txt': 'x' } })],
    [
      'two names of one file',
      'unsafe-path',
      { file: 'a/b.txt' },
      () => ({ entries: { 'a\\b.txt': 'x', 'a/b.txt': 'y' } }),
    ],
    [
      'a folder that is not alone',
      'no-container',
      { file: 'Libro/META-INF/container.xml', what: 'folder' },
      () => zipEntries(new Map([...inFolder('Libro'), ['notas.txt', 'x']])),
    ],
    ['a line end in a name', 'unsafe-path', { file: 'a\nb' }, () => ({ entries: { 'a\nb': 'x' } })],
    ['a long name', 'unsafe-path', { file: 'a'.repeat(200) }, () => ({ entries: { ['a'.repeat(1001)]: 'x' } })],
    ['a link', 'unsafe-path', { file: 'mimetype' }, () => patched(makeEpub(), CENTRAL, 40, [0xff, 0xa1])],
    ['a climbing rootfile', 'unsafe-path', { file: '../../x.opf' }, () => container('../../x.opf')],
    [
      'a climbing manifest item',
      'unsafe-path',
      { file: '../../x' },
      () => withPackage((s) => s.replace('c1.xhtml', '../../x')),
    ],
    [
      'a broken container',
      'bad-container',
      { file: 'META-INF/container.xml', what: 'malformed' },
      () => ({ entries: { 'META-INF/container.xml': '<a>' } }),
    ],
    [
      'an empty container',
      'bad-container',
      { file: 'META-INF/container.xml', what: 'rootfile' },
      () => ({ entries: { 'META-INF/container.xml': '<a/>' } }),
    ],
    ['no package', 'opf-missing', { file: 'OEBPS/falta.opf' }, () => container('OEBPS/falta.opf')],
    ['a broken package', 'bad-opf', { file: OPF, what: 'malformed' }, () => withPackage((s) => s.slice(0, 300))],
    [
      'an empty spine',
      'bad-opf',
      { file: OPF, what: 'empty-spine' },
      () => withPackage((s) => s.replace(/<itemref[^>]*>/, '')),
    ],
    [
      'no title',
      'bad-opf',
      { file: OPF, what: 'title' },
      () => withPackage((s) => s.replace(/<dc:title>.*<\/dc:title>/, '')),
    ],
    [
      'an unknown idref',
      'bad-opf',
      { file: OPF, what: 'nadie' },
      () => withPackage((s) => s.replace('idref="c1"', 'idref="nadie"')),
    ],
    [
      'a missing chapter',
      'missing-resource',
      { file: 'OEBPS/c1.xhtml' },
      () => ({ entries: { 'OEBPS/c1.xhtml': null } }),
    ],
    [
      'nothing that can be shown',
      'missing-resource',
      { file: 'OEBPS/a.pdf' },
      () => ({ chapters: [{ path: 'a.pdf', mediaType: 'application/pdf', document: 'x' }] }),
    ],
    [
      'entities in the container',
      'unsafe-xml',
      { file: 'META-INF/container.xml', what: 'dtd' },
      () => ({ entries: { 'META-INF/container.xml': `${DTD}<a/>` } }),
    ],
    [
      'entities in the package',
      'unsafe-xml',
      { file: OPF },
      () => withPackage((s) => s.replace('<package', `${DTD}<package`)),
    ],
    [
      'entities in the encryption file',
      'unsafe-xml',
      { file: 'META-INF/encryption.xml' },
      () => ({ entries: { 'META-INF/encryption.xml': `${DTD}<a/>` } }),
    ],
    [
      'encrypted chapters',
      'drm',
      { what: 'http://www.w3.org/2001/04/xmlenc#aes128-cbc' },
      () => ({
        entries: {
          'META-INF/encryption.xml': encryptionXml('http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'OEBPS/c1.xhtml'),
        },
      }),
    ],
    ...['META-INF/rights.xml', 'META-INF/sinf.xml', 'META-INF/license.lcpl'].map(
      (file): [string, RefusalReason, Refusal['detail'], () => EpubSpec] => [
        file,
        'drm',
        { file },
        () => ({ entries: { [file]: '<a/>' } }),
      ],
    ),
  ];

  it.each(cases)('%s: %s', async (_name, reason, detail, book) => {
    expect(await fixture.gate(book())).toEqual({ accepted: false, reason, detail });
    expect(await fixture.leftovers()).toEqual([]);
  });

  const limits: [string, GateOptions['limits'], Refusal['detail'], () => Uint8Array | EpubSpec][] = [
    ['file', { fileBytes: 500 }, { limit: 500 }, () => ({})],
    ['entries', { entries: 3 }, { limit: 3 }, () => ({})],
    [
      'expanded size',
      { ratioFloorBytes: 1000, ratio: 2 },
      {},
      () => ({ files: [{ path: 'a.txt', content: 'a'.repeat(50_000), mediaType: 'text/plain' }] }),
    ],
    [
      'document',
      { documentBytes: 600 },
      { file: 'OEBPS/c1.xhtml', limit: 600 },
      () => ({ chapters: [{ html: 'a'.repeat(700) }] }),
    ],
    ['package', { packageBytes: 100 }, { file: 'META-INF/container.xml', limit: 100 }, () => ({})],
    ['declared size, which lies', {}, { file: 'OEBPS/c1.xhtml' }, () => lyingSize()],
  ];
  it.each(limits)('too-large: %s', async (_name, limit, detail, book) => {
    expect(await fixture.gate(book(), { limits: limit ?? {} })).toEqual({
      accepted: false,
      reason: 'too-large',
      detail,
    });
    expect(await fixture.leftovers()).toEqual([]);
  });

  it('corrupt-zip: entries that share bytes', async () => {
    const bytes = makeEpub();
    const central = Buffer.from(bytes).indexOf(Buffer.from(CENTRAL));
    const copy = Buffer.from(bytes);
    const second = copy.indexOf(Buffer.from(CENTRAL), central + 1);
    copy.copy(copy, second + 42, central + 42, central + 46);
    expect(await fixture.gate(copy)).toMatchObject({ accepted: false, reason: 'corrupt-zip' });
  });

  it('leaves other files of the directory alone', async () => {
    await fixture.accept({});
    await writeFile(join(fixture.outDir, 'otro.txt'), 'x');
    await fixture.gate({ entries: { 'OEBPS/c1.xhtml': null } });
    expect(await fixture.leftovers()).toEqual(['otro.txt']);
  });

  function container(path: string): EpubSpec {
    const source = String(epubEntries().get('META-INF/container.xml')).replace(OPF, path);
    return { entries: { 'META-INF/container.xml': source } };
  }

  function wrongCrc(): Uint8Array {
    const bytes = Buffer.from(makeEpub());
    const at = bytes.lastIndexOf('OEBPS/c1.xhtml') - 46;
    bytes.writeUInt32LE(0, at + 16);
    return bytes;
  }

  function encrypted(): Uint8Array {
    const bytes = Buffer.from(makeEpub());
    bytes[bytes.lastIndexOf('OEBPS/c1.xhtml') - 46 + 8] = 1;
    return bytes;
  }

  function lyingSize(): Uint8Array {
    const bytes = Buffer.from(makeEpub({ chapters: [{ html: 'a'.repeat(100_000) }] }));
    const at = bytes.lastIndexOf('OEBPS/c1.xhtml') - 46;
    bytes.writeUInt32LE(100, at + 24);
    return bytes;
  }
});

describe('aborting the gate', () => {
  it('rejects with the reason of the signal and leaves no file', async () => {
    const controller = new AbortController();
    const running = fixture.gate(
      { chapters: Array.from({ length: 300 }, () => ({ html: '<p>x</p>' })) },
      { signal: controller.signal },
    );
    setTimeout(() => controller.abort(new Error('basta')), 20);
    await expect(running).rejects.toThrow('basta');
    expect(await fixture.leftovers()).toEqual([]);
  });

  it('throws instead of refusing the book when the file cannot be read', async () => {
    await expect(prepareEdition(join(fixture.directory, 'falta.epub'), fixture.outDir)).rejects.toThrow('ENOENT');
  });
});

it('the gate trusts the zip directory, not the local headers', async () => {
  expect(await fixture.gate(patched(makeEpub(), LOCAL, 8, [14]))).toMatchObject({ accepted: true });
});
