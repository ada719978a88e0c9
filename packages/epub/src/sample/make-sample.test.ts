import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSections } from '../anchoring/anchor-places.ts';
import type { Loader } from '../container/loader.ts';
import { narrationPath } from '../container/narration.ts';
import type { Publication, TocEntry } from '../container/publication.ts';
import { openEdition } from '../container/zip-loader.ts';
import { cfiOfOffset, textOfCfi } from '../locator/text-range.ts';
import { GateFixture } from '../testing/gate-fixture.ts';
import type { EpubSpec } from '../testing/make-epub.ts';
import { overlayFile, par, soundFile } from '../testing/make-narration.ts';
import { makeSampleInChild } from './make-sample-in-child.ts';
import { makeSample, type Sample } from './make-sample.ts';

let gate: GateFixture;
let out: string;
beforeEach(async () => {
  gate = await GateFixture.create();
  out = await mkdtemp(join(tmpdir(), 'sample-'));
});
afterEach(async () => {
  await gate.remove();
  await rm(out, { recursive: true, force: true });
});

interface Made {
  readonly whole: Publication;
  readonly loader: Loader;
  readonly sample: Sample | null;
  /** Returns the text of a file of the sample. */
  text(path: string): Promise<string>;
}

async function make(spec: EpubSpec, share: number | null = null): Promise<Made> {
  const { editionPath } = await gate.accept(spec);
  const { publication: whole, loader } = await openEdition(new Uint8Array(await readFile(editionPath)).buffer);
  const sample = await makeSample(whole, loader, { outDir: out, share });
  const text = async (path: string): Promise<string> => {
    const file = sample?.publication.resources.find((each) => each.path === path);
    if (!file) throw new Error(`not in the sample: ${path}`);
    return file.hash === sample?.cutHash ? readFile(join(out, file.hash), 'utf8') : loader.text(path);
  };
  return { whole, loader, sample, text };
}

const paragraph = (word: string, length = 400): string => `<p>${`${word} `.repeat(length / (word.length + 1))}</p>`;
const many = (word: string, count: number): string =>
  Array.from({ length: count }, (_, n) => paragraph(`${word}${n}`)).join('');

/** A book in which every text after the cut says so. */
const STORY: EpubSpec = {
  cover: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chapters: [
    { html: '<h1>Portada</h1>' },
    { html: '<p>NOTAS SECRETO de toda la parte</p>', linear: false, path: 'notas.xhtml' },
    {
      head: '<link rel="stylesheet" href="one.css"/>',
      html:
        '<section title="uno"><h1 id="t">Capítulo</h1><blockquote>' +
        `${many('antes', 3)}<p>Una <img src="one.png" alt="dibujo"/><a href="c4.xhtml#x">nota</a>.</p>` +
        `${many('antes', 3)}<p>El final del comienzo.</p></blockquote><div><ul><li id="later">${'SECRETO '.repeat(60)}</li></ul>` +
        `<img src="two.png" alt="SECRETO"/></div>${many('SECRETO', 8)}</section>`,
    },
    { html: `<h1 id="x">SECRETO</h1><img src="two.png" alt="SECRETO"/>${many('SECRETO', 50)}` },
  ],
  contents: [
    { title: 'Portada', href: 'c1.xhtml' },
    { title: 'Capítulo', href: 'c3.xhtml#t', children: [{ title: 'SECRETO', href: 'c3.xhtml#later' }] },
    { title: 'SECRETO', href: 'c4.xhtml', children: [{ title: 'Aquí', href: 'c3.xhtml' }] },
    { title: 'SECRETO', href: 'notas.xhtml' },
  ],
  files: [
    { path: 'one.css', content: '@import "more/base.css"; p { color: red }', mediaType: 'text/css' },
    { path: 'more/base.css', content: 'p { background: url(../dot.svg) }', mediaType: 'text/css' },
    { path: 'dot.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>', mediaType: 'image/svg+xml' },
    { path: 'other.css', content: 'p::after { content: "SECRETO" }', mediaType: 'text/css' },
    { path: 'one.png', content: new Uint8Array([1]), mediaType: 'image/png' },
    { path: 'two.png', content: new Uint8Array([2]), mediaType: 'image/png' },
  ],
};

const titles = (entries: readonly TocEntry[]): string[] =>
  entries.flatMap(({ title, children }) => [title, ...titles(children)]);

