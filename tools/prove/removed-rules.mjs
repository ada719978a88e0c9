// All rules that the tests are run without, by list.

import { removedAccountingRules } from './removed-accounting-rules.mjs';
import { removedDiscountCodeRules } from './removed-discount-code-rules.mjs';
import { removedGiftRules } from './removed-gift-rules.mjs';
import { removedMoneyRules } from './removed-money-rules.mjs';
import { removedProductRules } from './removed-product-rules.mjs';
import { removedProviderRules } from './removed-provider-rules.mjs';
import { removedWithdrawalRules } from './removed-withdrawal-rules.mjs';

export const removedRules = {
  money: [
    ...removedMoneyRules,
    ...removedWithdrawalRules,
    ...removedDiscountCodeRules,
    ...removedGiftRules,
    ...removedAccountingRules,
    ...removedProviderRules,
  ],
  product: removedProductRules,
};

/**
 * The rule that a run of the tests is to do without.
 * @param {string | undefined} asked LIST:INDEX
 * @returns {import('./removed-rule.mjs').RemovedRule | undefined}
 */
export function askedRule(asked) {
  const [list = '', index = ''] = (asked ?? '').split(':');
  return Object.hasOwn(removedRules, list) ? removedRules[list][Number(index)] : undefined;
}
