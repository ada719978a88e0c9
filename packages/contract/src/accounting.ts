import { z } from 'zod';
import { callsOf } from './call.ts';
import { accountingChecks } from './check-words.ts';
import { formFile, requiredLine } from './form-fields.ts';
import { limits } from './limits.ts';
import { namedTitle } from './named.ts';
import { retried } from './paging.ts';
import { bounded, id, instant } from './primitives.ts';

const { admin, anyone, user } = callsOf('accounting');

/** A tax document of an order as its buyer is told of it. */
export const orderDocument = z.object({
  /** `voucher`: the provider's own counts as boleta, and there is nothing else. */
  kind: z.enum(['voucher', 'boleta', 'credit_note']),
  /** Null for the provider's. */
  id: z.string().nullable(),
  /** The tax office's number; null while no issuer gave one. */
  folio: z.string().nullable(),
  /** The shop's own number, which is no folio; null until the document is made. */
  number: z.int().nullable(),
  /** Pesos; null for the provider's. */
  total: z.int().nullable(),
  /** Instant of the sale or the return; null for a row of the provider. */
  at: instant.nullable(),
  has_file: z.boolean(),
});
export type OrderDocument = z.infer<typeof orderDocument>;

const pesos = z.int();

/** `2026-11`. */
export const monthParams = z.object({ month: z.string().regex(/^\d{4}-\d{2}$/) });

/** The tax document of a row. */
export const rowDocument = z.object({
  /** `none`: nothing needs a document, or an admin has to decide. */
  kind: z.enum(['voucher', 'undecided', 'none', 'boleta', 'credit_note']),
  id: z.string().nullable(),
  /** Prepared: its data are ready for an issuer outside of the shop. Issued: the tax office has it, under a folio. */
  state: z.enum(['requested', 'prepared', 'issued', 'failed']).nullable(),
  number: z.int().nullable(),
  folio: z.string().nullable(),
  has_file: z.boolean(),
  /** Why the document does not exist yet. */
  error: z.enum(['seller', 'unavailable', 'refused']).nullable(),
});
export type RowDocument = z.infer<typeof rowDocument>;

export const monthRow = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum([
    'payment',
    'refund',
    'refund_undone',
    'settled',
    'chargeback',
    'chargeback_won',
    'reclassified',
    'correction',
    'fee',
  ]),
  /** False for a payment that bought nothing. */
  is_sale: z.boolean(),
  order_id: z.string().nullable(),
  payment_number: z.string(),
  method: z.string(),
  /** Without an id once the account is deleted. */
  buyer: z.object({ id: z.string().nullable(), name: z.string(), email: z.string() }).nullable(),
  titles: z.array(namedTitle),
  net: pesos,
  vat: pesos,
  owed: pesos,
  total: pesos,
  fee: pesos,
  document: rowDocument,
});
export type MonthRow = z.infer<typeof monthRow>;

/** GET /api/admin/accounting/{month}: what the accountant needs of a month, to the peso. */
export const accountingMonth = z.object({
  month: z.string(),
  sums: z.object({
    sales: pesos,
    returns: pesos,
    net: pesos,
    vat: pesos,
    owed: pesos,
    fees: pesos,
    total: pesos,
    left: pesos,
  }),
  /** The latest; of a long month not all, which the file has. */
  rows: z.array(monthRow),
  row_count: z.int(),
  /** Payments whose movements do not add up to the ledger. */
  differences: z.array(
    z.object({ payment_number: z.string(), order_id: z.string().nullable(), held: pesos, noted: pesos }),
  ),
  /** Figures that differ in 'Ventas'; the lines lead from its value to that of the month, to the peso. */
  bridges: z.array(
    z.object({
      figure: z.enum(['sold', 'returned', 'fees', 'vat', 'left']),
      sales: pesos,
      accounting: pesos,
      lines: z.array(
        z.object({
          reason: z.enum(['not_a_sale', 'other_month', 'taxed', 'rounding', 'sold', 'returned', 'fees', 'vat']),
          amount: pesos,
        }),
      ),
    }),
  ),
  /** Payments of the month that no rule for documents held for. */
  undecided: z.int(),
  /** Tax document of new payments. */
  way: z.enum(['undecided', 'voucher', 'issuer']),
});
export type AccountingMonth = z.infer<typeof accountingMonth>;

/** Contents of a tax document, for the person who types it into the tax office's page. */
export const taxDocumentSheet = z.object({
  id: z.string(),
  kind: z.enum(['boleta', 'credit_note']),
  /** The tax office's number of the kind. */
  code: z.union([z.literal(39), z.literal(61)]),
  number: z.int(),
  folio: z.string().nullable(),
  /** False where an issuer gives the folio. */
  is_folio_open: z.boolean(),
  /** `2026-11-18`, in Santiago. */
  date: z.string(),
  seller: z.object({ rut: z.string(), name: z.string(), address: z.string().nullable() }),
  lines: z.array(z.object({ name: z.string(), quantity: z.int(), net: pesos, vat: pesos, total: pesos })),
  net: pesos,
  vat: pesos,
  total: pesos,
  order_id: z.string(),
  payment_number: z.string(),
  /** The boleta that a credit note refers to, with the folio that it has now; null on a boleta. */
  reference: z
    .object({ number: z.int(), folio: z.string().nullable(), date: z.string(), reason: z.string() })
    .nullable(),
});
export type TaxDocumentSheet = z.infer<typeof taxDocumentSheet>;

