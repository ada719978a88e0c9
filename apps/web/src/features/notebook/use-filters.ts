import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Filters, readFilters, writeFilters } from './filters.ts';

/** Pause in typing before the address follows, ms: browsers allow few changes of it in a row. */
const REST_MS = 300;

/** The filters of the address, with functions that change them: a typed letter adds no history entry. */
export function useFilters(): readonly [Filters, (change: Partial<Filters>) => void] {
  const [params, setParams] = useSearchParams();
  const addressed = readFilters(params);
  const [typed, setTyped] = useState<string | null>(null);
  const filters = { ...addressed, query: typed ?? addressed.query };
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => {
      setParams((before) => writeFilters({ ...readFilters(before), query: typed }), { replace: true });
      setTyped(null);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed, setParams]);
  const change = useCallback(
    ({ query, ...others }: Partial<Filters>) => {
      if (query !== undefined) setTyped(query);
      if (Object.keys(others).length > 0)
        setParams((before) => writeFilters({ ...readFilters(before), ...others }), { replace: true });
    },
    [setParams],
  );
  return [filters, change];
}
