import { afterEach, expect, it, vi } from 'vitest';
import { showPageLoad } from './page-load-overlay.ts';

afterEach(() => vi.useRealTimers());
const overlay = () => document.querySelector<HTMLElement>('[data-page-load]');

it('fades out over 0.3 s, then is removed', () => {
  vi.useFakeTimers();
  const done = showPageLoad('/');
  expect(overlay()?.className).toContain('duration-300');
  done();
  expect(overlay()?.style.opacity).toBe('0');
  vi.advanceTimersByTime(299);
  expect(overlay()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(overlay()).toBeNull();
});

it('is shown on the landing page only', () => {
  showPageLoad('/login')();
  expect(overlay()).toBeNull();
});
