import { useEffect, useState } from 'react';

/** Below this part of the window's height the keyboard is open; asked when the size has rested, ms. */
const KEYBOARD_BELOW = 0.7;
const REST_MS = 200;

/** Px at the foot of the window that a virtual keyboard covers; 0 while it is closed. */
export function useKeyboardGap(): number {
  const [gap, setGap] = useState(0);
  useEffect(() => {
    const viewport = globalThis.visualViewport;
    if (!viewport) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      // A page that is zoomed in shows less without any keyboard.
      const isOpen = viewport.height * viewport.scale < innerHeight * KEYBOARD_BELOW;
      setGap(isOpen ? Math.max(0, innerHeight - viewport.height - viewport.offsetTop) : 0);
    };
    const onChange = () => {
      clearTimeout(timer);
      timer = setTimeout(measure, REST_MS);
    };
    viewport.addEventListener('resize', onChange);
    viewport.addEventListener('scroll', onChange);
    onChange();
    return () => {
      clearTimeout(timer);
      viewport.removeEventListener('resize', onChange);
      viewport.removeEventListener('scroll', onChange);
    };
  }, []);
  return gap;
}
