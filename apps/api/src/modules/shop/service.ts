import {
  type LegalDocument,
  type LegalKind,
  legalKind,
  type LegalNews,
  type ShopIdentity,
  type ShopLegal,
  type ShopSection,
  type ShopSettings,
  type ShopWords,
} from '@cuentos/contract/shop';
import { originalWords } from '@cuentos/contract/shop-texts';
import { readRut } from '@cuentos/domain/shop/rut';
import { markLettersOf } from '@cuentos/domain/shop/words';
import { SECOND_MS } from '@cuentos/domain/time/durations';
import type { Config } from '../../platform/config/config.ts';
import { areSalesOpen, shopOrigin } from '../../platform/config/shop-facts.ts';
import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import type { ShopSectionRow } from '../../platform/db/tables/shop.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { createCachedValue } from '../../platform/cached-value.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { Clock } from '../../ports/clock.ts';
import { recordAudit } from '../audit/service.ts';
import type { MailLook, MailSeller, MailSender } from '../mail/service.ts';
import { composeLegal } from './legal-documents.ts';
import type { LegalContent, OutsideServices } from './legal-texts.ts';
import * as repository from './repository.ts';

/** Content of each section. */
export interface ShopSections {
  readonly identity: ShopIdentity;
  readonly words: ShopWords;
  readonly legal: ShopLegal;
  readonly settings: ShopSettings;
}

/** The published sections of the shop. */
export interface Shop extends ShopSections {
  /** Goes up with every change of any section. */
  readonly revision: number;
  /** Numbers of the newest legal documents, such as `privacy 2, terms 3`. */
  readonly legalVersions: string;
  /** Changes whenever the rows change, also by a restored backup. */
  readonly stamp: string;
}

/** A section with its draft. */
export interface SectionState {
  /** JSON of a whole section. */
  readonly published: unknown;
  /** JSON of the draft; null for none. */
  readonly draft: unknown;
  readonly revision: number;
  /** Epoch milliseconds. */
  readonly publishedAt: number;
  readonly updatedBy: string | null;
}

/** The editor of a section, and the revision that the editor sees. */
export interface SectionChange<Name extends ShopSection = ShopSection> {
  readonly section: Name;
  readonly revision: number;
  readonly actorId: string | null;
}

export type ShopService = ReturnType<typeof createShopService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Config;
  readonly on: OutsideServices;
}

/** Interval at which a process looks for changes of other processes. */
const WATCH_MS = SECOND_MS;

/** Sections of the shop that the author writes, and the legal documents made from them. */
export function createShopService(deps: Deps) {
  const { db, clock, config, on } = deps;
  const seeds = seedsOf(config);
  const recent = createCachedValue<Shop>(async (last) => loadShop(db.read, seeds, last), clock);
  const seeded: Shop = { ...seeds, revision: 0, legalVersions: '', stamp: '' };
  const latest = (): Shop => recent.last() ?? seeded;
  const changed = async (revision: number): Promise<number> => {
    recent.invalidate();
    await recent.read();
    return revision;
  };
  const writing: EditingDeps = { clock, on, seeds };
  return {
    /** The shop as this process knows it: at most a second or two old while {@link ShopService.watch} runs. */
    latest,
    /** The shop, at most a second old; from memory while the database is away. `fresh` does not wait for it. */
    current: recent.read,
    fresh: recent.fresh,
    /** The seller; its fields always return the latest values. */
    seller: sellerOf(latest, config),
    /** Sender of mails; its fields always return the latest values. */
    sender: shopMailSender(latest, shopOrigin(config)),
    /** Fills the sections that are not there from the settings, and publishes legal documents that changed. */
    async open(): Promise<void> {
      await db.withTx(async (tx) => {
        const now = clock.now();
        for (const section of ['identity', 'legal', 'settings'] as const) {
          await repository.insertSection(tx, newRow(section, seeds[section], now));
        }
        await publishLegal(tx, writing, null);
      });
      await changed(0);
    },
    /** Keeps {@link ShopService.latest} up to date with what other processes publish. @returns ends that */
    watch(): () => void {
      const timer = setInterval(() => void recent.read().catch(() => undefined), WATCH_MS);
      return () => clearInterval(timer);
    },
    section: async (section: ShopSection) => stateOf(await repository.findSection(db.read, section), seeds[section]),
    /** Keeps what is being written. @returns the new revision. @throws {AppError} shop_changed */
    saveDraft: async (change: SectionChange, draft: unknown) =>
      changed(await db.withTx(async (tx) => saveDraft(tx, writing, change, draft))),
    /** Forgets what was being written. @returns the new revision. @throws {AppError} shop_changed */
    discardDraft: async (change: SectionChange) =>
      changed(await db.withTx(async (tx) => discardDraft(tx, writing, change))),
    /** Makes a section what everyone sees. @returns the new revision. @throws {AppError} shop_changed */
    publish: async <Name extends ShopSection>(change: SectionChange<Name>, value: ShopSections[Name]) =>
      changed(await db.withTx(async (tx) => publish(tx, writing, change, value))),
    /** A version of a legal document, the newest when none is named. @throws {AppError} document_not_found */
    legalDocument: async (kind: LegalKind, version?: number) => readDocument(db.read, kind, version),
    /** Number of readers who were told of the newest version. */
    async toldOf(kind: LegalKind): Promise<number> {
      const [newest] = await repository.findVersions(db.read, kind);
      return newest ? repository.countTold(db.read, kind, newest.version) : 0;
    },
    /** Lists legal documents newer than the last notice to a reader, or than the account. */
    legalNews: async (userId: string, memberSince: number) => newsFor(db.read, userId, memberSince),
    noteTold: async (userId: string) => noteNewestTold(deps, userId),
  };
}

