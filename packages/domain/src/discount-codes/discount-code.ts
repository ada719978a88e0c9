import { normalizeText } from '../text/normalize.ts';

/** Length of a code, without characters that folding removes. */
export const CODE_LENGTH = { min: 3, max: 24 } as const;

/**
 * A code as it is stored and compared, however it was typed: upper case, without accents and spaces. "Llavés 20"
 * becomes "LLAVES20".
 */
export function normaliseCode(typed: string): string {
  return normalizeText(typed, 'NFD')
    .replaceAll(/[\p{M}\s]/gu, '')
    .toUpperCase();
}

/** Whether a normalised text may be a code. */
export function isCode(code: string): boolean {
  return /^[A-Z0-9-]+$/.test(code) && code.length >= CODE_LENGTH.min && code.length <= CODE_LENGTH.max;
}

/** When and how often a code can be used; instants in epoch milliseconds. */
export interface CodeTerms {
  readonly isActive: boolean;
  /** First instant; null from the beginning. */
  readonly startsAt: number | null;
  /** Last instant; null for ever. */
  readonly endsAt: number | null;
  /** Most uses in all; null for no limit. */
  readonly maxUses: number | null;
  /** Orders of one person; null for as many as come. */
  readonly maxUsesPerPerson: number | null;
}

/** State of a code in the list of the team. */
export type CodeState = 'running' | 'later' | 'over' | 'used_up' | 'off';

/** @param uses orders that use the code now. */
export function codeState(terms: CodeTerms, uses: number, now: number): CodeState {
  if (!terms.isActive) return 'off';
  if (terms.endsAt !== null && now > terms.endsAt) return 'over';
  if (terms.maxUses !== null && uses >= terms.maxUses) return 'used_up';
  return terms.startsAt !== null && now < terms.startsAt ? 'later' : 'running';
}

/** Orders that use a code now, without the one that is checked. */
export interface CodeUses {
  readonly all: number;
  /** Orders of the caller with this code; 0 for a visitor. */
  readonly own: number;
  /** Unpaid orders among them that can still be paid. */
  readonly ownUnpaid: number;
}

/** Reasons why a code does not apply. */
export type CodeRefusal = 'over' | 'not_yet' | 'used_by_you' | 'in_unpaid_order' | 'used_up';

/** Why a code cannot be used now, by anyone or by this person; null when it can. */
export function refusalOfCode(terms: CodeTerms, uses: CodeUses, now: number): CodeRefusal | null {
  const state = codeState(terms, uses.all, now);
  if (state === 'off' || state === 'over') return 'over';
  if (state === 'later') return 'not_yet';
  const { maxUses, maxUsesPerPerson } = terms;
  const isUsedUp = (unpaid: number) => ({
    own: maxUsesPerPerson !== null && uses.own - unpaid >= maxUsesPerPerson,
    all: maxUses !== null && uses.all - unpaid >= maxUses,
  });
  // Checks the caller's own uses first, because that sentence helps more than 'used up'.
  const paid = isUsedUp(uses.ownUnpaid);
  if (paid.own) return 'used_by_you';
  if (paid.all) return 'used_up';
  const { own, all } = isUsedUp(0);
  return own || all ? 'in_unpaid_order' : null;
}
