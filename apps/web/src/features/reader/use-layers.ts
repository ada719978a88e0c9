import { useEffect, useRef } from 'react';
import { NavigationType, useBlocker } from 'react-router';
import type { Layers } from './layers.ts';

/** Lists something as open over the page for as long as it is. */
export function useLayer(layers: Layers, open: boolean, close: () => void, { modal = true } = {}): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => (open ? layers.add({ modal, close: () => latest.current() }) : undefined), [layers, open, modal]);
}

/** The browser's back button puts the topmost thing away first, and leaves the book last. */
export function useBackClosesLayers(layers: Layers): void {
  const blocker = useBlocker(({ historyAction }) => historyAction === NavigationType.Pop && !layers.isEmpty);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    layers.closeTop();
    blocker.reset();
  }, [blocker, layers]);
}
