import type { Entitlement } from '@cuentos/contract/entitlements';
import { purchaseEnd } from '@cuentos/contract/purchase-words';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import { type Cell, csvOf } from '../../../platform/http/csv.ts';
import { csvTexts as t } from './texts.ts';

const pad = (value: number) => String(value).padStart(2, '0');

/**
 * 'Compras de usuarios' as a file for a spreadsheet.
 * @param leftOut rows that the file is too short for; its last line says so
 */
export function purchasesCsv(rows: readonly Entitlement[], leftOut = 0): string {
  const orders = new Set<string>();
  const lines = rows.map((row) => {
    const isFirst = row.order_id !== null && !orders.has(row.order_id);
    if (row.order_id !== null) orders.add(row.order_id);
    return csvRow(row, isFirst);
  });
  return csvOf([t.head, ...lines, ...(leftOut > 0 ? [[t.leftOut(leftOut)]] : [])]);
}

/**
 * A refund is written in the row of its part, or in the first row of its order if it names no part, so that the column
 * adds up.
 * @param isFirst whether this is the first row of its order
 */
function csvRow(row: Entitlement, isFirst: boolean): Cell[] {
  const { year, month, day, hour, minute } = santiagoWallTime(Date.parse(row.purchase_date));
  const { code, giver, purchase_info: info } = row;
  const returned = row.returned.filter(({ book_part_id: id }) => (id === null ? isFirst : id === row.book_part_id));
  const sum = returned.reduce((all, { amount }) => all + amount, 0);
  const parts = returned.map(({ book_part_name: name }) => name ?? t.noPart);
  return [
    `${pad(day)}/${pad(month)}/${year}`,
    `${pad(hour)}:${pad(minute)}`,
    row.user_name,
    row.user_email,
    row.book_name,
    row.book_part_name,
    t.sources[row.source],
    giver?.name ?? (info && 'created_by' in info ? info.created_by : null),
    row.order_id,
    info && 'data' in info ? info.data.id : null,
    row.value,
    row.amount,
    code?.name ?? null,
    code?.percentage ?? null,
    sum === 0 ? null : sum,
    parts.length === 0 ? null : parts.join(' · '),
    purchaseEnd(row),
  ];
}
