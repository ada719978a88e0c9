import { withoutDirections } from '@cuentos/domain/text/directions';
import { exportPermissions } from '@cuentos/domain/exports/export-permission';
import { accentNames } from '@cuentos/domain/shop/accents';
import { readRut } from '@cuentos/domain/shop/rut';
import { authorNouns } from '@cuentos/domain/shop/words';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { z } from 'zod';
import { picture } from './books.ts';
import { callsOf } from './call.ts';
import { formFile, freeText, requiredLine, requiredText } from './form-fields.ts';
import { bounded, instant } from './primitives.ts';

const { admin, anyone, user } = callsOf('shop');

/** Longest texts of a shop, in graphemes, and most entries of its lists. */
export const shopLimits = {
  storeName: 60,
  authorName: 100,
  quote: 240,
  biography: 1200,
  linkName: 40,
  url: 300,
  links: 8,
  heroTitle: 90,
  paragraph: 400,
  title: 90,
  answer: 800,
  reasons: 6,
  steps: 6,
  faq: 20,
  sellerName: 120,
  address: 200,
  phone: 30,
  rules: 3000,
  presaleSentence: 160,
} as const;

const TOO_MANY = (most: number): string => `Puede haber hasta ${most}.`;

/** A line of text that may be empty. */
const line = (max: number) =>
  freeText(max).transform((value) => withoutDirections(value).replaceAll(/\s+/g, ' ').trim());

/** Text that is null when it is empty. */
const optionalLine = (max: number) =>
  z.union([z.null(), line(max)]).transform((value) => (value === null || value === '' ? null : value));

const EMAIL = 'Escribe un correo como hola@ejemplo.cl.';

const optionalEmail = z.union([
  z.null(),
  z.literal('').transform(() => null),
  bounded(254, EMAIL).pipe(z.email(EMAIL)),
]);

