import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allowZoom } from '../themes/allow-zoom.ts';
import { useEscape, usePageBackground, useZoomLock } from './use-reading-screen.ts';

interface ScreenProps {
  readonly background?: string;
  readonly onEscape?: (() => void) | null;
}

function Screen({ background = '#F4E1C1', onEscape = null }: ScreenProps) {
  useZoomLock();
  usePageBackground(background);
  useEscape(onEscape !== null, () => onEscape?.());
  return null;
}

const viewport = () => document.querySelector<HTMLMetaElement>('meta[name=viewport]')?.content;
const BEFORE = 'width=device-width, initial-scale=1';

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = `<meta name="viewport" content="${BEFORE}">`;
});
afterEach(cleanup);

it('page zoom is off while reading (maximum scale 1) and comes back afterwards', () => {
  const { unmount } = render(<Screen />);
  expect(viewport()).toBe(`${BEFORE}, maximum-scale=1`);
  unmount();
  expect(viewport()).toBe(BEFORE);
});

it("'Permitir zoom' leaves it on", () => {
  allowZoom(true);
  render(<Screen />);
  expect(viewport()).toBe(BEFORE);
});

it('the page behind the reader has the theme’s colour during reading', () => {
  const { rerender, unmount } = render(<Screen />);
  expect(document.body.style.background.toLowerCase()).toContain('#f4e1c1');
  rerender(<Screen background="#121212" />);
  expect(document.body.style.background).toContain('#121212');
  unmount();
  expect(document.body.style.background).toBe('');
});

it('Escape closes an open layer, and does nothing without one', () => {
  const onEscape = vi.fn();
  const { rerender } = render(<Screen onEscape={onEscape} />);
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(onEscape).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onEscape).toHaveBeenCalledOnce();
  rerender(<Screen />);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onEscape).toHaveBeenCalledOnce();
});