/** Notes that a reader was told of the newest documents. */
async function noteNewestTold(deps: Pick<Deps, 'db' | 'clock'>, userId: string): Promise<void> {
  const { db, clock } = deps;
  await db.withTx(async (tx) => {
    for (const kind of legalKind.options) {
      const [newest] = await repository.findVersions(tx, kind);
      const notice = { user_id: userId, kind, version: newest?.version ?? 0, told_at: clock.now() };
      if (newest) await repository.noteTold(tx, notice);
    }
  });
}

interface EditingDeps {
  readonly clock: Clock;
  readonly on: OutsideServices;
  readonly seeds: ShopSections;
}

/** The environment's settings, which the sections begin with. */
function seedsOf(config: Config): ShopSections {
  const reading = config.SELLER_TAX_ID === undefined ? null : readRut(config.SELLER_TAX_ID);
  return {
    identity: {
      store_name: config.STORE_NAME,
      mark_letters: markLettersOf(config.STORE_NAME),
      author_name: '',
      author_noun: 'autora',
      portrait: null,
      quote: '',
      biography: '',
      links: readSocialLinks(config.SOCIAL_LINKS),
      contact_email: config.CONTACT_EMAIL ?? null,
      accent: 'anil',
    },
    words: originalWords,
    legal: {
      seller_name: config.SELLER_NAME ?? null,
      // A wrong one is shown as it was written, until it is mended.
      seller_tax_id: reading?.state === 'valid' ? reading.rut : (config.SELLER_TAX_ID ?? null),
      seller_address: config.SELLER_ADDRESS ?? null,
      seller_phone: null,
      tax_document: 'undecided',
      rules: '',
    },
    settings: {
      min_amount: config.MP_MIN_AMOUNT,
      presale_sentence: '',
      export_permission: 'not-at-all',
      sale_mails: 'each',
      shared_quote_max: 300,
      mails_per_minute: 60,
      login_failures: config.LIMIT_LOGIN_FAILURES,
      account_failures: config.LIMIT_ACCOUNT_FAILURES,
      address_failures: config.LIMIT_ADDRESS_FAILURES,
      all_failures: config.LIMIT_ALL_FAILURES,
      register_per_hour: config.LIMIT_REGISTER_PER_HOUR,
      forgot_per_hour: config.LIMIT_FORGOT_PER_HOUR,
      contact_per_hour: config.LIMIT_CONTACT_PER_HOUR,
      preference_per_hour: config.LIMIT_PREFERENCE_PER_HOUR,
    },
  };
}

