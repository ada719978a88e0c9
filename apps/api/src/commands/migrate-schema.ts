import type { Shop } from '../compose.ts';
import { migrate } from '../platform/db/migrate.ts';
import { migrations } from '../platform/db/migrations.ts';
import { migrateTexts } from './texts.ts';

/**
 * Brings the schema to this version, including the contracting steps, which remove columns that the previous version
 * used.
 */
export async function migrateSchema({ ports: { db, clock } }: Pick<Shop, 'ports'>): Promise<string> {
  const { applied } = await migrate(db, migrations, clock.now());
  return migrateTexts.done(applied);
}
