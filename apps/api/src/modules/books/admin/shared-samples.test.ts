import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChangedPart } from '@cuentos/contract/parts';
import { longProof } from '@cuentos/domain/testing/long-proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { refusal } from '../../../testing/calls.ts';
import { addBook, addPart, addReader, type SignedIn } from '../../../testing/fixtures.ts';
import { formOptions } from '../../../testing/multipart.ts';

const BAD = fileURLToPath(new URL('../../../../../../../shared/epubs-bad/', import.meta.url));
interface Sample {
  readonly file: string;
  readonly onDemand: boolean;
  readonly outcome: 'accepted' | 'rejected';
  readonly reason: string;
}
const samples = existsSync(join(BAD, 'expected.json'))
  ? (JSON.parse(readFileSync(join(BAD, 'expected.json'), 'utf8')) as Sample[]).filter(({ file }) =>
      existsSync(join(BAD, file)),
    )
  : [];
/** The gate's own test covers every file; here one file per reason shows that the upload reports the gate's refusal. */
const proof = longProof('hostile-books', 0);
const chosen =
  proof.count > 0
    ? samples
    : samples.filter((sample, index) => samples.findIndex(({ reason }) => reason === sample.reason) === index);

let test: TestApp;
let admin: SignedIn;
let bookId: string;
beforeAll(async () => {
  test = await buildTestApp();
  admin = await addReader(test, { role: 'admin' });
  bookId = (await addBook(test)).id;
});
afterAll(async () => test.close());

const left = async () => readdir(join(test.config.dataDir, 'files'), { recursive: true }).catch(() => []);

describe.skipIf(chosen.length === 0)('hostile EPUBs through the upload', () => {
  it.each(chosen)(
    '$file: $outcome $reason',
    async ({ file, outcome, reason }) => {
      const part = await addPart(test, bookId, { isDraft: true });
      const content = await readFile(join(BAD, file));
      const before = await left();
      const ebook = { content, name: 'libro.epub', type: 'application/epub+zip' };
      const response = await test.app.inject(
        await formOptions('PUT', `/api/admin/book_parts/${part.id}`, admin, {}, { ebook_file: ebook }),
      );
      expect(await readdir(join(test.config.dataDir, 'tmp'))).toEqual([]);
      if (response.statusCode === 200 && outcome === 'accepted') {
        expect(response.json<ChangedPart>().edition?.state).toBe('published');
        return;
      }
      const answer = refusal(response);
      expect([422, 413]).toContain(answer.status);
      expect(answer.detail).toMatch(/^El .+\.$/);
      if (answer.status === 422 && outcome === 'rejected') expect(answer.fields?.['reason']).toBe(reason);
      expect(await left()).toEqual(before);
      const editions = await test.ports.db.read
        .selectFrom('editions')
        .select('id')
        .where('part_id', '=', part.id)
        .execute();
      expect(editions).toEqual([]);
    },
    120_000,
  );

  it.runIf(proof.count > 0)('every hostile book was uploaded', () => {
    expect([...proof.runs()]).toEqual([0]);
  });
});
