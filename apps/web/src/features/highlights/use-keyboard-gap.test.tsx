import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useKeyboardGap } from './toolbar.tsx';

function Gap() {
  return <output>{useKeyboardGap()}</output>;
}

/** The visual viewport of a window of 800 px. */
const visible = Object.assign(new EventTarget(), { height: 800, scale: 1, offsetTop: 0 });

function resizeTo(height: number, scale = 1): void {
  Object.assign(visible, { height, scale });
  visible.dispatchEvent(new Event('resize'));
}
const gap = () => screen.getByRole('status').textContent;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(visible, { height: 800, scale: 1 });
  vi.stubGlobal('visualViewport', visible);
  vi.stubGlobal('innerHeight', 800);
  render(<Gap />);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a keyboard is open below 70 % of the window, once the size has rested 200 ms', () => {
  resizeTo(559);
  act(() => void vi.advanceTimersByTime(199));
  expect(gap()).toBe('0');
  act(() => void vi.advanceTimersByTime(1));
  expect(gap()).toBe('241');
  resizeTo(560);
  act(() => void vi.advanceTimersByTime(200));
  expect(gap()).toBe('0');
});

it('waits anew with each change, and does not take zoom for a keyboard', () => {
  resizeTo(400);
  act(() => void vi.advanceTimersByTime(150));
  resizeTo(420);
  act(() => void vi.advanceTimersByTime(150));
  expect(gap()).toBe('0');
  act(() => void vi.advanceTimersByTime(50));
  expect(gap()).toBe('380');
  resizeTo(400, 2);
  act(() => void vi.advanceTimersByTime(200));
  expect(gap()).toBe('0');
});
