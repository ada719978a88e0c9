import { DAY_MS } from '@cuentos/domain/time/durations';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { clockError } from '../../lib/clock.ts';
import { formatLongDate } from '../../lib/formats.ts';
import { authTexts as t } from './texts.ts';

/** A date before the shop existed: a clock that shows an earlier one was never set. */
const NEVER_BEFORE = Date.UTC(2026, 0, 1);

/**
 * Explains a missing answer as far as possible: with a wrong clock a device trusts no certificate, and connects to no
 * server.
 */
export function noAnswerText(now = Date.now()): string {
  const isDoubtful = now < NEVER_BEFORE || Math.abs(clockError()) > DAY_MS;
  return isDoubtful ? `${NO_ANSWER_TEXT} ${t.clockDoubt(formatLongDate(now))}` : NO_ANSWER_TEXT;
}
