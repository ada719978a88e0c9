import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaymentProblem, PaymentState } from '../payments/payment.ts';
import {
  type DocumentRequest,
  documentsDue,
  type DocumentWay,
  heldOf,
  type Movement,
  movementsDue,
  type PaymentNow,
  type CompletedRefund,
} from './movements.ts';
import { monthAfter, monthOf, monthSpan, moneyOf, sumMonth } from './month.ts';

const PAID = Date.UTC(2026, 10, 18, 15);
const LATER = PAID + 86_400_000;

const good: PaymentNow = {
  state: 'approved',
  problem: null,
  amount: 1490,
  refundedAmount: 0,
  settledAmount: 0,
  currency: 'CLP',
  fee: 57,
};

const due = (
  payment: PaymentNow,
  noted: readonly Movement[] = [],
  { refunds = [], way = 'issuer' }: { refunds?: readonly CompletedRefund[]; way?: DocumentWay } = {},
) => movementsDue({ payment, refunds, noted, way, paidAt: PAID, now: LATER });

const completedRefund = (id: string, amount: number): CompletedRefund => ({ id, amount, doneAt: LATER });

describe('movements of a payment', () => {
  it('begin when the payment is approved, with its fee and the tax document decided then', () => {
    expect(due(good)).toEqual([
      { kind: 'payment', isSale: true, amount: 1490, fee: 57, refundId: null, way: 'issuer', at: PAID },
    ]);
    for (const state of ['pending', 'rejected', 'cancelled'] as const) expect(due({ ...good, state })).toEqual([]);
    expect(due({ ...good, currency: 'ARS', problem: 'wrong_currency' })).toEqual([]);
  });

  it('are recorded once', () => {
    const noted = due(good);
    expect(due(good, noted)).toEqual([]);
    expect(due(good, noted, { way: 'voucher' }), 'what holds later changes nothing').toEqual([]);
  });

  it('name each refund, and a refund that is reported in two ways once', () => {
    const noted = due(good);
    const back = due({ ...good, refundedAmount: 490 }, noted, { refunds: [completedRefund('a', 490)] });
    expect(back).toMatchObject([{ kind: 'refund', amount: -490, refundId: 'a', at: LATER, way: null }]);
    const allMovements = [...noted, ...back];
    const rest = due({ ...good, state: 'refunded', refundedAmount: 1490 }, allMovements, {
      refunds: [completedRefund('a', 490), completedRefund('b', 1000)],
    });
    expect(rest).toMatchObject([{ kind: 'refund', amount: -1000, refundId: 'b' }]);
  });

  it('record once a refund that the provider reports before the shop completes it', () => {
    const boleta = { kind: 'boleta', total: 1490, movement: 0 } as const;
    const back = { ...good, refundedAmount: 300 };
    const told = [...due(good), ...due(back, due(good))];
    expect(told).toMatchObject([{ kind: 'payment' }, { kind: 'refund', amount: -300, refundId: null }]);
    expect(documentsDue(told, [boleta])).toEqual([{ kind: 'credit_note', total: 300, movement: 1 }]);
    const refunds = [completedRefund('a', 300)];
    expect(due(back, told, { refunds })).toEqual([]);
    const more = due({ ...good, refundedAmount: 500 }, told, { refunds: [...refunds, completedRefund('b', 200)] });
    expect(more).toMatchObject([{ kind: 'refund', amount: -200, refundId: 'b' }]);
    expect(
      due({ ...good, refundedAmount: 500 }, [...told, ...more], { refunds: [...refunds, completedRefund('b', 200)] }),
    ).toEqual([]);
  });

  it('record only the part of our refund that the provider has not reported before', () => {
    const told = [...due(good), ...due({ ...good, refundedAmount: 200 }, due(good))];
    const back = due({ ...good, refundedAmount: 300 }, told, { refunds: [completedRefund('a', 300)] });
    expect(back).toMatchObject([{ kind: 'refund', amount: -100, refundId: 'a' }]);
    const later = { ...good, refundedAmount: 500 };
    const next = due(later, [...told, ...back], { refunds: [completedRefund('a', 300), completedRefund('b', 200)] });
    expect(next).toMatchObject([{ kind: 'refund', amount: -200, refundId: 'b' }]);
  });

  it('record a settlement by other means, and stay even when the provider reports the same money later', () => {
    const noted = due(good);
    const settled = due({ ...good, settledAmount: 1490 }, noted);
    expect(settled).toMatchObject([{ kind: 'settled', amount: -1490, isSale: true }]);
    const refunded = { ...good, state: 'refunded' as const, refundedAmount: 1490 };
    const after = due(refunded, [...noted, ...settled], { refunds: [completedRefund('a', 1490)] });
    expect(after.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  it('record a chargeback and its return', () => {
    const noted = due(good);
    const lost = due({ ...good, state: 'charged_back' }, noted);
    expect(lost).toMatchObject([{ kind: 'chargeback', amount: -1490 }]);
    expect(due(good, [...noted, ...lost])).toMatchObject([{ kind: 'chargeback_won', amount: 1490 }]);
  });

  it('of a payment that bought nothing count outside of sales, both as income and as refund', () => {
    const twice = { ...good, problem: 'duplicate' as const };
    const noted = due(twice);
    expect(noted).toMatchObject([{ kind: 'payment', isSale: false, amount: 1490 }]);
    const back = due({ ...twice, state: 'refunded', refundedAmount: 1490 }, noted, {
      refunds: [completedRefund('a', 1490)],
    });
    expect(back).toMatchObject([{ kind: 'refund', isSale: false, amount: -1490 }]);
    const sums = sumMonth([...noted, ...back]);
    expect(sums).toMatchObject({ sales: 0, returns: 0, net: 0, vat: 0, owed: 0, total: 0, fees: 57 });
  });

  it('reclassify a sale whose payment turns out to be a duplicate', () => {
    const noted = due(good);
    expect(due({ ...good, problem: 'duplicate' }, noted)).toMatchObject([
      { kind: 'reclassified', isSale: true, amount: -1490 },
      { kind: 'reclassified', isSale: false, amount: 1490 },
    ]);
  });

  it('return a won chargeback to its sale, and reclassify it if another payment pays the order by then', () => {
    const noted = [...due(good), ...due({ ...good, state: 'charged_back' }, due(good))];
    const won = due({ ...good, problem: 'duplicate' }, noted);
    expect(won).toMatchObject([
      { kind: 'chargeback_won', isSale: true, amount: 1490 },
      { kind: 'reclassified', isSale: true, amount: -1490 },
      { kind: 'reclassified', isSale: false, amount: 1490 },
    ]);
    expect(documentsDue([...noted, ...won], [{ kind: 'boleta', total: 1490, movement: 0 }])).toEqual([
      { kind: 'credit_note', total: 1490, movement: 3 },
    ]);
  });

  it('record no win for a charged-back sale that another payment replaced', () => {
    const lost = { ...good, state: 'charged_back' } as const;
    const noted = [...due(good), ...due(lost, due(good))];
    expect(due({ ...lost, problem: 'duplicate' }, noted)).toEqual([]);
  });

  it('undo a settlement that an admin withdraws', () => {
    const settled = [...due(good), ...due({ ...good, settledAmount: 500 }, due(good))];
    expect(due(good, settled)).toMatchObject([{ kind: 'settled', amount: 500 }]);
  });

  it('add a fee that is reported later', () => {
    expect(due({ ...good, fee: 60 }, due(good))).toMatchObject([{ kind: 'fee', amount: 0, fee: 3 }]);
  });
});

describe('tax documents', () => {
  const asked = (movements: readonly Movement[], before: readonly DocumentRequest[] = []) =>
    documentsDue(movements, before);

  it("include one boleta for a sale whose tax document is the issuer's", () => {
    const noted = due(good);
    expect(asked(noted)).toEqual([{ kind: 'boleta', total: 1490, movement: 0 }]);
    expect(asked(noted, [{ kind: 'boleta', total: 1490, movement: 0 }])).toEqual([]);
  });

  it('exist only where the issuer made boletas when the sale was recorded, even if the setting changes later', () => {
    for (const way of ['voucher', 'undecided'] as const) {
      const noted = due(good, [], { way });
      expect(asked(noted)).toEqual([]);
      const back = due({ ...good, refundedAmount: 490 }, noted, {
        refunds: [completedRefund('a', 490)],
        way: 'issuer',
      });
      expect(asked([...noted, ...back])).toEqual([]);
    }
  });

  it('do not exist for a payment that bought nothing', () => {
    const twice = { ...good, problem: 'duplicate' as const };
    const noted = due(twice);
    expect(asked(noted)).toEqual([]);
    const back = due({ ...twice, state: 'refunded', refundedAmount: 1490 }, noted, {
      refunds: [completedRefund('a', 1490)],
    });
    expect(asked([...noted, ...back])).toEqual([]);
  });

  it('include a credit note for each return, never more in total than the boleta', () => {
    const noted = due(good);
    const first = due({ ...good, refundedAmount: 490 }, noted, { refunds: [completedRefund('a', 490)] });
    const boleta = { kind: 'boleta', total: 1490, movement: 0 } as const;
    expect(asked([...noted, ...first], [boleta])).toEqual([{ kind: 'credit_note', total: 490, movement: 1 }]);
    const settled = due({ ...good, refundedAmount: 490, settledAmount: 1000 }, [...noted, ...first], {
      refunds: [completedRefund('a', 490)],
    });
    const all = [...noted, ...first, ...settled];
    const firstNote = { kind: 'credit_note', total: 490, movement: 1 } as const;
    expect(asked(all, [boleta, firstNote])).toEqual([{ kind: 'credit_note', total: 1000, movement: 2 }]);
    // The provider later reports the refund that an admin had settled: it is the same money, so it gets no second note.
    const refunds = [completedRefund('a', 490), completedRefund('b', 1000)];
    const told = due({ ...good, state: 'refunded', refundedAmount: 1490 }, all, { refunds });
    expect(told.length).toBeGreaterThan(0);
    expect(asked([...all, ...told], [boleta, firstNote, { kind: 'credit_note', total: 1000, movement: 2 }])).toEqual(
      [],
    );
  });

  it('are a boleta for the payment and a credit note for the refund after it', () => {
    const noted = [...due(good), ...due({ ...good, refundedAmount: 300 }, due(good))];
    const boleta = { kind: 'boleta', total: 1490, movement: 0 } as const;
    const note = { kind: 'credit_note', total: 300, movement: 1 } as const;
    expect(documentsDue(noted, [])).toEqual([boleta, note]);
    const more = [...noted, ...due({ ...good, refundedAmount: 500 }, noted)];
    expect(documentsDue(more, [note, boleta])).toEqual([{ kind: 'credit_note', total: 200, movement: 2 }]);
  });

  it('contain one credit note for a refund that failed and was made again', () => {
    const boleta = { kind: 'boleta', total: 1490, movement: 0 } as const;
    const note = { kind: 'credit_note', total: 900, movement: 1 } as const;
    const refunds = [completedRefund('a', 900)];
    const all = [...due(good)];
    all.push(...due({ ...good, refundedAmount: 900 }, all, { refunds }));
    expect(asked(all, [boleta])).toEqual([note]);
    all.push(...due(good, all, { refunds }));
    all.push(...due({ ...good, refundedAmount: 900 }, all, { refunds }));
    expect(all.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      'payment 1490',
      'refund -900',
      'refund_undone 900',
      'refund -900',
    ]);
    expect(asked(all, [boleta, note])).toEqual([]);
  });

  it('do not exist for a chargeback', () => {
    const noted = due(good);
    const lost = due({ ...good, state: 'charged_back' }, noted);
    expect(asked([...noted, ...lost], [{ kind: 'boleta', total: 1490, movement: 0 }])).toEqual([]);
  });

  it('have the day on which the bank returned a sale first seen as charged back, and the amount left then', () => {
    const lost = due({ ...good, state: 'charged_back' });
    expect(asked(lost)).toEqual([]);
    const all = [...lost, ...due(good, lost)];
    expect(all.map(({ kind }) => kind)).toEqual(['payment', 'chargeback', 'chargeback_won']);
    expect(asked(all)).toEqual([{ kind: 'boleta', total: 1490, movement: 2 }]);
    // A part was refunded before the chargeback: the boleta is for the rest, and only a later refund gets a note.
    const refunds = [completedRefund('a', 490)];
    const less = due({ ...good, state: 'charged_back', refundedAmount: 490 }, [], { refunds });
    const won = [...less, ...due({ ...good, refundedAmount: 490 }, less, { refunds })];
    const boleta = { kind: 'boleta', total: 1000, movement: won.length - 1 } as const;
    expect(asked(won)).toEqual([boleta]);
    const more = { ...good, refundedAmount: 790 };
    const rest = due(more, won, { refunds: [...refunds, completedRefund('b', 300)] });
    expect(asked([...won, ...rest], [boleta])).toEqual([{ kind: 'credit_note', total: 300, movement: won.length }]);
  });

  it('do not exist for a payment that was refunded before the shop first saw it', () => {
    const gone = { ...good, state: 'refunded' as const, refundedAmount: 1490 };
    expect(asked(due(gone, [], { refunds: [completedRefund('a', 1490)] }))).toEqual([]);
  });
});

/** Next change of a payment that the shop may see. */
const step = fc.record({
  state: fc.constantFrom<PaymentState>('approved', 'approved', 'in_mediation', 'refunded', 'charged_back', 'pending'),
  problem: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom<PaymentProblem>('duplicate', 'wrong_amount') },
  ),
  back: fc.nat({ max: 800 }),
  settled: fc.nat({ max: 500 }),
  fee: fc.integer({ min: 50, max: 60 }),
  isRefundOurs: fc.boolean(),
  days: fc.nat({ max: 40 }),
  way: fc.constantFrom<DocumentWay>('voucher', 'issuer', 'undecided'),
});

