import { expect, it } from 'vitest';
import { type Dispute, documentsOf, fitsPayment } from './dispute.ts';

const NOW = Date.UTC(2026, 10, 26);
const dispute: Dispute = {
  documentsRequired: true,
  documentsStatus: 'pending',
  documentsDeadline: NOW + 1,
  isCovered: null,
  isCoverable: true,
};

it.each<[string, Partial<Dispute>, ReturnType<typeof documentsOf>]>([
  ['asked for and in time', {}, 'needed'],
  ['asked for on the last instant', { documentsDeadline: NOW }, 'needed'],
  ['asked for without a last day', { documentsDeadline: null }, 'needed'],
  ['asked for, and the last day is over', { documentsDeadline: NOW - 1 }, 'late'],
  ['not sent in time, as the provider says', { documentsStatus: 'not_supplied' }, 'late'],
  ['not asked for, as its own example says it', { documentsRequired: false, documentsStatus: 'not_supplied' }, 'none'],
  ['not needed', { documentsStatus: 'not_applicable' }, 'none'],
  ['sent', { documentsStatus: 'review_pending', documentsDeadline: NOW - 1 }, 'in_review'],
  ['accepted', { documentsStatus: 'valid' }, 'accepted'],
  ['refused', { documentsStatus: 'invalid' }, 'refused'],
  ['not told', { documentsRequired: null, documentsStatus: null }, null],
  ['a word that is not documented', { documentsStatus: 'sleeping' }, 'needed'],
])('documents: %s', (_, change, expected) => {
  expect(documentsOf({ ...dispute, ...change }, NOW)).toBe(expected);
});

it.each([
  ['all of it', { amount: 1490, currency: 'CLP' }, true],
  ['a part of it', { amount: 490, currency: 'CLP' }, true],
  ['more than was paid', { amount: 1491, currency: 'CLP' }, false],
  ['another currency', { amount: 1490, currency: 'ARS' }, false],
  ['nothing', { amount: 0, currency: 'CLP' }, false],
])('a dispute of a payment: %s', (_, dispute, expected) => {
  expect(fitsPayment(dispute, { amount: 1490, currency: 'CLP' })).toBe(expected);
});
