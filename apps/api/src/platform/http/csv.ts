/** Value of a cell; null is empty. */
export type Cell = string | number | null;

/**
 * Rows as a file for a spreadsheet. In Chile the comma belongs to numbers, so one splits at semicolons; the mark at the
 * beginning lets spreadsheets read accents.
 */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
}

/** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
