import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GateFixture } from '../testing/gate-fixture.ts';
import { type EpubSpec, makeEpub } from '../testing/make-epub.ts';
import { adviceKindOf } from './advice-kind.ts';
import { adviseInChild } from './advise-in-child.ts';

let fixture: GateFixture;
beforeAll(async () => {
  fixture = await GateFixture.create();
});
afterAll(async () => fixture.remove());

async function fileOf(book: EpubSpec | Uint8Array): Promise<string> {
  const path = join(fixture.directory, 'advice.epub');
  await writeFile(path, book instanceof Uint8Array ? book : makeEpub(book));
  return path;
}

describe('advice of epubcheck', () => {
  it('lists problems by kind and file, with counts', async () => {
    const html = '<p><a href="nada.xhtml">uno</a> <a href="tampoco.xhtml">dos</a></p><p><blink>tres</blink></p>';
    const advice = await adviseInChild(await fileOf({ chapters: [{ html }] }));
    const links = advice.filter(({ kind }) => kind === 'advice-links');
    expect(links.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(2);
    expect(links.map(({ path }) => path)).toContain('OEBPS/c1.xhtml');
    expect(advice.map(({ kind }) => kind)).toContain('advice-markup');
  });

  it('that does not finish reports only that', async () => {
    expect(await adviseInChild(await fileOf({}), { timeoutMs: 1 })).toEqual([
      { kind: 'advice-unfinished', path: '', count: 1 },
    ]);
    expect(await adviseInChild(await fileOf(new Uint8Array(31 * 1024 * 1024)))).toMatchObject([
      { kind: 'advice-unfinished' },
    ]);
  });

  it('that cannot read the file logs no fault of the shop', async () => {
    const advice = await adviseInChild(await fileOf(new TextEncoder().encode('no soy un libro')));
    expect(advice.every(({ kind }) => kind.startsWith('advice-'))).toBe(true);
  });

  it.each([
    ['RSC-005', 'advice-markup'],
    ['RSC-012', 'advice-links'],
    ['OPF-014', 'advice-package'],
    ['XYZ-001', 'advice-other'],
  ])('%s is %s', (id, kind) => expect(adviceKindOf(id)).toBe(kind));
});
