import { accents } from '@cuentos/domain/shop/accents';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  EditedSection,
  LegalDocument,
  LegalNews,
  LegalOverview,
  PublicShop,
  ShopIdentity,
} from '@cuentos/contract/shop';
import { originalWords } from '@cuentos/contract/shop-texts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { get } from '../../../testing/calls.ts';
import { addReader, type SignedIn } from '../../../testing/fixtures.ts';
import { recoverMail } from '../../mail/service.ts';
import { formOptions } from '../../../testing/multipart.ts';

let test: TestApp;
let admin: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  test = await buildTestApp({ env: { STORE_NAME: 'La tienda de prueba', SELLER_NAME: 'Ana Rojas' } });
  [admin, other] = [await addReader(test, { role: 'admin' }), await addReader(test, { role: 'admin' })];
});
afterAll(async () => {
  expect(await readdir(join(test.config.dataDir, 'tmp')).catch(() => [])).toEqual([]);
  await test.close();
});

const second = {
  store_name: 'La biblioteca ambulante de Vientolargo',
  mark_letters: 'BV',
  author_name: 'Maximiliana del Carmen Vientolargo y Pradosombra',
  author_noun: 'autora',
  portrait: null,
  quote: 'Escribo en los trasbordos.',
  biography: 'Fue telegrafista.\n\nPublica por su cuenta.',
  links: [{ name: 'Instagram', url: 'https://instagram.com/vientolargo' }],
  contact_email: 'hola@vientolargo.cl',
  accent: 'murta',
} satisfies ShopIdentity;

const read = async (section: string): Promise<EditedSection> =>
  (await get(test, `/api/admin/shop/${section}`, admin.headers)).json();
const send = async (method: 'PUT' | 'POST', url: string, payload: Record<string, unknown>, as = admin) =>
  test.app.inject({ method, url, headers: as.headers, payload });
const publish = async (section: string, value: object, revision?: number) =>
  send('PUT', `/api/admin/shop/${section}`, { revision: revision ?? (await read(section)).revision, value });
const publicShop = async (): Promise<PublicShop> => (await get(test, '/api/shop')).json();

describe('publishing a section', () => {
  it("starts from the environment's values, once", async () => {
    expect((await publicShop()).identity).toMatchObject({
      store_name: 'La tienda de prueba',
      author_name: '',
      accent: 'anil',
    });
    expect((await publicShop()).words).toEqual(originalWords);
    await publish('identity', second);
    await test.services.shop.open();
    expect((await publicShop()).identity).toEqual(second);
  });

  it('is visible at once in pages, mails, icons and the manifest', async () => {
    await publish('identity', second);
    expect(test.services.shop.seller.store_name).toBe(second.store_name);
    expect(test.services.shop.sender).toMatchObject({
      storeName: second.store_name,
      look: { accent: 'murta', markLetters: 'BV' },
    });
    expect((await get(test, '/manifest.webmanifest')).json()).toMatchObject({
      name: second.store_name,
      short_name: 'biblioteca',
      theme_color: '#86204a',
    });
    const drawing = (await get(test, '/icon.svg')).body;
    expect(drawing).toContain(`fill="${accents.murta.ink}"`);
    // Letters are drawn as outlines: equal letters give equal drawings, others differ.
    await publish('identity', { ...second, mark_letters: 'BA' });
    expect((await get(test, '/icon.svg')).body).not.toBe(drawing);
    const icon = await get(test, '/icon-192.png');
    expect(await sharp(icon.rawPayload).metadata()).toMatchObject({ format: 'png', width: 192, height: 192 });
  });

  it('rejects a stale edit: another person published since the form was opened', async () => {
    const { revision } = await read('words');
    const first = await publish('words', { ...originalWords, hero_title: 'Primera' }, revision);
    expect(first.statusCode).toBe(200);
    const late = await send('PUT', '/api/admin/shop/words', { revision, value: originalWords }, other);
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'shop_changed']);
    const draft = await send('PUT', '/api/admin/shop/words/draft', { revision, draft: { hero_title: 'x' } }, other);
    expect(draft.statusCode).toBe(409);
    expect((await publicShop()).words.hero_title).toBe('Primera');
  });

  it('is audited with the names of the fields and none of their values', async () => {
    const { revision } = (await publish('words', { ...originalWords, hero_title: 'Un título secreto' })).json<{
      revision: number;
    }>();
    const rows = await test.ports.db.read
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'shop.published')
      .where('subject', '=', 'words')
      .execute();
    const details = rows.map(({ detail }) => JSON.parse(detail) as object);
    expect(details).toContainEqual({ revision, fields: ['hero_title'] });
    expect(rows.every(({ actor_id }) => actor_id === admin.user.id)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('secreto');
  });
});

describe('a draft', () => {
  it('is stored, visible to its author alone, and can be discarded', async () => {
    await publish('words', originalWords);
    const { revision } = await read('words');
    const half = { ...originalWords, hero_title: '', faq: [{ question: '', answer: 'a' }] };
    const response = await send('PUT', '/api/admin/shop/words/draft', { revision, draft: half });
    expect(response.statusCode).toBe(200);
    expect((await read('words')).draft).toEqual(half);
    expect((await publicShop()).words.hero_title).toBe(originalWords.hero_title);
    await send('POST', '/api/admin/shop/words/discard', { revision: response.json<{ revision: number }>().revision });
    expect((await read('words')).draft).toBeNull();
  });
});