describe('any history of a payment', () => {
  it('adds up to the money held, month by month, and gives at most one boleta, with notes for no more than it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90_000 }),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        (amount, steps) => {
          const noted: Movement[] = [];
          const documents: DocumentRequest[] = [];
          const refunds: CompletedRefund[] = [];
          let [now, refunded] = [PAID, 0];
          let payment = { ...good, amount };
          for (const { state, problem, back, settled, fee, isRefundOurs, days, way } of steps) {
            now += days * 86_400_000;
            const more = state === 'refunded' ? amount - refunded : Math.min(back, amount - refunded);
            refunded += more;
            if (isRefundOurs && more > 0) refunds.push({ id: `r${refunds.length}`, amount: more, doneAt: now });
            payment = { ...good, amount, state, problem, refundedAmount: refunded, settledAmount: settled, fee };
            const next = movementsDue({ payment, refunds, noted, way, paidAt: now, now });
            // A payment is recorded from its first approval on; earlier states give no movements.
            noted.push(...next);
            documents.push(...documentsDue(noted, documents));
            const heldAmount = noted.reduce((sum, movement) => sum + movement.amount, 0);
            expect(heldAmount).toBe(heldOf(payment));
          }
          checkMonths(noted);
          const total = (kind: string) =>
            documents.filter((each) => each.kind === kind).reduce((sum, each) => sum + each.total, 0);
          const boletas = documents.filter(({ kind }) => kind === 'boleta');
          expect(boletas.length).toBeLessThanOrEqual(1);
          expect(total('credit_note')).toBeLessThanOrEqual(total('boleta'));
          const way = noted[0]?.way ?? null;
          if (way !== 'issuer') expect(documents).toEqual([]);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function checkMonths(noted: readonly Movement[]): void {
  const months = [...Map.groupBy(noted, ({ at }) => monthOf(at))];
  let total = 0;
  for (const [month, rows] of months) {
    const span = monthSpan(month)!;
    for (const row of rows) {
      expect(row.at).toBeGreaterThanOrEqual(span.from);
      expect(row.at).toBeLessThan(span.to);
      const money = moneyOf(row);
      expect(money.net + money.vat + money.owed).toBe(money.total);
    }
    const sums = sumMonth(rows);
    expect(sums.sales + sums.returns + sums.owed).toBe(sums.total);
    expect(sums.net + sums.vat + sums.owed).toBe(sums.total);
    total += sums.total;
  }
  expect(total).toBe(noted.reduce((sum, { amount }) => sum + amount, 0));
}

describe('months', () => {
  it('are the calendar months of Santiago, consecutive and without a gap', () => {
    expect(monthOf(Date.UTC(2026, 11, 1, 2, 59))).toBe('2026-11');
    expect(monthOf(Date.UTC(2026, 11, 1, 3, 0))).toBe('2026-12');
    expect(monthSpan('2026-13')).toBeNull();
    expect(monthSpan('hola')).toBeNull();
    for (let month = '2024-01'; month < '2030-01'; month = monthAfter(month, 1)) {
      expect(monthSpan(month)?.to).toBe(monthSpan(monthAfter(month, 1))?.from);
      expect(monthAfter(monthAfter(month, 1), -1)).toBe(month);
      expect(monthOf(monthSpan(month)!.from)).toBe(month);
      expect(monthOf(monthSpan(month)!.to - 1)).toBe(month);
    }
  });

  it('count payments and reclassified payments as sales, and all other movements as returns', () => {
    const row = { ...due(good)[0]!, fee: 0 };
    const rows = [
      { ...row, kind: 'correction', amount: 100 },
      { ...row, kind: 'reclassified', amount: 50 },
      { ...row, kind: 'reclassified', amount: -30 },
      { ...row, kind: 'refund_undone', amount: 20 },
    ] as const;
    expect(sumMonth(rows)).toMatchObject({ sales: 150, returns: -10, total: 140 });
  });

  it('are refused outside the years in which a shop can exist', () => {
    expect(monthSpan('1999-12')).toBeNull();
    expect(monthSpan('2000-01')).not.toBeNull();
    expect(monthSpan('2201-01')).toBeNull();
  });

  it('count a return to the month in which it was made', () => {
    const noted = due(good);
    const back = { ...noted[0]!, kind: 'refund' as const, amount: -490, fee: 0, at: PAID + 40 * 86_400_000 };
    expect(sumMonth(noted)).toEqual({
      sales: 1490,
      returns: 0,
      net: 1252,
      vat: 238,
      owed: 0,
      fees: 57,
      total: 1490,
      left: 1195,
    });
    expect(sumMonth([back])).toMatchObject({ sales: 0, returns: -490, net: -412, vat: -78, left: -412 });
  });
});
