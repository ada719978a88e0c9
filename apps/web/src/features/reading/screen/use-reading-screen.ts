import { isZoomAllowed } from '../themes/zoom-preference.ts';
import { useEffect } from 'react';

/** Turns page zoom off during reading, and on again afterwards. */
export function useZoomLock(): void {
  useEffect(() => {
    if (isZoomAllowed()) return undefined;
    const viewport = document.querySelector<HTMLMetaElement>('meta[name=viewport]');
    if (!viewport) return undefined;
    const before = viewport.content;
    viewport.content = `${before}, maximum-scale=1`;
    return () => {
      viewport.content = before;
    };
  }, []);
}

/** Gives the document the theme's colour. */
export function usePageBackground(colour: string): void {
  useEffect(() => {
    const { style } = document.body;
    style.background = colour;
    return () => {
      style.background = '';
    };
  }, [colour]);
}

/** Escape closes the open panel, wherever the focus is. */
export function useEscape(active: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onEscape();
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [active, onEscape]);
}
