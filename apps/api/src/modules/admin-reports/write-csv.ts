import type { Stats } from '@cuentos/contract/admin-reports';
import { csvHeads } from './texts.ts';

type Cell = string | number | null;

/** The figures as a file for a spreadsheet; in Chile the comma belongs to numbers, and one splits at semicolons. */
export function statsCsv({ figures, days, most_read }: Stats): string {
  const rows: (readonly Cell[])[] = [
    csvHeads.figures,
    ...figures.map(({ name, value, definition }) => [name, value, definition]),
    [],
    csvHeads.days,
    ...days.map(({ day, sales, amount, refunds }) => [day, sales, amount, refunds]),
    [],
    csvHeads.parts,
    ...most_read.parts.map(({ book_name, book_part_name, readers }) => [book_name, book_part_name, readers]),
  ];
  // The mark lets spreadsheets read accents.
  return `\uFEFF${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
}

/** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
