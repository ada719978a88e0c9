import type { z } from 'zod';
import type * as adminAccounting from '../admin/accounting.ts';
import type * as reports from '../admin/reports.ts';
import { endpoint } from '../endpoint.ts';

/** The calls about tax documents and of 'Contabilidad', like those of `endpoints.ts`: no reading needs these. */

/** The file of a document, for the buyer whose order it is of, and for admins. */
export const taxDocumentFile = endpoint('GET', '/api/tax_documents/:id', {} as { response: z.ZodUnknown });

export const adminAccountingMonth = endpoint(
  'GET',
  '/api/admin/accounting/:month',
  {} as { response: typeof adminAccounting.accountingMonth },
);
/** The same as a file, with every row. */
export const adminAccountingCsv = endpoint(
  'GET',
  '/api/admin/accounting/:month/movements.csv',
  {} as { response: z.ZodString },
);
/** A form with the provider's report as `report`. */
export const adminCompareReport = endpoint(
  'POST',
  '/api/admin/accounting/:month/report',
  {} as { response: typeof adminAccounting.reportComparison },
);
/** Asks the issuer again now. */
export const adminRetryTaxDocument = endpoint(
  'POST',
  '/api/admin/tax_documents/:id/retry',
  {} as { response: typeof reports.retried },
);
