import type { LegalKind } from '@cuentos/contract/shop';

/** Address of each legal document. */
export const legalPaths: Readonly<Record<LegalKind, string>> = {
  privacy: '/privacy-policy',
  terms: '/terms-and-conditions',
};
