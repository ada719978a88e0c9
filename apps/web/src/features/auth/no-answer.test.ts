import { DAY_MS } from '@cuentos/domain/time/durations';
import { afterEach, expect, it } from 'vitest';
import { learnServerTime } from '../../lib/clock.ts';
import { noAnswerText } from './no-answer.ts';

const learn = (error: number) => learnServerTime(new Date(Date.now() - error).toUTCString());

afterEach(() => learn(0));

it('does not mention the clock where nothing shows that it is wrong', () => {
  expect(noAnswerText(Date.UTC(2026, 10, 25))).not.toContain('fecha');
});

it.each([
  ['was never set', Date.UTC(2019, 4, 3, 15), 0, '3 de mayo de 2019'],
  ['was found to be off before', Date.UTC(2031, 4, 3, 15), 400 * DAY_MS, '3 de mayo de 2031'],
])('shows the device’s date when its clock %s', (_name, now, error, day) => {
  learn(error);
  expect(noAnswerText(now)).toContain(
    `Este dispositivo dice que hoy es ${day}: si no es así, corrige su fecha y hora.`,
  );
});
