import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adviseInChild } from '../advice/advise-in-child.ts';
import { openZip } from '../container/zip-loader.ts';
import { EDITION_FILE } from '../gate/prepare-edition.ts';
import { GateFixture, OPF, withPackage } from '../testing/gate-fixture.ts';
import type { EpubSpec } from '../testing/make-epub.ts';
import { addLastPage, NoEdition } from './add-last-page.ts';

const xhtml =
  '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="es"><head><title>Ex libris</title></head><body><h1>Ex libris</h1><p>Hola</p></body></html>';
const page = { name: 'ex-libris', xhtml };

let fixture: GateFixture;
beforeAll(async () => {
  fixture = await GateFixture.create();
});
afterAll(async () => fixture.remove());

/** The edition of a book, and a copy of it with the added page. */
async function both(spec: EpubSpec | Uint8Array): Promise<{ before: Buffer; after: Buffer; size: number }> {
  await fixture.accept(spec);
  const path = join(fixture.outDir, EDITION_FILE);
  const { stream, size } = await addLastPage(path, page);
  const after = await buffer(stream);
  return { before: await readFile(path), after, size };
}

/** Compressed bytes of each file by its path. */
function packedFiles(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = zip.readUInt32LE(end + 16);
  const files = new Map<string, string>();
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, header] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const hash = createHash('sha256').update(zip.subarray(start, start + size));
    files.set(zip.toString('utf8', at + 46, nameEnd), hash.digest('hex'));
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

const textIn = async (zip: Buffer, path: string): Promise<string> =>
  (await openZip(new Blob([new Uint8Array(zip)]))).text(path);

describe('a page added at the end of a book', () => {
  it('leaves every other file byte for byte as it is compressed, in its order', async () => {
    const { before, after, size } = await both({ chapters: [{ html: '<p>Uno</p>' }, { html: '<p>Dos</p>' }] });
    expect(after.length).toBe(size);
    const [old, added] = [packedFiles(before), packedFiles(after)];
    expect([...added.keys()]).toEqual([...old.keys(), 'OEBPS/ex-libris.xhtml']);
    for (const [path, hash] of old) if (path !== OPF) expect(added.get(path)).toBe(hash);
    expect(await textIn(after, 'OEBPS/ex-libris.xhtml')).toBe(xhtml);
    expect(after.toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip');
  });

  it('is the last item of manifest and spine, so that the elements before it keep their numbers', async () => {
    const { before, after } = await both({ chapters: [{ html: '<p>Uno</p>' }] });
    const [old, added] = [await textIn(before, OPF), await textIn(after, OPF)];
    const item = '<item id="ex-libris" href="ex-libris.xhtml" media-type="application/xhtml+xml"/>';
    const expected = old
      .replace('</manifest>', `${item}</manifest>`)
      .replace('</spine>', '<itemref idref="ex-libris"/></spine>');
    expect(added).toBe(expected);
  });

  it('takes another name if the book uses it, and the prefix of the package', async () => {
    const taken = withPackage(
      (source) => source.replace(/id="c1"/, 'id="ex-libris"').replace('idref="c1"', 'idref="ex-libris"'),
      {
        chapters: [{ html: '<p>Uno</p>' }],
      },
    );
    const { after } = await both(taken);
    expect(await textIn(after, OPF)).toContain('<itemref idref="ex-libris-2"/></spine>');
    expect(await textIn(after, 'OEBPS/ex-libris-2.xhtml')).toBe(xhtml);
  });

  it('passes the gate again, and epubcheck reports no problem that the book did not have', async () => {
    const { before, after } = await both({ chapters: [{ html: '<p>Uno</p>' }] });
    const adviceOf = async (zip: Buffer) => {
      const path = join(fixture.directory, 'checked.epub');
      await writeFile(path, zip);
      return adviseInChild(path);
    };
    const [old, added] = [await adviceOf(before), await adviceOf(after)];
    expect(added).toEqual(old);
    const { publication } = await fixture.accept(new Uint8Array(after));
    expect(publication.sections.at(-1)).toMatchObject({ path: 'OEBPS/ex-libris.xhtml', linear: true });
  });

  it('is refused for a file that is no edition', async () => {
    const path = join(fixture.directory, 'other.epub');
    await writeFile(path, 'no soy un libro');
    await expect(addLastPage(path, page)).rejects.toBeInstanceOf(NoEdition);
    expect(readdirSync(fixture.directory)).toContain('other.epub');
  });
});
