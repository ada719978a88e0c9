import { useEffect, useRef, useState } from 'react';

interface Task {
  readonly busy: boolean;
  /**
   * Runs work, unless other work is still running. Work that calls `leave` stays busy until the next document is shown.
   */
  readonly run: (work: (leave: () => void) => Promise<unknown>) => Promise<void>;
}

/**
 * Runs one task at a time and tells whether it is running, so that a second press of a button does nothing. A page that
 * the browser restores on a step back is idle again.
 */
export function useTask(): Task {
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      isRunning.current = false;
      setBusy(false);
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);
  const run: Task['run'] = async (work) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    let isLeaving = false;
    try {
      await work(() => {
        isLeaving = true;
      });
    } finally {
      isRunning.current = isLeaving;
      setBusy(isLeaving);
    }
  };
  return { busy, run };
}
