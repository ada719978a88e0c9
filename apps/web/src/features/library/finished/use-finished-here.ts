import type { LocalFinished } from '@cuentos/domain/reading/finished';
import { useEffect, useState } from 'react';
import { finishedHere, onFinishedChange } from './finished-parts.ts';

const NONE: ReadonlyMap<string, LocalFinished> = new Map();

/** Follows this device's marks of finished parts. */
export function useFinishedHere(): ReadonlyMap<string, LocalFinished> {
  const [here, setHere] = useState(NONE);
  useEffect(() => {
    let isMounted = true;
    const read = () => void finishedHere().then((marks) => isMounted && setHere(marks));
    read();
    const stop = onFinishedChange(read);
    return () => {
      isMounted = false;
      stop();
    };
  }, []);
  return here;
}
