import { request as httpRequest } from 'node:http';
import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { PublicPart } from '@cuentos/contract/books';
import type { AdminEdition } from '@cuentos/contract/editions';
import type { AdminPart, ChangedPart } from '@cuentos/contract/parts';
import type { DownloadLink, OpenPart } from '@cuentos/contract/reading';
import type { WaitingRow } from '@cuentos/contract/today';
import { longProof, spread } from '@cuentos/domain/testing/long-proof';
import { describe, expect, it } from 'vitest';
import { get, refusal } from '../../../testing/calls.ts';
import { addReader, give, type SignedIn } from '../../../testing/fixtures.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { multipart } from '../../../testing/multipart.ts';
import {
  admin,
  audits,
  bookId,
  change,
  epub,
  made,
  onSale,
  other,
  stageParts,
  test,
  upload,
  writter,
} from './testing/parts-fixture.ts';

stageParts();

describe('uploading an EPUB', () => {
  const script = { chapters: [{ html: '<h1>Uno</h1><script>x()</script><p>Érase.</p>' }], language: null };
  it('answers with the edition and a report in plain Spanish; owners of a draft part can read it', async () => {
    const part = await made();
    const { edition, ebook } = (await upload(admin, part.id, epub(script))).json<ChangedPart>();
    expect(ebook).toBe(true);
    expect(edition).toMatchObject({ state: 'published', book_part_id: part.id });
    expect(edition!.report.map(({ kind, removed }) => [kind, removed])).toEqual(
      expect.arrayContaining([
        ['script', true],
        ['missing-language', false],
      ]),
    );
    for (const { text } of edition!.report) expect(text).toMatch(/^[A-ZÉÁ].+\.$/);
    const list = (await get(test, `/api/admin/book_parts/${part.id}/editions`, admin.headers)).json<AdminEdition[]>();
    expect(list).toEqual([edition]);
  });

  it.each([
    ['a text', { content: 'hola', name: 'x.txt', type: 'text/plain' }, 'not-an-epub'],
    ['a PDF of that type', { content: '%PDF-1.7', name: 'x.epub', type: 'application/epub+zip' }, 'not-a-zip'],
    ['nothing', { content: '', name: 'x.epub', type: 'application/octet-stream' }, 'empty'],
    ['a zip of another type', { content: 'PK', name: 'x.zip', type: 'application/zip' }, 'not-an-epub'],
  ])('refuses %s with "El archivo debe ser un formato EPUB válido." and leaves nothing', async (_, file, reason) => {
    const part = await made();
    const answer = refusal(await upload(admin, part.id, file));
    expect(answer).toMatchObject({ status: 422, code: 'book_refused', fields: { reason } });
    expect(answer.detail).toMatch(/^El archivo debe ser un formato EPUB válido\./);
    expect(await readdir(join(test.config.dataDir, 'tmp'))).toEqual([]);
    expect((await get(test, `/api/admin/book_parts/${part.id}/editions`, admin.headers)).json()).toEqual([]);
  });

  it('of a part on sale waits for an admin, who previews and publishes it', async () => {
    const part = await onSale(writter);
    const old =
      part.id &&
      (await get(test, `/api/admin/book_parts/${part.id}/editions`, admin.headers)).json<AdminEdition[]>()[0]!;
    for (const as of [writter, admin]) {
      const longer = { chapters: [{ html: '<p>Érase una vez.</p>' }] };
      const { edition, ebook } = (await upload(as, part.id, epub(longer))).json<ChangedPart>();
      expect([edition!.state, ebook]).toEqual(['pending', true]);
    }
    const pending = (await get(test, `/api/admin/book_parts?book_id=${bookId}`, writter.headers))
      .json<AdminPart[]>()
      .find(({ id }) => id === part.id)!.pending_edition_id!;
    const publicPart = async () =>
      (await get(test, `/api/book_part/${bookId}`)).json<PublicPart[]>().find(({ id }) => id === part.id);
    const before = await publicPart();
    const reader = await addReader(test);
    await give(test, reader.user.id, part.id);
    expect((await get(test, `/api/book_part/open/${part.id}`, reader.headers)).json<OpenPart>().edition_id).toBe(
      old && old.id,
    );
    const publish = async (as: SignedIn) =>
      test.app.inject({ method: 'POST', url: `/api/admin/editions/${pending}/publish`, headers: as.headers });
    expect(refusal(await publish(writter)).code).toBe('forbidden');
    expect((await publish(admin)).json()).toMatchObject({ id: pending, state: 'published' });
    expect((await get(test, `/api/book_part/open/${part.id}`, reader.headers)).json<OpenPart>().edition_id).toBe(
      pending,
    );
    // The part's facts in the shop are those of the published edition.
    const { characters } = JSON.parse(
      (
        await test.ports.db.read
          .selectFrom('editions')
          .select('publication')
          .where('id', '=', pending)
          .executeTakeFirstOrThrow()
      ).publication,
    ) as { characters: number };
    const after = await publicPart();
    expect([after?.characters, characters]).toEqual(['Érase una vez.'.length, 'Érase una vez.'.length]);
    expect(before?.characters).not.toBe(characters);
    expect(after?.accessibility?.statements).toContain('ways-of-reading-nonvisual-reading-readable');
    const now = (await upload(admin, part.id, epub({ title: 'Otra' }), { publish: 'true' })).json<ChangedPart>();
    expect(now.edition!.state).toBe('published');
    expect(await audits(pending)).toEqual(expect.arrayContaining(['edition.uploaded', 'edition.published']));
  });

  it('of a writter is mailed to the shop once, and counted in Hoy until it is published', async () => {
    const part = await onSale();
    const toldOf = async ({ name } = part) =>
      (await mailsTo(test, 'autora@ejemplo.cl')).filter(({ subject }) => subject.endsWith(name));
    const draft = await made(writter);
    await upload(writter, draft.id);
    expect(await toldOf(draft)).toEqual([]);
    const waiting = async () =>
      (await get(test, '/api/admin/today/waiting', admin.headers))
        .json<{ waiting: WaitingRow[] }>()
        .waiting.find(({ kind }) => kind === 'edition')?.count ?? 0;
    await upload(admin, part.id, epub(), { publish: 'true' });
    expect(await toldOf()).toEqual([]);
    const before = await waiting();
    const { edition } = (await upload(writter, part.id)).json<ChangedPart>();
    const [mail, ...others] = await toldOf();
    expect([mail?.template, others]).toEqual(['edition-waits', []]);
    expect(mail?.text).toContain(writter.user.name);
    expect(mail?.text).toContain(`/admin/book-parts?libro=${bookId}`);
    const counted = await waiting();
    expect(counted).toBe(before + 1);
    const archive = async (table: 'books' | 'book_parts', id: string, is_active: 0 | 1) =>
      test.ports.db.handle.updateTable(table).set({ is_active }).where('id', '=', id).execute();
    for (const [table, id, left] of [
      ['books', bookId, 0],
      ['book_parts', part.id, before],
    ] as const) {
      await archive(table, id, 0);
      expect(await waiting(), table).toBe(left);
      await archive(table, id, 1);
    }
    const url = `/api/admin/editions/${edition!.id}/publish`;
    await test.app.inject({ method: 'POST', url, headers: admin.headers });
    expect(await waiting()).toBe(counted - 1);
  });

  it("waits also as a writter's first EPUB of an active part", async () => {
    const part = await made(writter);
    await change(admin, part.id, { is_draft: 'false' });
    expect((await upload(writter, part.id)).json<ChangedPart>()).toMatchObject({
      ebook: false,
      edition: { state: 'pending' },
    });
  });
});