/** The tax office counts each kind from 1, with up to ten digits. */
export const folio = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,9}$/, accountingChecks.folio);

/** PUT /api/admin/tax_documents/{id}/folio. */
export const folioBody = z.object({
  /** Null removes the folio. */
  folio: folio.nullable(),
  /** The folio with which the form began. */
  seen: z.object({ folio: z.string().nullable() }).optional(),
});

const sums = z.object({ came: pesos, back: pesos, fee: pesos });

/** POST /api/admin/accounting/{month}/report: the provider's report beside the ledger. */
export const reportComparison = z.object({
  /** Lines of the file that are about payments of the month. */
  lines: z.int(),
  /** Other lines: of other months, or about something else. */
  ignored: z.int(),
  /** Lines of kinds that the shop does not know: an admin has to look at them. */
  unknown: z.array(z.object({ kind: z.string(), lines: z.int(), amount: z.int() })),
  agreeing: z.int(),
  differences: z.array(
    z.object({
      kind: z.enum(['only_provider', 'only_ours', 'other_month', 'amount', 'fee']),
      payment_number: z.string(),
      order_id: z.string().nullable(),
      titles: z.array(namedTitle),
      provider: sums.nullable(),
      ours: sums.nullable(),
    }),
  ),
  provider: sums,
  ours: sums,
});
export type ReportComparison = z.infer<typeof reportComparison>;

/** The file of a document, for the buyer whose order it is of, and for admins. */
export const getTaxDocument = user('GET', '/api/tax_documents/:id', 'The file of a tax document of an own order', {
  answer: z.unknown(),
});

export const adminGetAccountingMonth = admin('GET', '/api/admin/accounting/:month', 'Sums and rows of a month', {
  params: monthParams.shape,
  answer: accountingMonth,
});

/** The same as a file, with every row. */
export const adminGetAccountingCsv = admin(
  'GET',
  '/api/admin/accounting/:month/movements.csv',
  'Every row of a month as a file',
  { asksAgain: true, params: monthParams.shape, answer: z.string() },
);

export const adminCompareReport = admin(
  'POST',
  '/api/admin/accounting/:month/report',
  'The provider’s report beside the ledger',
  { params: monthParams.shape, form: z.object({ report: formFile }), answer: reportComparison },
);

export const adminGetTaxDocument = admin(
  'GET',
  '/api/admin/tax_documents/:id',
  'What a tax document says, to be typed or printed',
  { answer: taxDocumentSheet },
);

export const adminTypeFolio = admin(
  'PUT',
  '/api/admin/tax_documents/:id/folio',
  'Note the folio of a document that was issued outside of the shop',
  { body: folioBody, answer: taxDocumentSheet },
);

export const adminRetryTaxDocument = admin(
  'POST',
  '/api/admin/tax_documents/:id/retry',
  'Ask the issuer for a document again',
  { answer: retried },
);

/** Days for which a link of an accountant may be good. */
export const accountantLinkDays = [30, 90, 365] as const;

export const accountantLink = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant,
  expires_at: instant,
  last_used_at: instant.nullable(),
  is_over: z.boolean(),
});
export type AccountantLink = z.infer<typeof accountantLink>;

export const accountantLinkBody = z.object({
  name: requiredLine(accountingChecks.linkName, limits.accountantNameMax),
  days: z.literal([...accountantLinkDays]),
});
export type AccountantLinkBody = z.input<typeof accountantLinkBody>;

/** The links that were not withdrawn. */
export const adminListAccountantLinks = admin('GET', '/api/admin/accountant_links', 'Links of accountants', {
  answer: z.object({ links: z.array(accountantLink) }),
});

/** The only answer with the token. */
export const adminMakeAccountantLink = admin('POST', '/api/admin/accountant_links', 'Make a link for an accountant', {
  asksAgain: true,
  body: accountantLinkBody,
  answer: z.object({ token: z.string() }),
  status: 201,
});

export const adminWithdrawAccountantLink = admin(
  'DELETE',
  '/api/admin/accountant_links/:id',
  'Withdraw a link of an accountant',
);

/** The token is in the body, so that it appears in no address. */
const byLink = z.object({ token: bounded(200) });

/** A month as the accountant's link shows it: without names or addresses of buyers. */
export const accountantMonth = accountingMonth.pick({ month: true, sums: true, row_count: true }).extend({
  /** The month of now in Santiago; none after it has begun. */
  latest: z.string(),
  documents: z.array(
    rowDocument
      .pick({ number: true, folio: true, state: true, has_file: true })
      .extend({ id: z.string(), kind: z.enum(['boleta', 'credit_note']), at: instant, total: pesos }),
  ),
});
export type AccountantMonth = z.infer<typeof accountantMonth>;

/** Without a month, that of now. */
export const openAccountantMonth = anyone('POST', '/api/accountant/month', 'A month by the link of an accountant', {
  body: byLink.extend({ month: monthParams.shape.month.optional() }),
  answer: accountantMonth,
});

export const openAccountantCsv = anyone('POST', '/api/accountant/movements.csv', 'Its rows as a file', {
  body: byLink.extend(monthParams.shape),
  answer: z.string(),
});

export const openAccountantDocument = anyone('POST', '/api/accountant/document', 'The file of a tax document by it', {
  body: byLink.extend({ id }),
  answer: z.unknown(),
});