/** `SOCIAL_LINKS` is a list such as `Instagram=https://…, Facebook=https://…`; checked when the settings are read. */
function readSocialLinks(setting: string | undefined): { name: string; url: string }[] {
  if (!setting) return [];
  return setting.split(',').flatMap((entry) => {
    const [name = '', ...rest] = entry.split('=');
    return rest.length === 0 ? [] : [{ name: name.trim(), url: rest.join('=').trim() }];
  });
}

/** Facts about the seller, read at each access, so that they are always current. */
function sellerOf(latest: () => Shop, config: Config): MailSeller {
  return {
    get look() {
      return lookOf(latest());
    },
    get store_name() {
      return latest().identity.store_name;
    },
    get seller_name() {
      return latest().legal.seller_name;
    },
    get seller_tax_id() {
      return latest().legal.seller_tax_id;
    },
    get seller_address() {
      return latest().legal.seller_address;
    },
    get contact_email() {
      return latest().identity.contact_email;
    },
    get sales_open() {
      const { identity, legal } = latest();
      return areSalesOpen({ ...identity, ...legal }, config);
    },
  };
}

function lookOf({ identity }: Shop): MailLook {
  return { accent: identity.accent, markLetters: identity.mark_letters };
}

function shopMailSender(latest: () => Shop, origin: string): MailSender {
  return {
    origin,
    get storeName() {
      return latest().identity.store_name;
    },
    get look() {
      return lookOf(latest());
    },
  };
}

function newRow(section: ShopSection, value: unknown, now: number): ShopSectionRow {
  const published = JSON.stringify(value);
  return { section, published, draft: null, revision: 1, published_at: now, updated_at: now, updated_by: null };
}

async function loadShop(db: Connection, seeds: ShopSections, last: Shop | null): Promise<Shop> {
  const rows = await repository.findSections(db);
  const versions = await repository.newestVersions(db);
  const legalVersions = versions.map(({ kind, version }) => `${kind} ${version}`).join(', ');
  const stamp = rows.map((row) => `${row.section} ${row.revision} ${row.updated_at}`).join() + legalVersions;
  if (last?.stamp === stamp) return last;
  const revision = rows.reduce((sum, row) => sum + row.revision, 0);
  return { ...assembleSections(rows, seeds), revision, legalVersions, stamp };
}

/** Puts rows together; fields that came with a later version of this program have their first value. */
function assembleSections(rows: readonly ShopSectionRow[], seeds: ShopSections): ShopSections {
  const read = <Name extends ShopSection>(section: Name): ShopSections[Name] => {
    const row = rows.find((candidate) => candidate.section === section);
    return row ? { ...seeds[section], ...(JSON.parse(row.published) as ShopSections[Name]) } : seeds[section];
  };
  return { identity: read('identity'), words: read('words'), legal: read('legal'), settings: read('settings') };
}

function stateOf(row: ShopSectionRow | undefined, seed: ShopSections[ShopSection]): SectionState {
  if (!row) return { published: seed, draft: null, revision: 0, publishedAt: 0, updatedBy: null };
  return {
    published: { ...seed, ...(JSON.parse(row.published) as object) },
    draft: row.draft === null ? null : (JSON.parse(row.draft) as unknown),
    revision: row.revision,
    publishedAt: row.published_at,
    updatedBy: row.updated_by,
  };
}

/** The row of a section, when it is still the revision that the form shows. */
async function sectionToChange(
  tx: Tx,
  { seeds, clock }: EditingDeps,
  { section, revision }: SectionChange,
): Promise<ShopSectionRow> {
  const storedSection = await repository.findSection(tx, section);
  if ((storedSection?.revision ?? 0) !== revision) throw new AppError('shop_changed');
  if (storedSection) return storedSection;
  const first = { ...newRow(section, seeds[section], clock.now()), revision: 0 };
  await repository.insertSection(tx, first);
  return first;
}

