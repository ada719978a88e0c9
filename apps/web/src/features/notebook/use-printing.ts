import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Since when the page is being printed, epoch milliseconds; null otherwise. The whole notebook is rendered during that
 * time.
 */
export function usePrinting(): number | null {
  const [printedAt, setPrintedAt] = useState<number | null>(null);
  useEffect(() => {
    const begin = () => flushSync(() => setPrintedAt(Date.now()));
    const end = () => setPrintedAt(null);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printedAt;
}
