import type { OwnGift } from '@cuentos/contract/gifts';
import { afterEach, describe, expect, it } from 'vitest';
import { giftDetailsOf, giftProblems } from './gift-fields.tsx';
import { emptyGift, forgetGift, meanGift, sheetGift } from './sheet-gift.ts';
import { giftBadge, giftStory } from './gift-of-order.tsx';

const NOW = Date.parse('2026-11-23T15:00:00Z');

describe('the fields of a gift', () => {
  it.each([
    [{}, []],
    [{ email: 'ana@ejemplo.cl', isOnDay: true, day: '2026-12-24' }, []],
    // A gift without an address is not sent by mail, so its day is not checked.
    [{ isOnDay: true, day: '' }, []],
    [{ email: 'ana@', isOnDay: true, day: '' }, ['email', 'day']],
    [{ email: 'ana@ejemplo.cl', isOnDay: true, day: '2026-11-23' }, ['day']],
    [{ message: 'a'.repeat(501), giverName: 'www.malo.cl' }, ['giverName', 'message']],
  ])('have the right errors for %o', (draft, wrong) => {
    const problems = giftProblems({ ...emptyGift, ...draft }, NOW);
    expect(Object.keys(problems).toSorted()).toEqual([...wrong].toSorted());
  });

  it('a gift keeps its past day, and must be sent before its end', () => {
    const dueAt = Date.parse('2026-11-23T16:00:00Z');
    const draft = { ...emptyGift, email: 'ana@ejemplo.cl', isOnDay: true };
    const wrong = (day: string, endsAt: number) => Object.keys(giftProblems({ ...draft, day }, NOW, { dueAt, endsAt }));
    const ends = Date.parse('2026-12-25T02:59:59.999Z');
    expect(wrong('2026-11-23', ends)).toEqual([]);
    expect(wrong('2026-12-24', ends)).toEqual([]);
    expect(wrong('2026-12-25', ends)).toEqual(['day']);
  });

  it('are sent trimmed, with a day only for a gift that is sent by mail', () => {
    const draft = { ...emptyGift, giverName: ' Elisa ', message: ' Hola ', isOnDay: true, day: '2026-12-24' };
    const words = { giver_name: 'Elisa', message: 'Hola' };
    expect(giftDetailsOf(draft)).toEqual({ ...words, recipient_email: '', send_on: null });
    expect(giftDetailsOf({ ...draft, email: ' ana@ejemplo.cl ' })).toEqual({
      ...words,
      recipient_email: 'ana@ejemplo.cl',
      send_on: '2026-12-24',
    });
  });
});

describe('the switch', () => {
  afterEach(forgetGift);
  const isOn = () => sheetGift.snapshot().isOn;

  it('turns on after Regalar and off for the next purchase, and keeps its texts until the payment', () => {
    meanGift(true);
    expect(isOn()).toBe(true);
    meanGift(false);
    expect(isOn()).toBe(false);
    sheetGift.set({ ...sheetGift.snapshot(), isOn: true, message: 'Hola' });
    meanGift(false);
    expect(isOn()).toBe(false);
    expect(sheetGift.snapshot().message).toBe('Hola');
    forgetGift();
    expect(sheetGift.snapshot()).toEqual({ ...emptyGift, isOn: false });
  });
});

describe('a gift among the orders', () => {
  const gift: OwnGift = {
    state: 'open',
    giver_name: null,
    recipient_email: 'ana@ejemplo.cl',
    message: null,
    mail_due_at: null,
    sent_at: '2026-11-23T15:00:00Z',
    claimed_at: null,
    expires_at: '2027-11-24T02:59:59.999Z',
    link: 'https://tienda.cl/gift/x',
  };
  it.each<[Partial<OwnGift>, string, string]>([
    [
      {},
      'Regalo enviado',
      'Salió el 23/11/2026 a las 12:00 a ana@ejemplo.cl. Todavía no lo abren. Vence el 23/11/2027.',
    ],
    [
      { state: 'waiting', sent_at: null, mail_due_at: '2026-12-24T12:00:00Z' },
      'Regalo por salir',
      'Sale el 24/12/2026 a las 9:00 a ana@ejemplo.cl. Todavía no lo abren. Vence el 23/11/2027.',
    ],
    [
      { recipient_email: null, sent_at: null },
      'Regalo por entregar',
      'Entrega tú el enlace. Todavía no lo abren. Vence el 23/11/2027.',
    ],
    [
      { sent_at: null },
      'Regalo por entregar',
      'No pudimos enviarlo a ana@ejemplo.cl. Entrega tú el enlace, o prueba con otro correo. Todavía no lo abren. Vence el 23/11/2027.',
    ],
    [
      { state: 'claimed', recipient_email: null, claimed_at: '2026-11-25T15:00:00Z', link: null },
      'Regalo recibido',
      'Ya lo recibió: el 25/11/2026.',
    ],
    [
      { state: 'expired' },
      'Regalo vencido',
      'Venció el 23/11/2027 sin que nadie lo abriera. Escríbenos si quieres que lo veamos.',
    ],
    [{ state: 'unpaid', sent_at: null }, 'Regalo sin pagar', 'Al pagarlo, sale enseguida a ana@ejemplo.cl.'],
  ])('%o', (change, badge, words) => {
    expect(giftBadge({ ...gift, ...change })).toBe(badge);
    expect(giftStory({ ...gift, ...change }, NOW).join(' ')).toBe(words);
  });
});