describe('preview', () => {
  it('shows a waiting edition with its files to admins and the assigned writter, and stores nothing', async () => {
    const part = await onSale();
    const { edition } = (await upload(admin, part.id, epub({ title: 'Nueva' }))).json<ChangedPart>();
    const reader = await addReader(test);
    await give(test, reader.user.id, part.id);
    for (const as of [admin, writter]) {
      const opened = (await get(test, `/api/admin/book_parts/open/${part.id}`, as.headers)).json<OpenPart>();
      expect([opened.edition_id, opened.position]).toEqual([edition!.id, null]);
      const { resources } = opened.publication as { resources: { path: string }[] };
      const file = `/api/editions/${edition!.id}/r/${resources[0]!.path}`;
      expect((await get(test, file, as.headers)).statusCode).toBe(200);
      expect(refusal(await get(test, file, reader.headers)).code).toBe('edition_not_found');
      expect(refusal(await get(test, file, other.headers)).code).toBe('edition_not_found');
      const link = (await get(test, `/api/admin/book_parts/download/${part.id}`, as.headers)).json<DownloadLink>();
      expect((await get(test, link.url)).rawPayload).toHaveLength(link.size);
    }
    const deliveries = await test.ports.db.read
      .selectFrom('deliveries')
      .selectAll()
      .where('part_id', '=', part.id)
      .execute();
    expect(deliveries).toEqual([]);
    for (const url of ['open', 'download'])
      expect(refusal(await get(test, `/api/admin/book_parts/${url}/${part.id}`, other.headers)).code).toBe(
        'part_not_found',
      );
    const foreign = (await onSale()).id;
    expect(
      refusal(await get(test, `/api/admin/book_parts/open/${foreign}?edition_id=${edition!.id}`, admin.headers)).code,
    ).toBe('edition_not_found');
    const bare = await made();
    expect(refusal(await get(test, `/api/admin/book_parts/open/${bare.id}`, admin.headers)).code).toBe(
      'part_without_ebook',
    );
  });
});