const httpsUrl = z
  .string()
  .trim()
  .max(shopLimits.url, { abort: true })
  .refine(
    (value) => /^https:\/\/[^\s<>"]+$/.test(value) && URL.canParse(value),
    'Escribe una dirección que empiece con https://.',
  );

/** Identity of the shop. */
export const shopIdentity = z.object({
  store_name: requiredLine('Escribe el nombre de la tienda.', shopLimits.storeName),
  mark_letters: requiredLine('Escribe una o dos letras.', 2).refine(
    (value) => /^[\p{L}\p{N}]+$/u.test(value) && graphemeCount(value) <= 2,
    'Escribe una o dos letras.',
  ),
  /** Empty: the shop names no author. */
  author_name: line(shopLimits.authorName),
  author_noun: z.enum(authorNouns),
  portrait: picture.nullable(),
  quote: freeText(shopLimits.quote),
  /** Paragraphs, an empty line between them. */
  biography: freeText(shopLimits.biography),
  links: z
    .array(z.object({ name: requiredLine('Escribe cómo se llama.', shopLimits.linkName), url: httpsUrl }))
    .max(shopLimits.links, TOO_MANY(shopLimits.links)),
  contact_email: optionalEmail,
  accent: z.enum(accentNames as [(typeof accentNames)[number], ...(typeof accentNames)[number][]]),
});
export type ShopIdentity = z.infer<typeof shopIdentity>;

const entry = z.object({
  title: requiredLine('Escribe el título o quítalo.', shopLimits.title),
  text: requiredText('Escribe el texto o quítalo.', shopLimits.paragraph),
});

/** Words of the landing page: plain text with `*cursiva*`, `[texto](https://…)` and marks in braces. */
export const shopWords = z.object({
  hero_title: requiredLine('Escribe el título.', shopLimits.heroTitle),
  hero_lead: requiredText('Escribe la bienvenida.', shopLimits.paragraph),
  reasons_title: requiredLine('Escribe el título.', shopLimits.title),
  reasons: z.array(entry).max(shopLimits.reasons, TOO_MANY(shopLimits.reasons)),
  steps_title: requiredLine('Escribe el título.', shopLimits.title),
  steps: z.array(entry).max(shopLimits.steps, TOO_MANY(shopLimits.steps)),
  faq_title: requiredLine('Escribe el título.', shopLimits.title),
  faq: z
    .array(
      z.object({
        question: requiredLine('Escribe la pregunta o quítala.', shopLimits.title),
        answer: requiredText('Escribe la respuesta o quítala.', shopLimits.answer),
      }),
    )
    .max(shopLimits.faq, TOO_MANY(shopLimits.faq)),
  list_title: requiredLine('Escribe el título.', shopLimits.title),
  list_text: requiredText('Escribe el texto.', shopLimits.paragraph),
});
export type ShopWords = z.infer<typeof shopWords>;

const taxId = z.union([z.null(), bounded(20, 'Escribe el RUT como 12.345.678-5.')]).transform((value, context) => {
  if (value === null || value.trim() === '') return null;
  const reading = readRut(value);
  if (reading.state === 'valid') return reading.rut;
  const message =
    reading.state === 'wrong-digit'
      ? `El dígito no corresponde. Para ${reading.number} debería ser ${reading.expected}.`
      : 'Escribe el RUT como 12.345.678-5.';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** The seller's legal facts. */
export const shopLegal = z.object({
  seller_name: optionalLine(shopLimits.sellerName),
  seller_tax_id: taxId,
  seller_address: optionalLine(shopLimits.address),
  seller_phone: optionalLine(shopLimits.phone),
  /** Which paper stands for the tax of payments from now on: the provider's voucher, or a boleta of the issuer's. */
  tax_document: z.enum(['undecided', 'voucher', 'issuer']),
  /** Rules of this seller beside those of every shop; paragraphs. */
  rules: freeText(shopLimits.rules),
});
export type ShopLegal = z.infer<typeof shopLegal>;

const count = (min: number, max: number) =>
  z
    .int('Escribe un número entero.')
    .min(min, `El mínimo es ${min}.`)
    .max(max, `El máximo es ${max.toLocaleString('es-CL')}.`);

/** How often the shop's own address hears of sales: of each one, once a day, or never. */
export const saleMails = z.enum(['each', 'daily', 'none']);
export type SaleMails = z.infer<typeof saleMails>;

/** Settings that take effect without a restart. */
export const shopSettings = z.object({
  /** The payment provider's minimum, pesos; 0 when it is unknown. */
  min_amount: count(0, 100_000),
  /** Shown beside a part that is sold before its release; empty for none. */
  presale_sentence: line(shopLimits.presaleSentence),
  /** Permission to export parts of books without one of their own. */
  export_permission: z.enum(exportPermissions),
  sale_mails: saleMails,
  /** Most letters of a passage that readers share as a picture; 0: none is. */
  shared_quote_max: count(0, 2000),
  /** Announcements that leave in a minute. */
  mails_per_minute: count(1, 6000),
  login_failures: count(1, 1000),
  account_failures: count(1, 10_000),
  address_failures: count(1, 100_000),
  all_failures: count(1, 1_000_000),
  register_per_hour: count(1, 10_000),
  forgot_per_hour: count(1, 10_000),
  contact_per_hour: count(1, 10_000),
  preference_per_hour: count(1, 10_000),
});
export type ShopSettings = z.infer<typeof shopSettings>;

/** The parts of a shop that are edited and published each by itself. */
export const shopSections = {
  identity: shopIdentity,
  words: shopWords,
  legal: shopLegal,
  settings: shopSettings,
} as const;
export type ShopSection = keyof typeof shopSections;
export const shopSectionName = z.enum(['identity', 'words', 'legal', 'settings']);

const shownEntry = z.object({ title: z.string(), text: z.string() });

/** GET /api/shop: what everyone may see of it, as it was checked when it was published. */
export const publicShop = z.object({
  identity: z.object({
    store_name: z.string(),
    mark_letters: z.string(),
    author_name: z.string(),
    author_noun: z.enum(authorNouns),
    portrait: picture.nullable(),
    quote: z.string(),
    biography: z.string(),
    links: z.array(z.object({ name: z.string(), url: z.string() })),
    contact_email: z.string().nullable(),
    accent: shopIdentity.shape.accent,
  }),
  words: z.object({
    hero_title: z.string(),
    hero_lead: z.string(),
    reasons_title: z.string(),
    reasons: z.array(shownEntry),
    steps_title: z.string(),
    steps: z.array(shownEntry),
    faq_title: z.string(),
    faq: z.array(z.object({ question: z.string(), answer: z.string() })),
    list_title: z.string(),
    list_text: z.string(),
  }),
});
export type PublicShop = z.infer<typeof publicShop>;

export const legalKind = z.enum(['privacy', 'terms']);
export type LegalKind = z.infer<typeof legalKind>;

/** A version of the privacy policy or of the terms, as it was published. */
export const legalDocument = z.object({
  kind: legalKind,
  version: z.int(),
  published_at: instant,
  title: z.string(),
  lead: z.string(),
  sections: z.array(z.object({ title: z.string(), paragraphs: z.array(z.string()) })),
  /** The seller in one line; empty until it is filled in. */
  seller: z.string(),
  /** Every version there is, the newest first. */
  versions: z.array(z.object({ version: z.int(), published_at: instant })),
});
export type LegalDocument = z.infer<typeof legalDocument>;

/** GET /api/users/me/legal_news: documents with a newer version than the reader was told of. */
export const legalNews = z.array(z.object({ kind: legalKind, version: z.int() }));
export type LegalNews = z.infer<typeof legalNews>;

export const legalParams = z.object({ kind: legalKind });
export const legalQuery = z.object({ version: z.coerce.number().int().min(1).max(1_000_000).optional() });

/** Typed text of a draft: only its length is checked. */
const typed = bounded(12_000).transform((value) => value.replaceAll('\u0000', '').toWellFormed());

/** A section while it is written: its fields, finished or not. */
export const sectionDraft = z.record(
  bounded(40),
  z.union([typed, z.number(), z.null(), z.array(z.record(bounded(40), typed)).max(40), picture]),
);
export type SectionDraft = z.infer<typeof sectionDraft>;

/** GET /api/admin/shop/{section}. */
export const editedSection = z.object({
  published: z.unknown(),
  /** A {@link SectionDraft}, or null. */
  draft: z.unknown(),
  revision: z.int(),
  published_at: instant.nullable(),
});
export type EditedSection = z.infer<typeof editedSection>;

const revision = z.int().min(0);

export const draftBody = z.object({ revision, draft: sectionDraft });
export const discardBody = z.object({ revision });
export const sectionParams = z.object({ section: shopSectionName });
export const sectionSaved = z.object({ revision: z.int() });

/**
 * A section to publish. The server checks it field by field and answers with a sentence under the name of each wrong
 * one.
 */
export const publishBody = z.object({ revision, value: sectionDraft });

/** GET /api/admin/shop_documents: the facts in the legal documents, and their versions. */
export const legalOverview = z.object({
  mail: z.boolean(),
  storage: z.boolean(),
  payments: z.boolean(),
  google: z.boolean(),
  captcha: z.string().nullable(),
  /** Services that count or measure visits beside the shop's own count. */
  analytics: z.array(z.string()),
  documents: z.array(
    z.object({ kind: legalKind, version: z.int(), published_at: instant, told: z.int(), title: z.string() }),
  ),
});
export type LegalOverview = z.infer<typeof legalOverview>;

/** POST /api/admin/shop_portrait. */
export const portrait = picture;

export const getShop = anyone('GET', '/api/shop', 'Whose shop this is', { answer: publicShop });

export const getLegalDocument = anyone('GET', '/api/legal/:kind', 'Privacy policy or terms, in one of their versions', {
  params: legalParams.shape,
  query: legalQuery,
  answer: legalDocument,
});

export const listLegalNews = user('GET', '/api/users/me/legal_news', 'Documents to be told of', { answer: legalNews });

/** Records that the reader was told of the newest documents. */
export const noteLegalNews = user('POST', '/api/users/me/legal_news', 'Was told of them');

export const adminGetShopSection = admin('GET', '/api/admin/shop/:section', 'A section of the shop, with its draft', {
  params: sectionParams.shape,
  answer: editedSection,
});

export const adminSaveShopDraft = admin('PUT', '/api/admin/shop/:section/draft', 'Keep what is being written', {
  params: sectionParams.shape,
  body: draftBody,
  answer: sectionSaved,
});

export const adminDiscardShopDraft = admin(
  'POST',
  '/api/admin/shop/:section/discard',
  'Forget what was being written',
  { params: sectionParams.shape, body: discardBody, answer: sectionSaved },
);

export const adminPublishShop = admin('PUT', '/api/admin/shop/:section', 'Publish a section', {
  asksAgain: true,
  params: sectionParams.shape,
  body: publishBody,
  answer: sectionSaved,
});

export const adminGetLegalOverview = admin('GET', '/api/admin/shop_documents', 'What the legal documents are made of', {
  answer: legalOverview,
});

export const adminUploadPortrait = admin('POST', '/api/admin/shop_portrait', 'Upload a portrait', {
  form: z.object({ portrait: formFile }),
  answer: portrait,
});
