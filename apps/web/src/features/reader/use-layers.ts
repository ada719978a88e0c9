import { useEffect, useRef } from 'react';
import { useNavigation } from '../../ui/navigation.tsx';
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
  const { holdBack } = useNavigation();
  useEffect(
    () => holdBack({ isHeld: () => !layers.isEmpty, onHeld: () => void layers.closeTop() }),
    [layers, holdBack],
  );
}
