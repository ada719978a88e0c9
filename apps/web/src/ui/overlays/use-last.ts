import { useState } from 'react';

/** The last value that was there, so that a closing dialog keeps its words until it is gone. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
