import type { SetupRow } from '@cuentos/contract/setup';
import type { Shop } from '../compose.ts';
import { doctorTexts as t } from '../modules/setup/texts.ts';

/** Exit status: 0 when nothing is missing, 1 when something is, 2 when the checks could not be made. */
export const DOCTOR_STATUS = { ready: 0, missing: 1, failed: 2 } as const;

/**
 * Makes every check of the setup, beside a running shop or without one, and tells what was found.
 * @returns the text to print, and the status to end with.
 */
export async function doctor(shop: Shop): Promise<{ readonly text: string; readonly status: number }> {
  const rows = await shop.services.adminSetup.checkAll();
  const missingCount = rows.filter(({ state }) => state === 'missing').length;
  const closed = !shop.services.shop.seller.sales_open ? `\n${t.salesClosed}` : '';
  const summary = missingCount === 0 ? t.summaryReady : t.summaryMissing(missingCount);
  return {
    text: `${rows.map(lines).join('\n\n')}\n\n${summary}${closed}`,
    status: missingCount === 0 ? DOCTOR_STATUS.ready : DOCTOR_STATUS.missing,
  };
}

const STATE_WIDTH = 10;

/** A row as a paragraph: its state at the left, what was found and what to do at the right. */
function lines({ state, title, found: finding, next, records, why }: SetupRow): string {
  const margin = ' '.repeat(STATE_WIDTH);
  const isDone = state === 'ready';
  return [
    `${t.states[state].padEnd(STATE_WIDTH)}${title}`,
    `${margin}${finding}`,
    ...(isDone ? [] : records.map(({ name, text }) => `${margin}${name.padEnd(6)} ${text}`)),
    ...(isDone ? [] : [`${margin}${why}`]),
    ...(next === null ? [] : [`${margin}${t.next}${next}`]),
  ].join('\n');
}