describe('an upload that its sender aborts', () => {
  const files = async () =>
    (await readdir(join(test.config.dataDir, 'files'), { recursive: true }))
      .filter((name) => name.includes('.'))
      .toSorted();
  const proof = longProof('aborted-uploads', 10);
  it(
    `at ${proof.count} random points leaves nothing`,
    async () => {
      if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = test.app.server.address() as AddressInfo;
      const part = await made();
      const noise = Buffer.from(Array.from({ length: 400_000 }, (_, n) => (n * 7919) % 251));
      const book = epub({ title: 'Abortada', files: [{ path: 'ruido.woff', content: noise, mediaType: 'font/woff' }] });
      const { payload, headers } = await multipart({ publish: 'true' }, { ebook_file: book });
      const before = await files();
      for (const run of proof.runs()) {
        const whole = run % 5 === 4;
        await new Promise<void>((resolve) => {
          const request = httpRequest({
            port,
            method: 'PUT',
            path: `/api/admin/book_parts/${part.id}`,
            headers: { ...admin.headers, ...headers, 'content-length': payload.length },
          });
          request.on('error', () => resolve());
          request.on('close', () => resolve());
          const sentBytes = whole ? payload.length : Math.floor(spread(run) * (payload.length - 1));
          request.write(payload.subarray(0, sentBytes));
          // The whole body was sent, so the gate is at work when the sender aborts.
          setTimeout(() => request.destroy(), spread(run * 7) * (whole ? 80 : 20));
        });
      }
      const tmp = async () => readdir(join(test.config.dataDir, 'tmp'));
      await expect.poll(tmp, { timeout: 20_000 }).toEqual([]);
      expect(
        await test.ports.db.read.selectFrom('editions').select('id').where('part_id', '=', part.id).execute(),
      ).toEqual([]);
      expect(await files()).toEqual(before);
      expect((await upload(admin, part.id, book)).statusCode).toBe(200);
    },
    proof.timeout(120_000),
  );
});