describe('a sample', () => {
  it('contains the documents up to the cut and the files they load, and no other file', async () => {
    const { sample } = await make(STORY);
    expect(sample!.publication.resources.map(({ path }) => path.replace('OEBPS/', '')).toSorted()).toEqual([
      'c1.xhtml',
      'c3.xhtml',
      'dot.svg',
      'more/base.css',
      'one.css',
      'one.png',
    ]);
    expect(sample!.publication.coverPath).toBeNull();
  });

  it('contains nothing from after the cut: no text, contents entry, description or note', async () => {
    const { sample, text } = await make(STORY);
    expect(JSON.stringify(sample)).not.toContain('SECRETO');
    for (const { path } of sample!.publication.resources) expect(await text(path)).not.toContain('SECRETO');
    expect(titles(sample!.publication.toc)).toEqual(['Portada', 'Capítulo', 'Aquí']);
  });

  it('is the document up to a block with its elements closed, and nothing else', async () => {
    const { sample, loader, text } = await make(STORY);
    const path = 'OEBPS/c3.xhtml';
    const [cut, whole] = [await text(path), await loader.text(path)];
    const closing = /(?:<\/[a-z]+>)+$/.exec(cut)![0];
    expect(closing).toBe('</p></blockquote></section></body></html>');
    const keptText = cut.slice(0, -closing.length) + '</p>';
    expect(whole.startsWith(keptText)).toBe(true);
    const { characters, size, missing } = sample!.publication.sections[2]!;
    expect(missing).toBe(false);
    expect(size).toBe(Buffer.byteLength(cut));
    expect(sample!.publication.characters).toBe(sample!.publication.sections[0]!.characters + characters);
  });

  it.each([
    ['a table', 'table', (n: number) => `<tr><td>fila ${n}</td><td>${'palabra '.repeat(5)}</td></tr>`],
    ['a table in a table', 'table', (n: number) => `<tr><td><table><tr><td>fila ${n} algo</td></tr></table></td></tr>`],
    ['a list', 'ul', (n: number) => `<li><p>Punto ${n} de la lista</p></li>`],
    ['a numbered list', 'ol', (n: number) => `<li>Punto ${n} de la lista</li>`],
    ['a figure', 'figure', (n: number) => `<p>Línea ${n} de la lámina</p>`],
    ['a listing', 'pre', (n: number) => `<code>línea ${n} del programa\n</code>`],
    ['a glossary', 'dl', (n: number) => `<dt>Palabra ${n}</dt><dd>su significado</dd>`],
  ])('ends before or after %s and never inside it', async (_, element, piece) => {
    const count = 12;
    const inside = `<${element}>${Array.from({ length: count }, (__, n) => piece(n)).join('')}</${element}>`;
    const html = `<p>${'antes '.repeat(40)}</p>${inside}${many('resto', 12)}`;
    const pieces = new Set<number>();
    for (let share = 4; share <= 30; share += 2) {
      const { text } = await make({ chapters: [{ html }] }, share);
      pieces.add((await text('OEBPS/c1.xhtml')).match(/fila|Punto|L[íi]nea|línea|Palabra/g)?.length ?? 0);
    }
    expect([...pieces].toSorted((one, other) => one - other)).toEqual([0, count]);
  });

  it('ends between two rows of a table that holds a whole chapter', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => `<tr><td>fila ${n} ${'palabra '.repeat(30)}</td></tr>`);
    const { text } = await make({ chapters: [{ html: `<table>${rows.join('')}</table>` }] }, 20);
    expect((await text('OEBPS/c1.xhtml')).match(/fila/g)).toHaveLength(8);
  });

  it('keeps the numbers and CFIs of sections, without sections outside the reading order', async () => {
    const { sample, whole } = await make(STORY);
    const of = ({ sections }: Publication) =>
      sections.slice(0, 3).map(({ index, cfi, path }) => ({ index, cfi, path }));
    expect(of(sample!.publication)).toEqual(of(whole));
    expect(sample!.publication.sections).toHaveLength(3);
    expect(sample!.publication.sections[1]).toMatchObject({ missing: true, size: 0 });
  });

  it('has places that lead to the same words in the whole edition, and back', async () => {
    const { sample, whole, loader, text } = await make(STORY);
    const inSample = await readSections(sample!.publication, { ...loader, text });
    const inWhole = await readSections(whole, loader);
    let places = 0;
    for (const [index, { cfi, text: part }] of inSample.sections.entries()) {
      for (let at = 0; at < part.text.length; at += 7) {
        const place = cfiOfOffset(cfi, part, at)!;
        const there = inWhole.sections[inWhole.sectionOf(place)]!.text;
        const [here, span] = [textOfCfi(place, part)!, textOfCfi(place, there)!];
        expect(inWhole.sectionOf(place)).toBe(index);
        expect(there.text.slice(span.from, span.from + 20).startsWith(part.text.slice(here.from, here.from + 20))).toBe(
          true,
        );
        expect(cfiOfOffset(cfi, there, span.from)).toBe(cfiOfOffset(cfi, part, here.from));
        places += 1;
      }
    }
    expect(places).toBeGreaterThan(200);
  });

  it('ends with a whole document where a section ends there, byte for byte as in the edition', async () => {
    const { sample, whole } = await make({
      chapters: [{ html: many('uno', 4) }, { html: many('dos', 60) }],
    });
    expect(sample!.cutHash).toBeNull();
    expect(sample!.publication.resources.map(({ hash }) => hash)).toEqual([whole.resources[0]!.hash]);
    expect(sample!.publication.characters).toBe(whole.sections[0]!.characters);
  });

  it.each<[string, string, RegExp]>([
    [
      'a figure',
      `<figure>${paragraph('uno')}<figcaption>${paragraph('dos')}</figcaption></figure>`,
      /dos <\/p><\/figcaption><\/figure><\/body>/,
    ],
    [
      'a row',
      `<table><tr><td>${paragraph('uno')}</td><td>${paragraph('dos')}</td></tr></table>`,
      /dos <\/p><\/td><\/tr>/,
    ],
    ['a line of text', '<p>uno <em>dos</em> <span>tres</span> cuatro</p>', /cuatro<\/p><\/body>/],
  ])('never ends inside %s, though it is longer than a tenth', async (_, html, end) => {
    const rest = paragraph('tres', 1_000);
    const { sample, text } = await make({ chapters: [{ html: html + rest }] });
    const cut = await text(sample!.publication.sections[0]!.path);
    expect(cut).toMatch(end);
    expect(cut).not.toContain('tres tres');
  });

  it('ends before a document that the spine names a second time', async () => {
    const twice = { itemrefId: 'a', path: 'c1.xhtml', html: '<p>uno</p>' };
    const { whole, sample } = await make({ chapters: [twice, twice, { html: many('dos', 60) }] });
    expect(new Set(whole.sections.map(({ path }) => path)).size).toBe(2);
    expect(sample!.publication.sections).toHaveLength(1);
  });

  it('does not exist where the part has one block, or no words', async () => {
    expect((await make({ chapters: [{ html: paragraph('uno') }] })).sample).toBeNull();
    expect((await make({ chapters: [{ html: '<hr/>' }] })).sample).toBeNull();
  });

  it.each([
    ['though its own text plays one', 'clipBegin="1s"'],
    ['nor of one whose clips are wrong', 'clipBegin="x" clipEnd="y"'],
  ])('has no narration, and no sound of it, %s', async (_, clip) => {
    const html = `<p id="a">antes <audio src="todo.wav"/><audio src="timbre.wav"/></p>${many('antes', 3)}`;
    const { whole, sample } = await make({
      chapters: [
        { html, mediaOverlay: 'mo' },
        { html: many('SECRETO', 60), mediaOverlay: 'mo' },
      ],
      files: [
        overlayFile('mo', par('c1.xhtml#a', 'otro.wav', 'clipEnd="1s"') + par('c2.xhtml', 'todo.wav', clip)),
        soundFile('todo.wav', 2),
        soundFile('otro.wav', 2),
        soundFile('timbre.wav', 0.1),
      ],
    });
    expect(whole.resources.map(({ path }) => path)).toContain(narrationPath(0));
    expect(sample!.publication.resources.map(({ path }) => path)).toEqual(['OEBPS/c1.xhtml', 'OEBPS/timbre.wav']);
  });

  it('is the same when a child process makes it', async () => {
    const { sample } = await make(STORY);
    expect(await makeSampleInChild(join(gate.outDir, 'edition.epub'), join(out, 'child'), { share: null })).toEqual(
      sample,
    );
    await expect(makeSampleInChild(join(out, 'none'), join(out, 'child'), { share: null })).rejects.toThrow(
      'making a sample failed',
    );
  });
});
