import { onTestFinished, vi } from 'vitest';

/** Length of a shortened wait, ms. */
const SOON_MS = 50;

/**
 * Ends every wait of `fromMs` and more, but less than `toMs`, after a moment, so that a test of a limit does not sit through
 * it: timers, and signals that time out. After the test they are as before.
 * @returns the waits that were asked for, ms, in their order
 */
export function shortenWaits(fromMs: number, toMs = Infinity): readonly number[] {
  const waits: number[] = [];
  const shorten = (ms = 0): number => {
    if (ms < fromMs || ms >= toMs) return ms;
    waits.push(ms);
    return SOON_MS;
  };
  const wait = globalThis.setTimeout;
  const limit = AbortSignal.timeout.bind(AbortSignal);
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((work: () => void, ms?: number) => wait(work, shorten(ms)));
  const signals = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => limit(shorten(ms)));
  onTestFinished(() => {
    timers.mockRestore();
    signals.mockRestore();
  });
  return waits;
}
