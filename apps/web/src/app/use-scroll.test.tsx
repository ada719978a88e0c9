import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useScroll } from './use-scroll.ts';

/** Targets to which the page was scrolled, in order. */
let scrolled: unknown[];

beforeEach(async () => {
  // The first navigation imports this module. Imported here, it does not wait for the fake clock.
  await import('../ui/focus-fallback.ts');
  vi.useFakeTimers();
  scrolled = [];
  vi.stubGlobal('scrollTo', (to: unknown) => scrolled.push(to));
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function record(this: Element) {
    scrolled.push(this.id);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

let step: (delta: number) => Promise<void>;

function Frame() {
  useScroll();
  return <Outlet />;
}
function open(at: string) {
  const page = (name: string) => (
    <main key={name}>
      <h1>Título</h1>
      <h2 id="preguntas">Preguntas</h2>
      <button type="button">algo</button>
    </main>
  );
  const children = [
    { path: '/', element: page('start') },
    { path: '/login', element: page('login') },
  ];
  const router = createMemoryRouter([{ element: <Frame />, children }], { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  step = async (delta) => router.navigate(delta);
  return async (to: string, replace = false) => act(async () => router.navigate(to, { replace }));
}
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

it('goes to the section of a hash after 100 ms, also of the address that was opened', async () => {
  const go = open('/#preguntas');
  await pass(99);
  expect(scrolled).toEqual([]);
  await pass(1);
  expect(scrolled).toEqual(['preguntas']);
  await go('/#preguntas');
  await pass(100);
  expect(scrolled, 'the same link again goes there again').toEqual(['preguntas', 'preguntas']);
  await go('/#nada');
  await pass(100);
  expect(scrolled).toHaveLength(2);
});

it('scrolls smoothly to the top at every navigation but the first', async () => {
  const go = open('/');
  expect(scrolled, 'the browser puts an opened page where it was').toEqual([]);
  await go('/login');
  await go('/login?result=success');
  expect(scrolled).toEqual([
    { top: 0, behavior: 'smooth' },
    { top: 0, behavior: 'smooth' },
  ]);
  await go('/login', true);
  expect(scrolled, 'a tidier query moves nothing').toHaveLength(2);
});

it('focuses the next screen’s heading when the pressed link is gone', async () => {
  const go = open('/');
  await go('/#preguntas');
  await pass(200);
  expect(document.activeElement, 'the same page keeps its focus').toBe(document.body);
  await go('/login');
  await pass(200);
  expect(document.activeElement?.textContent).toBe('Título');
  await go('/');
  document.querySelector('button')?.focus();
  await pass(200);
  expect(document.activeElement?.textContent, 'what took the focus keeps it').toBe('algo');
});

it('does not scroll smoothly for a person who wants no motion', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  const go = open('/');
  await go('/login');
  expect(scrolled).toEqual([{ top: 0, behavior: 'auto' }]);
});

it('restores the scroll position of a page as soon as the page is long enough again', async () => {
  const go = open('/');
  let height = 2000;
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => height);
  vi.stubGlobal('innerHeight', 800);
  vi.stubGlobal('scrollY', 700);
  dispatchEvent(new Event('scroll'));
  await go('/login');
  vi.stubGlobal('scrollY', 0);
  height = 800;
  scrolled = [];
  await act(async () => step(-1));
  await pass(200);
  expect(scrolled).toEqual([]);
  height = 2000;
  await pass(50);
  expect(scrolled).toEqual([{ top: 700, behavior: 'auto' }]);
  height = 2500;
  await pass(1000);
  expect(scrolled, 'once').toHaveLength(1);
});

it('shows another page of the tab at its top, and the page before at its old scroll position', async () => {
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(2000);
  vi.stubGlobal('innerHeight', 800);
  open('/');
  vi.stubGlobal('scrollY', 700);
  dispatchEvent(new Event('scroll'));
  cleanup();
  vi.stubGlobal('scrollY', 0);
  scrolled = [];
  open('/login');
  await pass(200);
  expect(scrolled).toEqual([]);
  cleanup();
  open('/');
  await pass(200);
  expect(scrolled).toEqual([{ top: 700, behavior: 'auto' }]);
});
