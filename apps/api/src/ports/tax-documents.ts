import type { TaxDocumentKind } from '@cuentos/domain/accounting/movements';

/** A line of a tax document; pesos, and `net + vat` is `total`. */
export interface TaxDocumentLine {
  readonly name: string;
  readonly quantity: number;
  readonly net: number;
  readonly vat: number;
  readonly total: number;
}

/**
 * Facts that an issuer needs to make a tax document of Chile, and no others: they name no buyer, because a boleta to a
 * consumer needs none. Every amount is an integer number of pesos; the lines add up to the sums.
 */
export interface TaxDocument {
  /** The shop's own id: an issuer that is asked twice with the same one makes one document. */
  readonly id: string;
  readonly kind: TaxDocumentKind;
  /** The tax office's number of the kind: boleta electrónica (afecta), nota de crédito electrónica. */
  readonly code: 39 | 61;
  /** The shop's own number, without gaps for each kind. It is no folio. */
  readonly number: number;
  /** Day in Santiago of the sale, or of the return: `yyyy-MM-dd`. */
  readonly date: string;
  readonly seller: { readonly rut: string; readonly name: string; readonly address: string | null };
  readonly currency: 'CLP';
  readonly lines: readonly TaxDocumentLine[];
  readonly net: number;
  readonly vat: number;
  readonly total: number;
  /** Number of the shop's order. */
  readonly order: string;
  readonly payment: string;
  /** Boleta to which a credit note refers; null on a boleta. */
  readonly reference: {
    readonly code: 39;
    readonly id: string;
    readonly number: number;
    readonly folio: string | null;
    readonly date: string;
    readonly reason: string;
  } | null;
}

/** A document that an issuer made. */
export interface IssuedDocument {
  /** The tax office's number of the document; null while the issuer has none. */
  readonly folio: string | null;
  /** Key of its file in the shop's storage. */
  readonly file: string;
}

/** Makes tax documents. It fails in one of two ways: {@link IssuerUnavailable}, {@link IssuerRefused}. */
export interface TaxDocumentIssuer {
  /** Name for stored rows and the start log. */
  readonly name: string;
  /** Makes the document of an id once, however often it is requested. */
  issue(document: TaxDocument): Promise<IssuedDocument>;
}

/** No usable answer in time; whether the call had an effect is unknown. Worth trying again. */
export class IssuerUnavailable extends Error {
  override name = 'IssuerUnavailable';
}

/** The issuer understood and said no: a person has to look. */
export class IssuerRefused extends Error {
  override name = 'IssuerRefused';
}