async function saveDraft(tx: Tx, writing: EditingDeps, change: SectionChange, draft: unknown): Promise<number> {
  const row = await sectionToChange(tx, writing, change);
  const now = writing.clock.now();
  const revision = row.revision + 1;
  await repository.updateSection(tx, change.section, {
    draft: JSON.stringify(draft),
    revision,
    updated_at: now,
    updated_by: change.actorId,
  });
  // Writes one audit line for a draft, not one for each save.
  const begins = row.draft === null || row.updated_by !== change.actorId;
  if (begins) {
    const entry = { actorId: change.actorId, action: 'shop.draft_begun', subject: change.section } as const;
    await recordAudit(tx, { ...entry, detail: { revision } }, now);
  }
  return revision;
}

async function discardDraft(tx: Tx, writing: EditingDeps, change: SectionChange): Promise<number> {
  const row = await sectionToChange(tx, writing, change);
  if (row.draft === null) return row.revision;
  const now = writing.clock.now();
  const revision = row.revision + 1;
  const { section, actorId } = change;
  await repository.updateSection(tx, section, { draft: null, revision, updated_at: now, updated_by: actorId });
  await recordAudit(tx, { actorId, action: 'shop.draft_discarded', subject: section, detail: { revision } }, now);
  return revision;
}

async function publish<Name extends ShopSection>(
  tx: Tx,
  writing: EditingDeps,
  change: SectionChange<Name>,
  value: ShopSections[Name],
): Promise<number> {
  const row = await sectionToChange(tx, writing, change);
  const now = writing.clock.now();
  const { section, actorId } = change;
  const revision = row.revision + 1;
  const before = JSON.parse(row.published) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(value)
    .filter(([name, field]) => JSON.stringify(before[name]) !== JSON.stringify(field))
    .map(([name]) => name);
  await repository.updateSection(tx, section, {
    published: JSON.stringify(value),
    draft: null,
    revision,
    published_at: now,
    updated_at: now,
    updated_by: actorId,
  });
  await recordAudit(tx, { actorId, action: 'shop.published', subject: section, detail: { revision, fields } }, now);
  await publishLegal(tx, writing, actorId);
  return revision;
}

/** Keeps a new version of each legal document that would say something else now. */
async function publishLegal(tx: Tx, { seeds, clock, on }: EditingDeps, actorId: string | null): Promise<void> {
  const shop = assembleSections(await repository.findSections(tx), seeds);
  for (const kind of legalKind.options) {
    const content = JSON.stringify(composeLegal(kind, { ...shop, on }));
    const newest = await repository.findDocument(tx, kind);
    if (newest?.content === content) continue;
    const version = (newest?.version ?? 0) + 1;
    const now = clock.now();
    await repository.insertDocument(tx, { kind, version, content, published_at: now });
    // The first version comes with the shop and is no change.
    if (version === 1) continue;
    await recordAudit(tx, { actorId, action: 'legal.published', subject: kind, detail: { version } }, now);
  }
}

async function readDocument(db: Connection, kind: LegalKind, version?: number): Promise<LegalDocument> {
  const row = await repository.findDocument(db, kind, version);
  if (!row) throw new AppError('document_not_found');
  const versions = await repository.findVersions(db, kind);
  return {
    ...(JSON.parse(row.content) as LegalContent),
    kind,
    version: row.version,
    published_at: toIso(row.published_at),
    versions: versions.map((each) => ({ version: each.version, published_at: toIso(each.published_at) })),
  };
}

async function newsFor(db: Connection, userId: string, memberSince: number): Promise<LegalNews> {
  const notices = await repository.findNotices(db, userId);
  const news: { kind: LegalKind; version: number }[] = [];
  for (const kind of legalKind.options) {
    const [newest] = await repository.findVersions(db, kind);
    const toldVersion = notices.find((notice) => notice.kind === kind)?.version ?? 0;
    // Readers are not told of the first version, nor of the one that was valid when they registered.
    const isNews = newest && newest.version > Math.max(toldVersion, 1) && newest.published_at > memberSince;
    if (isNews) news.push({ kind, version: newest.version });
  }
  return news;
}

/** Reads the published way of tax documents for a payment that is approved now; a process may remember an older one. */
export async function taxDocumentNow(connection: Connection): Promise<ShopLegal['tax_document']> {
  const row = await repository.findSection(connection, 'legal');
  return row ? ((JSON.parse(row.published) as Partial<ShopLegal>).tax_document ?? 'undecided') : 'undecided';
}

export { switchedOn } from './legal-documents.ts';
