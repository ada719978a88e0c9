import { useEffect, useRef, useState } from 'react';

interface Task {
  readonly busy: boolean;
  /** Does nothing while something is under way. Work that calls `leave` stays busy until the next document stands. */
  readonly run: (work: (leave: () => void) => Promise<unknown>) => Promise<void>;
}

/**
 * One thing at a time, with a sign that it is under way: the second press of a button does nothing. A page that the
 * browser brings back as it was, by a step back, is idle again.
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
