import type { Entitlement } from '@cuentos/contract/entitlements';
import { expect, it } from 'vitest';
import { purchasesCsv } from './purchases-csv.ts';

const row = (change: Partial<Entitlement>): Entitlement =>
  ({
    purchase_date: '2026-11-20T12:05:00Z',
    user_name: 'Mara',
    user_email: 'mara@ejemplo.cl',
    book_name: 'El faro',
    book_part_id: 'one',
    book_part_name: 'Uno',
    source: 'purchase',
    order_id: 'order',
    value: 990,
    amount: 990,
    code: null,
    giver: null,
    returned: [],
    revoked_at: null,
    ...change,
  }) as Entitlement;
const linesOf = (csv: string) => csv.split('\r\n').slice(1, -1);

it('a refund that names no part is listed once for its order', () => {
  const returned = [{ book_part_id: null, book_part_name: null, amount: 1980 }];
  const rows = [row({ returned }), row({ returned, book_part_id: 'two' })];
  expect(linesOf(purchasesCsv(rows)).map((line) => line.includes(';1980;'))).toEqual([true, false]);
});

it('a truncated file says so in its last line', () => {
  expect(linesOf(purchasesCsv([row({})], 3)).at(-1)).toContain('Faltan 3 compras más antiguas');
  expect(linesOf(purchasesCsv([row({})]))).toHaveLength(1);
});
