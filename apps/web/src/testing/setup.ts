import { cleanup, configure, getConfig } from '@testing-library/react';
import { unstable_IdlePriority as idle, unstable_scheduleCallback as schedule } from 'scheduler';
import { afterAll, vi } from 'vitest';

const PATIENCE_MS = 10_000;

const { asyncWrapper } = getConfig();

configure({
  // A busy machine is slow at times, and some screens import their own files.
  asyncUtilTimeout: PATIENCE_MS,
  // Waits until the effects of a found element (listeners, subscriptions) have run, since it may just have been
  // rendered.
  asyncWrapper: (find) =>
    asyncWrapper(async () => {
      const found = await find();
      await new Promise<void>((resolve) => void schedule(idle, () => resolve()));
      return found;
    }),
});
const { waitFor } = vi;
vi.waitFor = async (condition, options = PATIENCE_MS) => waitFor(condition, options);

// A call without an answer of the test stays pending. A refused connection would show the page as offline.
globalThis.fetch = () => new Promise(() => {});

// Unmounts the elements of this file, so that they are not rendered on the next file's page.
afterAll(cleanup);
