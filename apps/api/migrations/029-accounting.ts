import { type Kysely, sql } from 'kysely';
import { withDecidedTax } from '../src/platform/db/decided-tax.ts';

/** What moved money of each payment, the tax documents that were asked for, and what stands for the tax of a sale. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('money_movements')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('payment_id', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('order_id', 'text')
    .addColumn('refund_id', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('is_sale', 'bigint', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('fee', 'bigint', (column) => column.notNull())
    .addColumn('document_way', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  const movement = (name: string) => db.schema.createIndex(name).on('money_movements');
  await movement('money_movements_payment').columns(['payment_id', 'position']).unique().execute();
  await movement('money_movements_refund').column('refund_id').unique().execute();
  await movement('money_movements_at').column('at').execute();
  await db.schema
    .createTable('tax_documents')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('movement_id', 'text', (column) => column.notNull())
    .addColumn('payment_id', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text')
    .addColumn('refund_id', 'text')
    .addColumn('total', 'bigint', (column) => column.notNull())
    .addColumn('net', 'bigint', (column) => column.notNull())
    .addColumn('vat', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint')
    .addColumn('folio', 'text')
    .addColumn('issuer', 'text')
    .addColumn('content', 'text')
    .addColumn('file_key', 'text')
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('issued_at', 'bigint')
    .addColumn('alerted_at', 'bigint')
    .execute();
  const document = (name: string) => db.schema.createIndex(name).on('tax_documents');
  await document('tax_documents_movement').column('movement_id').unique().execute();
  await document('tax_documents_number').columns(['kind', 'number']).unique().execute();
  await document('tax_documents_payment').column('payment_id').execute();
  await document('tax_documents_order').column('order_id').execute();
  await document('tax_documents_next').column('next_attempt_at').execute();
  await decideTax(db);
}

/** The choice has other names now, and a shop whose owner never published it has not chosen. */
async function decideTax(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ published: string; draft: string | null; revision: number }>`
    select published, draft, revision from shop_sections where section = 'legal'`.execute(db);
  for (const row of rows) {
    const { published, draft } = withDecidedTax(row);
    await sql`update shop_sections set published = ${published}, draft = ${draft}
      where section = 'legal'`.execute(db);
  }
}