describe('bad input', () => {
  const wrong = async (section: string, value: object) => {
    const response = await publish(section, value);
    expect(response.statusCode).toBe(422);
    return response.json<{ fields: Record<string, string> }>().fields;
  };

  it('is reported with a sentence at its field', async () => {
    const { published } = await read('legal');
    expect(await wrong('legal', { ...(published as object), seller_tax_id: '12.345.678-4' })).toEqual({
      seller_tax_id: 'El dígito no corresponde. Para 12.345.678 debería ser 5.',
    });
    expect(await wrong('identity', { ...second, biography: 'a'.repeat(10_000) })).toEqual({
      biography: 'Puede tener hasta 1.200 caracteres.',
    });
    expect(await wrong('identity', { ...second, links: [{ name: 'x', url: 'javascript:alert(1)' }] })).toEqual({
      'links.0.url': 'Escribe una dirección que empiece con https://.',
    });
    expect(await wrong('words', { ...originalWords, faq: [{ question: ' ', answer: 'a' }] })).toEqual({
      'faq.0.question': 'Escribe la pregunta o quítala.',
    });
    expect(Object.keys(await wrong('identity', { ...second, mark_letters: 'ABC' }))).toEqual(['mark_letters']);
    expect(Object.keys(await wrong('identity', { ...second, accent: 'rosa' }))).toEqual(['accent']);
  });

  it('is plain text in mails, in the icon and in the manifest', async () => {
    const hostile = '<script>alert(1)</script>"&';
    await publish('identity', { ...second, store_name: hostile, author_name: hostile });
    const { html, text } = recoverMail({ from: test.services.shop.sender, name: 'Ana', token: 'x' });
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain(hostile);
    expect((await get(test, '/manifest.webmanifest')).json<{ name: string }>().name).toBe(hostile);
    expect(Object.keys(await wrong('identity', { ...second, mark_letters: '<b' }))).toEqual(['mark_letters']);
    await publish('identity', second);
  });

  it('cannot be sent by writters or readers', async () => {
    const writter = await addReader(test, { role: 'writter' });
    const { revision } = await read('identity');
    const response = await send('PUT', '/api/admin/shop/identity', { revision, value: second }, writter);
    expect(response.statusCode).toBe(403);
  });

  it('is refused as a portrait: 20 MB, a text, a page', async () => {
    const upload = async (content: Uint8Array | string, type = 'image/png') =>
      test.app.inject(
        await formOptions(
          'POST',
          '/api/admin/shop_portrait',
          admin,
          {},
          { portrait: { content, name: 'p.png', type } },
        ),
      );
    const count = async () => (await test.ports.db.read.selectFrom('images').select('id').execute()).length;
    const before = await count();
    expect((await upload(new Uint8Array(20 * 1024 * 1024))).statusCode).toBe(413);
    const refused = await upload('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'image/png');
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'image_refused']);
    expect(await count()).toBe(before);
    const bytes = await sharp({ create: { width: 96, height: 112, channels: 3, background: '#a52' } })
      .png()
      .toBuffer();
    const good = await upload(bytes);
    expect(good.statusCode).toBe(200);
    const portrait = good.json<{ src: string }>();
    await publish('identity', { ...second, portrait: { ...portrait, srcset: 'https://elsewhere.example/x.png 1w' } });
    expect((await publicShop()).identity.portrait?.srcset).toMatch(/^\/images\/[0-9a-f]{40}-160\.webp 160w/);
    await publish('identity', { ...second, portrait: { ...portrait, src: '/images/unknown.jpg', srcset: '' } });
    expect((await publicShop()).identity.portrait).toBeNull();
  });
});

describe('legal documents', () => {
  const document = async (version?: number): Promise<LegalDocument> =>
    (await get(test, `/api/legal/terms${version === undefined ? '' : `?version=${version}`}`)).json();

  it("are composed of the shop's facts; each version is kept, and existing users are told once", async () => {
    const reader = await addReader(test);
    const news = async (): Promise<LegalNews> => (await get(test, '/api/users/me/legal_news', reader.headers)).json();
    const { published } = await read('legal');
    const before = await document();
    expect(await news()).toEqual([]);
    test.clock.time += 60_000;
    await publish('legal', { ...(published as object), seller_tax_id: '12345678-5', seller_address: 'Calle 1, Ancud' });
    const after = await document();
    expect(after.version).toBe(before.version + 1);
    expect(after.seller).toBe('Ana Rojas, RUT 12.345.678-5, Calle 1, Ancud, hola@vientolargo.cl');
    expect((await document(before.version)).seller).toBe(before.seller);
    expect((await get(test, '/api/legal/terms?version=999')).statusCode).toBe(404);
    expect(await news()).toEqual([
      { kind: 'privacy', version: expect.any(Number) as number },
      { kind: 'terms', version: after.version },
    ]);
    await send('POST', '/api/users/me/legal_news', {}, reader);
    expect(await news()).toEqual([]);
    const late = await addReader(test);
    expect((await get(test, '/api/users/me/legal_news', late.headers)).json()).toEqual([]);
    const overview = (await get(test, '/api/admin/shop_documents', admin.headers)).json<LegalOverview>();
    expect(overview.documents.find(({ kind }) => kind === 'terms')).toMatchObject({ version: after.version, told: 1 });
    // The document mentions social networks only once the shop has pages there.
    const named = async () => JSON.stringify((await document()).sections).includes('redes sociales');
    const identity = (await read('identity')).published as ShopIdentity;
    await publish('identity', { ...identity, links: [] });
    expect(await named()).toBe(false);
    await publish('identity', {
      ...identity,
      links: [{ name: 'Instagram', url: 'https://instagram.com/vientolargo' }],
    });
    expect(await named()).toBe(true);
    await publish('identity', identity);
    expect((await document()).version).toBe(after.version + 2);
  });

  it('have no new version if the facts are the same', async () => {
    const after = await document();
    await publish('legal', (await read('legal')).published as object);
    expect((await document()).version).toBe(after.version);
  });
});
