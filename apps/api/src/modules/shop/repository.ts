import type { LegalKind, ShopSection } from '@cuentos/contract/shop';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { ShopSectionRow } from '../../platform/db/tables/shop.ts';

export async function findSections(db: Connection): Promise<ShopSectionRow[]> {
  return db.selectFrom('shop_sections').selectAll().execute();
}

export async function findSection(db: Connection, section: ShopSection): Promise<ShopSectionRow | undefined> {
  return db.selectFrom('shop_sections').selectAll().where('section', '=', section).executeTakeFirst();
}

/** Writes a section that is not there yet; one that is stays. */
export async function insertSection(tx: Tx, row: ShopSectionRow): Promise<void> {
  await tx
    .insertInto('shop_sections')
    .values(row)
    .onConflict((conflict) => conflict.column('section').doNothing())
    .execute();
}

export async function updateSection(
  tx: Tx,
  section: ShopSection,
  change: Partial<Omit<ShopSectionRow, 'section'>>,
): Promise<void> {
  await tx.updateTable('shop_sections').set(change).where('section', '=', section).execute();
}

export interface LegalRow {
  readonly kind: string;
  readonly version: number;
  readonly content: string;
  readonly published_at: number;
}

/** Number of the newest version of each document. */
export async function newestVersions(db: Connection): Promise<{ kind: string; version: number }[]> {
  return db
    .selectFrom('legal_documents')
    .select((eb) => ['kind', eb.fn.max('version').as('version')] as const)
    .groupBy('kind')
    .orderBy('kind')
    .execute();
}

/** Every version of a document, the newest first. */
export async function findVersions(db: Connection, kind: LegalKind): Promise<Omit<LegalRow, 'content'>[]> {
  return db
    .selectFrom('legal_documents')
    .select(['kind', 'version', 'published_at'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .execute();
}

/** A version of a document, the newest one when none is named. */
export async function findDocument(db: Connection, kind: LegalKind, version?: number): Promise<LegalRow | undefined> {
  let query = db.selectFrom('legal_documents').selectAll().where('kind', '=', kind).orderBy('version', 'desc').limit(1);
  if (version !== undefined) query = query.where('version', '=', version);
  return query.executeTakeFirst();
}

export async function insertDocument(tx: Tx, row: LegalRow): Promise<void> {
  await tx
    .insertInto('legal_documents')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'version']).doNothing())
    .execute();
}

/** The newest version of each document that a reader was told of. */
export async function findNotices(db: Connection, userId: string): Promise<{ kind: string; version: number }[]> {
  return db.selectFrom('legal_notices').select(['kind', 'version']).where('user_id', '=', userId).execute();
}

export async function noteTold(
  tx: Tx,
  notice: { user_id: string; kind: string; version: number; told_at: number },
): Promise<void> {
  const { version, told_at } = notice;
  await tx
    .insertInto('legal_notices')
    .values(notice)
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ version, told_at }))
    .execute();
}

/** How many readers were told of a version or a later one. */
export async function countTold(db: Connection, kind: LegalKind, version: number): Promise<number> {
  const { told } = await db
    .selectFrom('legal_notices')
    .select((eb) => eb.fn.countAll().as('told'))
    .where('kind', '=', kind)
    .where('version', '>=', version)
    .executeTakeFirstOrThrow();
  return Number(told);
}
