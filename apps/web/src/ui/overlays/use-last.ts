import { useState } from 'react';

/** Returns the last value that was not null, so that a closing dialog keeps its content until it has gone. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
