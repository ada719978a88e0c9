import type { AdminPart } from '@cuentos/contract/parts';
import { makeEpub } from '@cuentos/epub/testing/make-epub';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../testing/build-test-app.ts';
import { addBook, addReader, type SignedIn } from '../../../../testing/fixtures.ts';
import { type FormFile, formOptions } from '../../../../testing/multipart.ts';

/** How many uploads are broken off. */
export let test: TestApp;
export let admin: SignedIn;
export let writter: SignedIn;
export let other: SignedIn;
export let bookId: string;
export let image: FormFile;
export const epub = (
  spec: Parameters<typeof makeEpub>[0] = {},
  name = 'libro.epub',
  type = 'application/epub+zip',
): FormFile => ({
  content: makeEpub(spec),
  name,
  type,
});

export let count = 0;
/** Fields of the form of a new part. */
export const fields = (changes: Record<string, string | undefined> = {}) => ({
  name: `Parte ${(count += 1)}`,
  value: '1490',
  release_date: '2026-11-01',
  ...changes,
});
export const create = async (as = admin, changes = {}, file: FormFile | undefined = image) =>
  test.app.inject(await formOptions('POST', `/api/admin/book_parts/${bookId}`, as, fields(changes), { image: file }));
export const made = async (as = admin, changes = {}) => (await create(as, changes)).json<AdminPart>();
export const change = async (
  as: SignedIn,
  id: string,
  changes: Record<string, string>,
  files: Record<string, FormFile> = {},
) => test.app.inject(await formOptions('PUT', `/api/admin/book_parts/${id}`, as, changes, files));
export const upload = async (as: SignedIn, id: string, file = epub(), changes = {}) =>
  change(as, id, changes, { ebook_file: file });
export const audits = async (subject: string) =>
  (await test.ports.db.read.selectFrom('audit_log').selectAll().where('subject', '=', subject).execute()).map(
    ({ action }) => action,
  );
export const onSale = async (as = admin): Promise<AdminPart> => {
  const part = await made(as);
  await upload(admin, part.id);
  return (await change(admin, part.id, { is_draft: 'false' })).json<AdminPart>();
};

/** Opens a shop with a book, an admin, the book's writter and another writter. */
export function stageParts(): void {
  beforeAll(async () => {
    test = await buildTestApp({ env: { MP_MIN_AMOUNT: '500', CONTACT_EMAIL: 'autora@ejemplo.cl' } });
    admin = await addReader(test, { role: 'admin' });
    [writter, other] = [await addReader(test, { role: 'writter' }), await addReader(test, { role: 'writter' })];
    const content = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#a52' } })
      .png()
      .toBuffer();
    image = { content, name: 'c.png', type: 'image/png' };
    bookId = (await addBook(test)).id;
    await test.ports.db.handle
      .insertInto('book_writers')
      .values({ book_id: bookId, user_id: writter.user.id })
      .execute();
  });
  afterAll(async () => test.close());
}
