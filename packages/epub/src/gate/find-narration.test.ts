import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { narrationPath, type SectionNarration } from '../container/narration.ts';
import { GateFixture } from '../testing/gate-fixture.ts';
import type { EpubSpec } from '../testing/make-epub.ts';
import { overlayFile, par, soundFile } from '../testing/make-narration.ts';
import { parseClock } from './smil.ts';

let fixture: GateFixture;
beforeEach(async () => {
  fixture = await GateFixture.create();
});
afterEach(async () => {
  await fixture.remove();
});

async function narrated(spec: EpubSpec) {
  const { publication, editionPath, warnings } = await fixture.accept(spec);
  const files = unzipSync(new Uint8Array(await readFile(editionPath)));
  const narrationOf = (section: number): SectionNarration | null => {
    const bytes = files[narrationPath(section)];
    expect(publication.resources.some(({ path }) => path === narrationPath(section))).toBe(bytes !== undefined);
    return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as SectionNarration) : null;
  };
  return { narrationOf, warnings };
}

const chapters = [
  { html: '<p id="a">uno</p><p id="b">dos</p>', mediaOverlay: 'mo' },
  { html: '<p id="c">tres</p>', mediaOverlay: 'mo' },
  { html: '<p>cuatro</p>' },
];

describe('the narration of a book', () => {
  it('is written for each narrated section, also when one file narrates several', async () => {
    const pars =
      par('c1.xhtml#a', 's/uno.wav', 'clipBegin="0s" clipEnd="0.2s"') +
      `<seq epub:type="footnotes">${par('c1.xhtml#b', 's/uno.wav', 'clipBegin="200ms"')}</seq>` +
      par('c2.xhtml#c', 's/dos.wav', '', 'pagebreak');
    const files = [overlayFile('mo', pars), soundFile('s/uno.wav', 0.4), soundFile('s/dos.wav', 0.2)];
    const { narrationOf, warnings } = await narrated({ chapters, files });
    expect(narrationOf(0)).toEqual({
      sounds: ['OEBPS/s/uno.wav'],
      clips: [
        ['a', 0, 0, 0.2, 0],
        ['b', 0, 0.2, null, 1],
      ],
    });
    expect(narrationOf(1)).toEqual({ sounds: ['OEBPS/s/dos.wav'], clips: [['c', 0, 0, null, 1]] });
    expect(narrationOf(2)).toBeNull();
    expect(warnings.filter(({ kind }) => kind.startsWith('narration'))).toEqual([]);
  });

  it('drops clips that cannot be played, counts them in a warning, and keeps the rest', async () => {
    const pars = [
      par('c1.xhtml#a', 'uno.wav', 'clipBegin="0:00:00" clipEnd="00:00.2"'),
      par('c1.xhtml#b', 'falta.wav', ''),
      par('c1.xhtml#b', 'https://example.org/uno.wav', ''),
      par('c1.xhtml#b', '../../../uno.wav', ''),
      par('c1.xhtml#b', 'c2.xhtml', ''),
      par('falta.xhtml#b', 'uno.wav', ''),
      par('c1.xhtml#b', 'uno.wav', 'clipBegin="1:99" clipEnd="3s"'),
      par('c1.xhtml#b', 'uno.wav', 'clipBegin="3s" clipEnd="2s"'),
      '<par><text src="c1.xhtml#b"/></par>',
    ].join('');
    const { narrationOf, warnings } = await narrated({
      chapters,
      files: [overlayFile('mo', pars), soundFile('uno.wav', 0.3)],
    });
    expect(narrationOf(0)?.clips).toEqual([['a', 0, 0, 0.2, 0]]);
    expect(warnings).toContainEqual({ kind: 'narration-clip', path: 'OEBPS/mo.smil', count: 7 });
  });

  it('that is missing or no XML gives a warning to the author, and the book is accepted', async () => {
    const missing = await narrated({ chapters });
    expect(missing.warnings).toContainEqual({ kind: 'narration-missing', path: 'OEBPS/c1.xhtml', count: 1 });
    const broken = { ...overlayFile('mo', ''), content: '<smil><body><par>' };
    const { narrationOf, warnings } = await narrated({ chapters, files: [broken] });
    expect(narrationOf(0)).toBeNull();
    expect(warnings).toContainEqual({ kind: 'narration-missing', path: 'OEBPS/c2.xhtml', count: 1 });
  });

  it('that refers to itself has no clips', async () => {
    const { narrationOf, warnings } = await narrated({
      chapters: [{ html: '<p>uno</p>', mediaOverlay: 'mo' }],
      files: [overlayFile('mo', par('mo.smil#x', 'mo.smil', ''))],
    });
    expect(narrationOf(0)).toBeNull();
    expect(warnings).toContainEqual({ kind: 'narration-clip', path: 'OEBPS/mo.smil', count: 1 });
  });

  it('of a hundred thousand paragraphs is kept, and further clips are dropped with a warning', async () => {
    const pars = Array.from({ length: 100_003 }, (_, n) => par(`c1.xhtml#p${n}`, 'u.wav', `clipBegin="${n}s"`)).join(
      '',
    );
    const { narrationOf, warnings } = await narrated({
      chapters,
      files: [overlayFile('mo', pars), soundFile('u.wav', 0.1)],
    });
    expect(narrationOf(0)?.clips).toHaveLength(100_000);
    expect(warnings).toContainEqual({ kind: 'narration-clip', path: 'OEBPS/mo.smil', count: 3 });
  });

  it('accepts times in every clock format', () => {
    const forms = {
      '1:02:03.5': 3723.5,
      '02:03': 123,
      '90.5': 90.5,
      '1.5h': 5400,
      '2min': 120,
      '3s': 3,
      '400ms': 0.4,
      'npt=4s': 4,
    };
    for (const [text, seconds] of Object.entries(forms)) expect(parseClock(text), text).toBeCloseTo(seconds);
    for (const text of ['', '1:60', 'x', '-1s', '1:2:3', '5 s', '1e3', 'Infinity'])
      expect(parseClock(text), text).toBeNull();
  });
});
