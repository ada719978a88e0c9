import { cleanup, configure, getConfig } from '@testing-library/react';
import { unstable_IdlePriority as idle, unstable_scheduleCallback as schedule } from 'scheduler';
import { afterAll, vi } from 'vitest';

const PATIENCE_MS = 10_000;

const { asyncWrapper } = getConfig();

configure({
  // Two shared cores are busy at times, and some screens come with their own files.
  asyncUtilTimeout: PATIENCE_MS,
  // An element that is found may have been painted a moment ago: its effects (listeners, subscriptions) run before the
  // test acts.
  asyncWrapper: (find) =>
    asyncWrapper(async () => {
      const found = await find();
      await new Promise<void>((resolve) => void schedule(idle, () => resolve()));
      return found;
    }),
});
const { waitFor } = vi;
vi.waitFor = async (condition, options = PATIENCE_MS) => waitFor(condition, options);

// There is no server: a call that a test gives no answer to gets none. A real one would be refused at some moment or
// other, which the page takes for a line that is gone.
globalThis.fetch = () => new Promise(() => {});

// The elements of a page that is over must not be drawn on the next file's.
afterAll(cleanup);
