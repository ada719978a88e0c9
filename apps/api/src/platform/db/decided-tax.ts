/** Names of the choice before version 29 of the schema, and those of today. */
const names: Readonly<Record<string, string>> = { 'payment-receipt': 'voucher', own: 'issuer' };

interface LegalSection {
  readonly published: string;
  readonly draft: string | null;
  readonly revision: number;
}

/**
 * Brings the legal section of a shop of an earlier version up to date: what stands for the tax of a sale was written
 * there from the beginning, so a section that nobody worked on tells of no decision.
 */
export function withDecidedTax<Row extends LegalSection>(row: Row): Row {
  const bring = (text: string): string => {
    const section = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const { tax_document: before } = section;
    if (typeof before !== 'string' || !(before in names)) return text;
    const isUntouched = row.revision <= 1;
    return JSON.stringify({ ...section, tax_document: isUntouched ? 'undecided' : names[before] });
  };
  return { ...row, published: bring(row.published), draft: row.draft === null ? null : bring(row.draft) };
}
