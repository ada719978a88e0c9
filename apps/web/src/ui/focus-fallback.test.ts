import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { restoreFocus } from './focus-fallback.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<button>Otro</button><main></main>';
});
afterEach(() => vi.useRealTimers());

const main = () => document.querySelector('main')!;
const focused = () => document.activeElement?.textContent;

it('waits for a heading that is still loading, and follows it when another replaces it', () => {
  restoreFocus('main h1');
  vi.advanceTimersByTime(1500);
  expect(document.activeElement).toBe(document.body);
  main().innerHTML = '<h1>Cargando</h1>';
  vi.advanceTimersByTime(100);
  expect(focused()).toBe('Cargando');
  main().innerHTML = '<h1>El faro</h1>';
  vi.advanceTimersByTime(100);
  expect(focused()).toBe('El faro');
});

it('leaves the focus where the user put it', () => {
  restoreFocus('main h1');
  document.querySelector('button')!.focus();
  main().innerHTML = '<h1>El faro</h1>';
  vi.advanceTimersByTime(10_000);
  expect(focused()).toBe('Otro');
});

it('gives up after five seconds', () => {
  restoreFocus('main h1');
  vi.advanceTimersByTime(5200);
  main().innerHTML = '<h1>El faro</h1>';
  vi.advanceTimersByTime(10_000);
  expect(document.activeElement).toBe(document.body);
});
