import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Slider } from './slider.tsx';

const slides = ['Portada', 'Contraportada', 'Cita'].map((label) => ({ key: label, label, content: label }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const show = (count = 3) => render(<Slider label="El faro" slides={slides.slice(0, count)} caption="El faro" />);
const current = () => document.querySelector('[aria-current]')?.getAttribute('aria-label');
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

it('advances every 5 s and wraps around', () => {
  show();
  pass(4999);
  expect(current()).toBe('Imagen 1 de 3');
  pass(1);
  expect(current()).toBe('Imagen 2 de 3');
  pass(4999);
  expect(current()).toBe('Imagen 2 de 3');
  pass(1);
  pass(5000);
  expect(current()).toBe('Imagen 1 de 3');
});

it('pauses while the pointer or the focus is on it', () => {
  show();
  const root = screen.getByRole('group', { name: 'El faro' });
  fireEvent.mouseEnter(root);
  pass(15_000);
  expect(current()).toBe('Imagen 1 de 3');
  fireEvent.mouseLeave(root);
  pass(5000);
  expect(current()).toBe('Imagen 2 de 3');
});

// Kept difference: slider-stands-still.
it('stops after the first move by hand, and the pause button starts it again', () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Siguiente' }));
  expect(current()).toBe('Imagen 2 de 3');
  pass(20_000);
  expect(current()).toBe('Imagen 2 de 3');
  fireEvent.click(screen.getByRole('button', { name: 'Reanudar el cambio automático' }));
  pass(5000);
  expect(current()).toBe('Imagen 3 de 3');
});

const shelf = (label: string) => render(<Slider label={label} slides={slides} look="quiet" caption={label} />);

it('sliders of a shelf do not advance at the same time', () => {
  for (const label of ['a', 'b']) shelf(label);
  const visibleSlide = () =>
    screen
      .getAllByRole('group', { name: /^[ab]$/ })
      .map((each) => each.querySelector('[aria-current]')?.getAttribute('aria-label'));
  const seen = [];
  for (let second = 0; second < 10; second += 1) {
    pass(1000);
    seen.push(visibleSlide());
  }
  expect(seen.some(([a, b]) => a !== b)).toBe(true);
  expect(seen.some(([, b]) => b !== 'Imagen 1 de 3')).toBe(true);
});

it('on a phone the sliders of a shelf have dots and no pause button, since they move by hand only', () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) => ({ matches: query === '(width < 768px)' }) as MediaQueryList,
  );
  shelf('a');
  const isHidden = (name: string) => screen.getByRole('button', { name }).closest('.max-md\\:hidden') !== null;
  expect([isHidden('Imagen 2 de 3'), isHidden('Detener el cambio automático')]).toEqual([false, true]);
  pass(30_000);
  expect(current()).toBe('Imagen 1 de 3');
  fireEvent.click(screen.getByRole('button', { name: 'Imagen 2 de 3' }));
  expect(current()).toBe('Imagen 2 de 3');
  vi.restoreAllMocks();
});

it('marks the slide to which a finger scrolled', () => {
  show();
  const track = document.querySelector('.snap-x')!;
  Object.defineProperty(track, 'clientWidth', { value: 300 });
  track.scrollLeft = 590;
  fireEvent(track, new Event('scrollend'));
  expect(current()).toBe('Imagen 3 de 3');
  pass(20_000);
  expect(current(), 'a move by hand ends the rhythm').toBe('Imagen 3 de 3');
});

it('has three tab stops, and arrow keys change the slide on its dots', () => {
  show();
  const stops = [...document.querySelectorAll<HTMLElement>('button')].filter(
    (each) => each.tabIndex === 0 && each.closest('[inert]') === null,
  );
  expect(stops.map((each) => each.getAttribute('aria-label'))).toEqual([
    'Ampliar: Portada',
    'Imagen 1 de 3',
    'Detener el cambio automático',
  ]);
  fireEvent.keyDown(screen.getByRole('button', { name: 'Imagen 1 de 3' }), { key: 'ArrowRight' });
  pass(50);
  expect(current()).toBe('Imagen 2 de 3');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Imagen 2 de 3');
});

it('moves by arrows and dots', () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Anterior' }));
  expect(current()).toBe('Imagen 3 de 3');
  fireEvent.click(screen.getByRole('button', { name: 'Imagen 2 de 3' }));
  expect(current()).toBe('Imagen 2 de 3');
});

it.each([
  [-51, 'Imagen 2 de 3'],
  [-50, 'Imagen 1 de 3'],
  [51, 'Imagen 3 de 3'],
])('a swipe of %i px', (distance, expected) => {
  show();
  const track = document.querySelector('.snap-x');
  if (!track) throw new Error('no track');
  Object.assign(track, { setPointerCapture: () => {} });
  fireEvent.pointerDown(track, { clientX: 200, button: 0, pointerId: 1 });
  fireEvent.pointerMove(track, { clientX: 200 + distance, pointerId: 1 });
  fireEvent.pointerUp(track, { clientX: 200 + distance, pointerId: 1 });
  expect(current()).toBe(expected);
});

it('has neither arrows nor a timer with one slide', () => {
  show(1);
  expect(screen.queryByRole('button', { name: 'Siguiente' })).toBeNull();
});

it('does not advance by itself for readers who want less motion', () => {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  show();
  pass(15_000);
  expect(current()).toBe('Imagen 1 de 3');
  vi.restoreAllMocks();
});
