import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isSliding, slideTo } from './slide-to.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('moves a slide in 500 ms, snapping again at its end', () => {
  const track = document.createElement('div');
  slideTo(track, 300);
  vi.advanceTimersByTime(250);
  expect(track.scrollLeft).toBeGreaterThan(150);
  expect([track.scrollLeft < 300, track.style.scrollSnapType]).toEqual([true, 'none']);
  vi.advanceTimersByTime(220);
  expect(track.scrollLeft).toBeLessThan(300);
  vi.advanceTimersByTime(60);
  expect([track.scrollLeft, track.style.scrollSnapType]).toEqual([300, '']);
});

it('is no longer sliding once it was sent back to its current place', () => {
  const track = document.createElement('div');
  slideTo(track, 300);
  expect(isSliding(track)).toBe(true);
  slideTo(track, 0);
  expect(isSliding(track)).toBe(false);
});

it('moves at once for a person who wants no motion', () => {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  const track = document.createElement('div');
  slideTo(track, 300);
  expect(track.scrollLeft).toBe(300);
});
