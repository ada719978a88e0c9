import { beforeEach, expect, it } from 'vitest';
import { slides, swipeStep } from './tutorial.tsx';
import { isTutorialDue, tutorialWasClosed } from './tutorial-flag.ts';

beforeEach(() => localStorage.clear());

it('has ten slides, each said for a phone and for a desktop', () => {
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
