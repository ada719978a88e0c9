import { useCallback, useEffect, useRef } from 'react';

/**
 * Begins the choice of a file, which ends the one before: of two pictures the one that was chosen last stays, however slow
 * each is. The signal is aborted as soon as another choice was made, or the form is gone.
 */
export function useLastChoice(): () => AbortSignal {
  const last = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      last.current?.abort();
    },
    [],
  );
  return useCallback(() => {
    last.current?.abort();
    last.current = new AbortController();
    return last.current.signal;
  }, []);
}
