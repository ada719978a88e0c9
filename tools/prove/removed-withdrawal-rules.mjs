// The rules about what a buyer takes back, which stand with those about money. How an entry is made: removed-rule.mjs.

import { of } from './removed-rule.mjs';

const DOMAIN = 'packages/domain/src';
const MODULES = 'apps/api/src/modules';

const withdrawing = [`${MODULES}/refunds/withdrawal.test.ts`];

/** @type {readonly import('./removed-rule.mjs').RemovedRule[]} */
export const removedWithdrawalRules = [
  ...of(
    `${DOMAIN}/refunds/withdrawal.ts`,
    [`${DOMAIN}/refunds/withdrawal.test.ts`],
    [
      ['what was opened is not taken back', "if (part.openedAt !== null) return refuse('opened');", ''],
      ['the right to take back has an end', "if (now > until) return refuse('late');", ''],
      [
        'the end of the right is the end of a day',
        'return endOfSantiagoDay(santiagoDate(noon));',
        'return paidAt + WITHDRAWAL_DAYS * DAY_MS;',
      ],
      ['what is held otherwise is not taken back', "if (!part.isHeld) return refuse('not_held');", ''],
      ['what is free is not taken back', "if (price <= 0) return refuse('free');", ''],
      [
        'what is in dispute is not taken back',
        "if (good.some(({ payment }) => isDisputed(payment))) return refuse('disputed');",
        '',
      ],
      ['what went back is not taken back', "if (amount <= 0) return refuse('returned');", ''],
      [
        'a payment too many pays for nothing that is taken back',
        'payments.filter(({ payment }) => payment.problem === null)',
        '[...payments]',
      ],
    ],
  ),
  ...of(`${MODULES}/refunds/withdraw.ts`, withdrawing, [
    ['only what may be is taken back', 'if (refusal !== null) throw new AppError(refusals[refusal]);', ''],
    ['taking back twice is once', "if (refusal === 'returned' && wasWithdrawn(facts, partId)) return;", ''],
    [
      'taking back ends access before the provider agrees',
      'await revokeByOrder(tx, { orderId, partId, reason: WITHDRAWAL, now });',
      '',
    ],
    [
      'a purchase is taken back in writing',
      "await recordAudit(tx, { actorId: userId, action: 'order.withdrawn', subject: orderId, detail }, now);",
      '',
    ],
    ['the good payment alone is taken back', 'paymentId: payingOf(facts)', 'paymentId: null'],
  ]),
  ...of('apps/api/src/modules/entitlements/service.ts', withdrawing, [
    [
      'nothing goes out to who gave it back meanwhile',
      "if (!accessOf(rows, part, now).canRead) throw new AppError('part_not_found');",
      '',
    ],
    [
      'early reading opens too',
      "const kind = owned ? 'deliveries' : 'early_readings';",
      "const kind = 'deliveries';\n  if (!owned) return;",
    ],
  ]),
  ...of('apps/api/src/modules/editions/service.ts', withdrawing, [
    ['a single file opens too', 'if (readable) await entitlements.deliver(partAccess);', ''],
  ]),
];
