import type { AdminEdition, PageReviewBody } from '@cuentos/contract/editions';
import type { ChangedPart } from '@cuentos/contract/parts';
import { describe, expect, it } from 'vitest';
import { get, refusal } from '../../../testing/calls.ts';
import type { SignedIn } from '../../../testing/fixtures.ts';
import { admin, audits, epub, onSale, other, stageParts, test, upload, writter } from './testing/parts-fixture.ts';
import { worseText } from './texts.ts';

stageParts();

const place: PageReviewBody['places'][number] = {
  ...{ path: 'OEBPS/c1.xhtml', chapter: 'Uno', cfi: 'epubcfi(/6/2!/4/2,/1:0,/1:5)', excerpt: 'Érase una vez' },
  ...{ words: 3, fault: 'off-page', looks: ['phone', 'phone-dark'] },
};
const found = (seen: number, places = [place]): PageReviewBody => ({
  ...{ words: 1200, seen, repeated: 0, app_version: 'review-edition-1.js', places },
});

const keep = (as: SignedIn, edition: string, payload: object) =>
  test.app.inject({ method: 'PUT', url: `/api/admin/editions/${edition}/page_review`, headers: as.headers, payload });
const publish = (edition: string, query = '') =>
  test.app.inject({ method: 'POST', url: `/api/admin/editions/${edition}/publish${query}`, headers: admin.headers });

/** Makes a part on sale with another edition that waits for publication. */
async function stageEditions() {
  const part = await onSale();
  const { edition } = (await upload(admin, part.id, epub({ title: 'Otra' }))).json<ChangedPart>();
  const list = async () =>
    (await get(test, `/api/admin/book_parts/${part.id}/editions`, admin.headers)).json<AdminEdition[]>();
  const published = (await list()).find(({ state }) => state === 'published')!.id;
  return { part, published, pending: edition!.id, list };
}

describe('the result of a page review', () => {
  it('is stored with its edition, names the reviewer and the time, and is replaced by the next one', async () => {
    const { pending, list } = await stageEditions();
    expect((await list()).map(({ page_review: review }) => review)).toEqual([null, null]);
    await keep(admin, pending, found(1197));
    const answer = (await keep(writter, pending, found(1200, []))).json<AdminEdition>();
    const review = { ...found(1200, []), reviewer: writter.user.name, reviewed_at: expect.any(String) as string };
    expect(answer.page_review).toEqual(review);
    expect((await list()).find(({ id }) => id === pending)?.page_review).toEqual(review);
    expect((await audits(pending)).filter((action) => action === 'edition.reviewed')).toHaveLength(2);
  });

  it('is stored only by editors of the book, and deleted with its edition', async () => {
    const { pending } = await stageEditions();
    expect(refusal(await keep(other, pending, found(1200))).code).toBe('edition_not_found');
    expect(refusal(await keep(admin, crypto.randomUUID(), found(1200))).code).toBe('edition_not_found');
    await keep(admin, pending, found(1200));
    await test.app.inject({ method: 'DELETE', url: `/api/admin/editions/${pending}`, headers: admin.headers });
    const rows = await test.ports.db.read
      .selectFrom('page_reviews')
      .where('edition_id', '=', pending)
      .selectAll()
      .execute();
    expect(rows).toEqual([]);
  });

  it.each([
    ['more words seen than there are', found(1201)],
    ['a fault that does not exist', { ...found(1), places: [{ ...place, fault: 'ugly' }] }],
    [
      'more places than are shown',
      found(
        1,
        Array.from({ length: 61 }, () => place),
      ),
    ],
    ['an excerpt as long as a page', { ...found(1), places: [{ ...place, excerpt: 'a'.repeat(201) }] }],
  ])('is refused with %s', async (_, body) => {
    const { pending } = await stageEditions();
    expect((await keep(admin, pending, body)).statusCode).toBe(422);
  });
});

describe('publishing an edition that shows fewer words', () => {
  it('asks for confirmation, and changes nothing before', async () => {
    const { part, published, pending, list } = await stageEditions();
    await keep(admin, published, found(1200, []));
    await keep(admin, pending, found(1188));
    const answer = refusal(await publish(pending));
    expect(answer).toMatchObject({ status: 409, code: 'pages_worse' });
    expect(answer.detail).toBe('En esta edición no se ven bien 12 palabras; en la publicada, se ven todas.');
    expect((await list()).find(({ id }) => id === published)?.state).toBe('published');
    expect((await publish(pending, '?worse_confirmed=true')).json()).toMatchObject({ id: pending, state: 'published' });
    expect(await audits(pending)).toContain('edition.published');
    // Publishing the better edition again asks no question.
    expect((await publish(published)).statusCode).toBe(200);
    expect(part.id).toBeTruthy();
  });

  it('does not ask while one of the editions has no review', async () => {
    const { pending } = await stageEditions();
    await keep(admin, pending, found(1));
    expect((await publish(pending)).statusCode).toBe(200);
  });
});

it('uses the singular for one word', () => {
  expect(worseText(1, 2)).toBe('En esta edición no se ve bien 1 palabra; en la publicada, 2 palabras.');
  expect(worseText(2, 1)).toBe('En esta edición no se ven bien 2 palabras; en la publicada, 1 palabra.');
});
