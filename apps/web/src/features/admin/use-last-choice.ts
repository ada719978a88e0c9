import { useCallback, useEffect, useRef } from 'react';

/**
 * Starts the choice of a file and aborts the choice before it: of two pictures the last chosen one is kept, however
 * slow each is. The signal is aborted by another choice, or when the form is closed.
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
