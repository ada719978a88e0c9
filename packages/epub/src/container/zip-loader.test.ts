import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { ResourceMissing } from './loader.ts';
import { PUBLICATION_PATH } from './publication.ts';
import { BrokenArchive, openEdition, openZip } from './zip-loader.ts';

const LONG = 'línea con eñe\n'.repeat(20_000);
const FILES = { mimetype: [strToU8('application/epub+zip'), { level: 0 }], 'OPS/año 1.xhtml': strToU8(LONG) } as const;

function zip(extra: Record<string, Uint8Array> = {}): Uint8Array<ArrayBuffer> {
  return zipSync({ ...FILES, ...extra } as unknown as Parameters<typeof zipSync>[0]) as Uint8Array<ArrayBuffer>;
}

describe('openZip', () => {
  test.each([
    ['bytes', (bytes: Uint8Array<ArrayBuffer>) => bytes.buffer],
    ['a blob', (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes])],
  ])('reads stored and deflated files from %s', async (_, make) => {
    const loader = await openZip(make(zip()));
    expect(await loader.text('mimetype')).toBe('application/epub+zip');
    expect(await loader.text('OPS/año 1.xhtml')).toBe(LONG);
    const blob = await loader.blob('OPS/año 1.xhtml', 'text/html');
    expect([blob.type, blob.size]).toEqual(['text/html', strToU8(LONG).length]);
  });

  test('names the missing file', async () => {
    const loader = await openZip(zip().buffer);
    await expect(loader.text('nada')).rejects.toThrow(ResourceMissing);
  });

  test('refuses a file that is no zip, and a truncated zip', async () => {
    await expect(openZip(strToU8('no soy un zip').buffer as ArrayBuffer)).rejects.toThrow(BrokenArchive);
    await expect(openZip(new ArrayBuffer(0))).rejects.toThrow(BrokenArchive);
    await expect(openZip(zip().slice(0, -30).buffer)).rejects.toThrow(BrokenArchive);
  });

  test('refuses a file that inflates to more bytes than the zip directory declares', async () => {
    const bytes = zip();
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length - 4; at += 1) {
      if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 1000)
        view.setUint32(at + 24, 1000, true);
    }
    const loader = await openZip(bytes.buffer);
    await expect(loader.text('OPS/año 1.xhtml')).rejects.toThrow(BrokenArchive);
  });

  test('refuses damaged data', async () => {
    const bytes = zip();
    bytes.fill(0xff, 100, 140);
    const loader = await openZip(bytes.buffer);
    await expect(loader.text('OPS/año 1.xhtml')).rejects.toThrow(BrokenArchive);
  });

  test('fails after it was closed', async () => {
    const loader = await openZip(zip().buffer);
    loader.close();
    await expect(loader.text('mimetype')).rejects.toThrow('closed');
  });
});

describe('openEdition', () => {
  test('returns the publication and a loader', async () => {
    const publication = { format: 1, sections: [], characters: 7 };
    const edition = await openEdition(zip({ [PUBLICATION_PATH]: strToU8(JSON.stringify(publication)) }).buffer);
    expect(edition.publication).toEqual(publication);
    expect(await edition.loader.text('mimetype')).toBe('application/epub+zip');
  });

  test('refuses a book without a publication record, and a record of another format', async () => {
    await expect(openEdition(zip().buffer)).rejects.toThrow(BrokenArchive);
    await expect(openEdition(zip({ [PUBLICATION_PATH]: strToU8('{"format":2}') }).buffer)).rejects.toThrow('format 2');
  });
});
