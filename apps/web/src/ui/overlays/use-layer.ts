import { useEffect, useRef } from 'react';
import { closeOnBack } from './back-closes.ts';
import type { Layers } from './layers.ts';

/** Adds an overlay to `layers` while it is open; a step back closes it. */
export function useLayer(layers: Layers, open: boolean, close: () => void, { modal = true } = {}): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) return undefined;
    const remove = layers.add({ modal });
    const forgetStep = closeOnBack(() => latest.current());
    return () => {
      forgetStep();
      remove();
    };
  }, [layers, open, modal]);
}
