import type { Entitlement } from '@cuentos/contract/entitlements';
import { purchaseEnd } from '@cuentos/contract/purchase-words';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import { type Cell, csvOf } from '../../../platform/http/csv.ts';
import { csvTexts as t } from './texts.ts';

const pad = (value: number) => String(value).padStart(2, '0');

/** 'Compras de usuarios' as a file for a spreadsheet. */
export function purchasesCsv(rows: readonly Entitlement[]): string {
  return csvOf([t.head, ...rows.map(csvRow)]);
}

function csvRow(row: Entitlement): Cell[] {
  const { year, month, day, hour, minute } = santiagoWallTime(Date.parse(row.purchase_date));
  const { code, giver, returned, purchase_info: info } = row;
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
