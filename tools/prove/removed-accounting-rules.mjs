// The rules of the month, of tax documents and of the provider's report. How an entry is made: removed-rule.mjs.

import { of } from './removed-rule.mjs';

const DOMAIN = 'packages/domain/src';
const MODULES = 'apps/api/src/modules';
const ACCOUNTING = 'apps/api/src/modules/accounting';
const movements = [`${DOMAIN}/accounting/movements.test.ts`];
const documents = [`${ACCOUNTING}/accounting.test.ts`];
const months = [`${ACCOUNTING}/month.test.ts`];
const restoring = ['apps/api/src/commands/restore-told.test.ts'];

/** @type {readonly import('./removed-rule.mjs').RemovedRule[]} */
export const removedAccountingRules = [
  ...of(`${DOMAIN}/accounting/movements.ts`, movements, [
    ['what never came is in no sum', 'if (!cameIn(payment) && noted.length === 0) return [];', ''],
    ['other coins are in no sum', 'currency === CURRENCY && cameStates.has(state)', 'cameStates.has(state)'],
    ['what a bank took back is not held', " || payment.state === 'charged_back') return 0;", ') return 0;'],
    ['what was given back by other means is not held', ' - payment.settledAmount);', ');'],
    ['a refund is noted once', 'if (isNoted(id)) continue;', ''],
    [
      'what the provider told is not noted again as ours',
      'const covered = Math.min(unnamedRefunds, amount);',
      'const covered = 0;',
    ],
    [
      'what a named refund took covers no other',
      '-sumOf(noted.filter(isRefund)) - named);',
      '-sumOf(noted.filter(isRefund)));',
    ],
    ['what no refund explains is noted', 'if (amount === 0) continue;', 'continue;'],
    [
      'what a bank gives back is given back to the sale',
      'if (!isSale && heldAmount > 0 && disputedAmount > 0)',
      'if (false)',
    ],
    ['what bought nothing is no sale', 'const isSale = payment.problem === null;', 'const isSale = true;'],
    [
      'only a sale whose way was the issuer gets a document',
      "if (movements.find(({ way }) => way !== null)?.way !== 'issuer') return [];",
      '',
    ],
    ['what bought nothing gets no boleta', '.filter(({ isSale }) => isSale);', ';'],
    ['a sale gets one boleta', 'if (!requestedBoleta) due.push(boleta);', 'due.push(boleta);'],
    ['a boleta is of the day on which the money last came', 'ofSale.findLast((', 'ofSale.find(('],
    [
      'what went back before the boleta has no note',
      'ofSale.filter(({ index }) => index > boleta.movement);',
      'ofSale.filter(({ index }) => index >= 0);',
    ],
    [
      'notes are never more than their boleta',
      'Math.min(boleta.total, -sumOf(back) - undone)',
      '-sumOf(back) - undone',
    ],
    ['what did not go back after all has its note already', '-sumOf(back) - undone)', '-sumOf(back))'],
    [
      'what did not go back after all is called so',
      "-of('refund') - of('refund_undone') >= amount ? 'refund_undone' : 'correction'",
      "'correction'",
    ],
    ['what was noted already gets no other note', ' - noted;', ';'],
    [
      'a chargeback is no return of the shop’s',
      "new Set(['refund', 'settled', 'reclassified'])",
      "new Set(['refund', 'settled', 'reclassified', 'chargeback'])",
    ],
    ['what went back before it was heard of gets no boleta', '(!came || sumOf(ofSale) <= 0)', '!came'],
  ]),
  ...of(
    `${DOMAIN}/accounting/month.ts`,
    [...movements, ...months],
    [
      [
        'what bought nothing has no tax',
        'if (!isSale) return { total: amount, net: 0, vat: 0, owed: amount, fee };',
        '',
      ],
      [
        'a month begins at midnight of Santiago',
        'from: startOfSantiagoDay(first)',
        'from: Date.UTC(first.year, first.month - 1, 1)',
      ],
    ],
  ),
  ...of(
    `${DOMAIN}/accounting/provider-report.ts`,
    [`${DOMAIN}/accounting/provider-report.test.ts`],
    [
      [
        'a peso more is a difference',
        'a.came === b.came && a.back === b.back',
        'Math.abs(a.came - b.came) < 2 && a.back === b.back',
      ],
      ['another fee is a difference', "provider.fee === own.fee ? null : 'fee'", 'null'],
    ],
  ),
  ...of(`${ACCOUNTING}/movements.ts`, documents, [
    [
      'what holds when a payment is approved is written down with it',
      "rows.length === 0 ? await taxDocumentNow(tx) : 'undecided'",
      "'undecided'",
    ],
  ]),
  ...of(`${ACCOUNTING}/movements.ts`, months, [
    [
      'payments of before get no document',
      "now: Math.max(stateAt, paidAt) }, 'undecided');",
      'now: Math.max(stateAt, paidAt) });',
    ],
  ]),
  ...of(`${ACCOUNTING}/issue-documents.ts`, documents, [
    [
      'every try is about the same document',
      'if (row.content !== null) return JSON.parse(row.content) as TaxDocument;',
      '',
    ],
    [
      'numbers have no gaps',
      '(await repository.lastNumber(tx, row.kind)) + 1',
      '(await repository.lastNumber(tx, row.kind)) + 2',
    ],
    ['a note waits for its boleta', "row.kind === 'credit_note' && boleta?.state !== 'issued'", 'false'],
    ['a document is issued once', "if (!row || row.state === 'issued') return null;", 'if (!row) return null;'],
    ['no document without a seller', 'if (rut === null || name === null) {', 'if (false) {'],
  ]),
  ...of(`${ACCOUNTING}/service.ts`, documents, [
    [
      'a document is for its buyer and for admins',
      "(caller.role === 'admin' || (await repository.ownerOf(db.read, row)) === caller.userId)",
      'true',
    ],
    [
      'a lost file is not asked of another issuer',
      "if (row.issuer !== context.issuer.name) throw new AppError('tax_document_not_found');",
      '',
    ],
  ]),
  ...of('apps/api/src/modules/accounting/admin/read-report.ts', months, [
    ['a day of the report is not guessed', 'if (!instant.safeParse(text).success) throw', 'if (text === "ayer") throw'],
  ]),
  ...of(
    `${MODULES}/payments/settle-payment.ts`,
    [...documents, ...months],
    [
      [
        'what is told of a payment of before comes after it',
        'if (storedPayment) await noteEarlier(tx, storedPayment.id);',
        '',
      ],
      ['what is settled of a payment of before comes after it', 'await noteEarlier(tx, action.paymentId);', ''],
      ['what moves money is noted with it', 'if (payment) await noteMovements(tx, payment.id, now);', ''],
      [
        'what is settled by other means is noted',
        '    await noteMovements(tx, payment.id, now);\n    const order',
        '    const order',
      ],
    ],
  ),
  ...of(`${ACCOUNTING}/repository.ts`, restoring, [
    [
      'numbers go on after those that a restore took away',
      'row?.number ?? 0, givenNumber?.last ?? 0',
      'row?.number ?? 0',
    ],
  ]),
  ...of('apps/api/src/platform/db/endings.ts', restoring, [
    [
      'a restore keeps the last number of each kind',
      'if (last <= (storedNumbers.get(kind) ?? 0)) continue;',
      'if (last > 0) continue;',
    ],
    [
      'a document that both states know keeps its number',
      'for (const { id, ...document } of numbered)',
      'for (const { id, ...document } of numbered.slice(numbered.length))',
    ],
    [
      'a second restore knows the numbers of before the first',
      "...(await tx.selectFrom('tax_numbers_given').selectAll().execute()),",
      '',
    ],
  ]),
  ...of(
    `${MODULES}/refunds/process-refunds.ts`,
    [...documents, ...months],
    [
      ['what goes back of a payment of before comes after it', 'await noteEarlier(tx, before.id);', ''],
      ['what goes back is noted', 'await noteMovements(tx, payment.id, now);', ''],
    ],
  ),
];
