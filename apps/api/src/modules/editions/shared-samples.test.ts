import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenSample } from '@cuentos/contract/reading';
import { longProof } from '@cuentos/domain/testing/long-proof';
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

/** Each book takes two seconds, so the daily tests take some of each folder. */
const proof = longProof('sample-border', 0);
const chosen = proof.count > 0 ? files : files.filter((_, index) => index % 7 === 0);

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());

/** Sells a book as the only part of one in the shop. @returns null when the gate refuses it */
async function sell(file: string): Promise<{ partId: string; editionId: string } | null> {
  const book = await ingestEpub({ ...test.ports, images: test.services.images }, file);
  if ('accepted' in book) return null;
  const { id: partId } = await addPart(test, (await addBook(test)).id);
  return { partId, editionId: await addEdition(test, partId, book) };
}

const addressOf = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** Callers without an entitlement: a visitor, an owner of another book, a reader whose entitlement was revoked. */
async function strangers(partIds: readonly string[]): Promise<Record<string, string>[]> {
  const neighbour = await addReader(test);
  await give(test, neighbour.user.id, partIds[0]!);
  const former = await addReader(test);
  const end = test.clock.time + 1000;
  for (const id of partIds) await give(test, former.user.id, id, { source: 'early_access', expiresAt: end });
  test.clock.time = end;
  return [{}, neighbour.headers, { ...former.headers, range: 'bytes=0-' }];
}

describe.skipIf(files.length === 0)('real and hostile books', () => {
  it(
    'give a caller without an entitlement only the files of their samples',
    async () => {
      const sold = [];
      for (const file of chosen) {
        const part = await sell(file);
        if (part) sold.push({ file: basename(file), ...part });
      }
      // The first book is the one that the neighbour owns, so its files are not requested.
      const own = await sell(chosen[0]!);
      await createSampleJob(test.ports).run(new AbortController().signal);
      const asking = await strangers([own!.partId, ...sold.map(({ partId }) => partId)]);
      const figures = { books: sold.length, samples: 0, open: 0, closed: 0, refused: 0 };
      for (const { file, partId, editionId } of sold) {
        const resources = test.ports.db.read.selectFrom('edition_resources').select('path');
        const paths = (await resources.where('edition_id', '=', editionId).execute()).map(({ path }) => path);
        const answer = await get(test, `/api/samples/${partId}`);
        const sample = answer.statusCode === 200 ? answer.json<OpenSample & { publication: Publication }>() : null;
        const kept = new Map(sample?.publication.resources.map((each) => [each.path, each]));
        const sampleId = sample?.sample_id ?? partId;
        figures.samples += sample ? 1 : 0;
        for (const headers of asking) {
          const link = await get(test, `/api/book_part/download/${partId}`, headers);
          expect([401, 403, 404], file).toContain(link.statusCode);
        }
        for (const path of paths) {
          const address = addressOf(path);
          const found = kept.get(path);
          figures[found ? 'open' : 'closed'] += 1;
          for (const headers of asking) {
            const response = await get(test, `/api/samples/${sampleId}/resources/${address}`, headers);
            expect([response.statusCode, file, path]).toEqual([found ? 200 : 404, file, path]);
            if (found) expect(response.rawPayload.length, path).toBe(found.size);
            // The whole edition by its own address, and edition and sample in each other's place.
            for (const url of [
              `/api/editions/${editionId}/r/${address}`,
              `/api/editions/${sampleId}/r/${address}`,
              `/api/samples/${editionId}/resources/${address}`,
            ]) {
              const { statusCode } = await get(test, url, headers);
              expect([401, 403, 404], `${url} of ${file}`).toContain(statusCode);
              figures.refused += 1;
            }
          }
        }
      }
      console.info(JSON.stringify(figures));
      expect(figures.samples).toBeGreaterThan(figures.books / 4);
    },
    proof.timeout(120_000),
  );

  it.runIf(proof.count > 0)('every book was requested', () => {
    expect([...proof.runs()]).toEqual([0]);
  });
});
