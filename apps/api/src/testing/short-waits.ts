import { onTestFinished, vi } from 'vitest';

/** Length of a shortened wait, ms. */
const SOON_MS = 50;

/**
 * Shortens every timer and time-out signal of at least `fromMs` and less than `toMs`, so that tests of time limits do
 * not wait for them. After the test they are restored.
 * @returns the requested waits, ms, in order
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
