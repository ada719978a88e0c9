import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenSample } from '@cuentos/contract/reading';
import type { Publication } from '@cuentos/epub/container/publication';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get } from '../../testing/calls.ts';
import { addBook, addEdition, addPart, addReader, give } from '../../testing/fixtures.ts';
import { createSampleJob } from './make-samples.ts';
import { ingestEpub } from './service.ts';

const SHARED = fileURLToPath(new URL('../../../../../../shared/', import.meta.url));
const FOLDERS = ['epubs/libros', 'epubs/samples', 'epubs-bad'];
const files = FOLDERS.flatMap((folder) => {
  const path = join(SHARED, folder);
  if (!existsSync(path)) console.warn(`left out: the sample books are not beside the repository (${basename(path)})`);
  const names = existsSync(path) ? readdirSync(path) : [];
  return names.filter((name) => name.endsWith('.epub')).map((name) => join(path, name));
});

/** Each takes two seconds, so that every change is checked with some of each folder. */
const chosen = files.filter((_, index) => index % 7 === 0);

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());

/** A book as the only part of one in the shop, at a price; null when the gate refuses it. */
async function sell(file: string): Promise<{ partId: string; editionId: string } | null> {
  const book = await ingestEpub({ ...test.ports, images: test.services.images }, file);
  if ('accepted' in book) return null;
  const { id: partId } = await addPart(test, (await addBook(test)).id);
  return { partId, editionId: await addEdition(test, partId, book) };
}

const addressOf = (path: string) => path.split('/').map(encodeURIComponent).join('/');

describe.skipIf(files.length === 0)('real and hostile books', () => {
  it('give a stranger, and who owns another one, the files of their beginnings and no other', async () => {
    const sold = [];
    for (const file of chosen) {
      const part = await sell(file);
      if (part) sold.push({ file: basename(file), ...part });
    }
    await createSampleJob(test.ports).run(new AbortController().signal);
    const reader = await addReader(test);
    await give(test, reader.user.id, sold[0]!.partId);
    const figures = { books: sold.length, samples: 0, open: 0, closed: 0 };
    for (const { file, partId, editionId } of sold) {
      const own = test.ports.db.read.selectFrom('edition_resources').select('path');
      const paths = (await own.where('edition_id', '=', editionId).execute()).map(({ path }) => path);
      const answer = await get(test, `/api/samples/${partId}`);
      const sample = answer.statusCode === 200 ? answer.json<OpenSample & { publication: Publication }>() : null;
      const kept = new Map(sample?.publication.resources.map((each) => [each.path, each]));
      figures.samples += sample ? 1 : 0;
      for (const path of paths) {
        const url = `/api/samples/${sample?.sample_id ?? partId}/resources/${addressOf(path)}`;
        const found = kept.get(path);
        for (const headers of [{}, { ...reader.headers, range: 'bytes=0-' }]) {
          const response = await get(test, url, headers);
          expect([response.statusCode, file, path]).toEqual([found ? 200 : 404, file, path]);
          if (found) expect(response.rawPayload.length, path).toBe(found.size);
        }
        figures[found ? 'open' : 'closed'] += 1;
      }
    }
    console.info(JSON.stringify(figures));
    expect(figures.samples).toBeGreaterThan(figures.books / 4);
  }, 120_000);
});
