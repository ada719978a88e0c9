import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { slides } from './texts.ts';
import { swipeStep, Tutorial } from './tutorial.tsx';
import { isTutorialDue, tutorialWasClosed } from './tutorial-flag.ts';

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Gives the screen this width, px. */
function stubWidth(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => {
    const from = Number(/^\(min-width: (\d+)px\)$/.exec(query)?.[1]);
    return { matches: width >= from, addEventListener: () => {}, removeEventListener: () => {} };
  });
}

it.each([
  [390, 'phone'],
  [767, 'phone'],
  [768, 'desktop'],
  [1280, 'desktop'],
] as const)('has drawings and words for a screen of %i px: %s', (width, kind) => {
  stubWidth(width);
  render(<Tutorial open onClose={() => {}} />);
  for (const slide of slides) {
    expect(document.querySelector('svg[data-drawing]')?.getAttribute('data-drawing')).toBe(kind);
    expect(screen.getByText(slide[kind])).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Siguiente', hidden: true }));
  }
  // The button after the last slide leads to the first slide.
  expect(screen.getByRole('heading', { hidden: true }).textContent).toBe(slides[0].title);
});

it('has ten slides, each with texts for a phone and for a desktop', () => {
  expect(slides).toHaveLength(10);
  expect(new Set(slides.map(({ title }) => title)).size).toBe(10);
  for (const { phone, desktop } of slides) expect([phone, desktop]).not.toContain('');
});

it('a swipe is longer than 50 px and more across than along', () => {
  expect([swipeStep(-51, 0), swipeStep(51, 50), swipeStep(-80, -79)]).toEqual([1, -1, 1]);
  expect([swipeStep(50, 0), swipeStep(-50, 0), swipeStep(60, 60), swipeStep(-60, 61)]).toEqual([0, 0, 0, 0]);
});

it('opens by itself until it was closed once, which showTutorial keeps', () => {
  expect(isTutorialDue()).toBe(true);
  tutorialWasClosed();
  expect(localStorage.getItem('showTutorial')).not.toBeNull();
  expect(isTutorialDue()).toBe(false);
});
