import { formatLongDate } from '../../lib/formats.ts';

/** `2026-11` → `noviembre de 2026`. */
export function monthName(month: string): string {
  const noon = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1, 15, 15);
  return formatLongDate(noon).replace(/^\d+ de /, '');
}
