import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Link } from '../ui/navigation.tsx';
import { NavigationContext } from '../ui/use-navigation.ts';
import { showSavedToasts, showToast, showToastHere, toastStore } from '../ui/overlays/toast-store.ts';
import { documentNavigation } from './document-navigation.ts';

const forget = () => {
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
};

const listen = () => vi.spyOn(globalThis, 'addEventListener');
let listening: ReturnType<typeof listen>;
beforeEach(() => {
  listening = listen();
  history.replaceState({ idx: 4 }, '', '/reader/libro/parte');
});
afterEach(() => {
  cleanup();
  // Removes the listeners that this test's document added: tests share one window.
  for (const [type, listener] of listening.mock.calls) removeEventListener(type, listener as EventListener);
  forget();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

function openBook() {
  return render(
    <NavigationContext value={documentNavigation()}>
      <Link to="/user-library/libro">volver</Link>
    </NavigationContext>,
  );
}

/** Steps in the history to an entry that the router made in this document before a reload. */
function stepTo(path: string, idx: number) {
  history.replaceState({ idx }, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: { idx } }));
}

it('loads the address of a link, and carries open messages over once', () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  openBook();
  showToast('error', 'Tu sesión expiró');
  showToastHere('info', 'Solo aquí');
  fireEvent.click(screen.getByRole('link', { name: 'volver' }));
  expect(assign).toHaveBeenCalledWith('/user-library/libro');
  forget();
  showSavedToasts();
  expect(toastStore.all()).toMatchObject([{ type: 'error', text: 'Tu sesión expiró' }]);
  forget();
  showSavedToasts();
  expect(toastStore.all()).toEqual([]);
});

it('reloads the document when a step back has only changed the address', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  openBook();
  stepTo('/reader/libro/parte', 4); // a jump inside the book
  expect(reload).not.toHaveBeenCalled();
  stepTo('/user-library/libro', 3);
  expect(reload).toHaveBeenCalledOnce();
});

it('carries over messages for the next page, and replaces the left page’s entry when asked to', () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  showToast('success', 'Ya puedes entrar', { at: '/login' });
  documentNavigation().go('/login', { replace: true });
  expect(replace).toHaveBeenCalledWith('/login');
  forget();
  showSavedToasts();
  expect(toastStore.all()).toMatchObject([{ text: 'Ya puedes entrar', at: '/login' }]);
});

it('loads nothing for links to the page shown: its top and its sections', () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const scroll = vi.spyOn(globalThis, 'scrollTo').mockImplementation(() => undefined);
  const { go } = documentNavigation();
  showToast('info', 'Sigue aquí');
  go(location.pathname);
  expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: expect.any(String) as unknown });
  expect(assign).not.toHaveBeenCalled();
  const section = document.body.appendChild(Object.assign(document.createElement('section'), { id: 'preguntas' }));
  const into = vi.spyOn(section, 'scrollIntoView').mockImplementation(() => undefined);
  go(`${location.pathname}#preguntas`);
  expect(location.hash).toBe('#preguntas');
  expect(into).toHaveBeenCalledTimes(1);
  expect(assign).not.toHaveBeenCalled();
  section.remove();
  expect(sessionStorage.getItem('toasts'), 'what is said stays here').toBeNull();
});

it('goes back to the page before instead of adding an entry for it', () => {
  const back = vi.spyOn(history, 'go').mockImplementation(() => undefined);
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  const came = (path: string) =>
    vi.stubGlobal('navigation', {
      currentEntry: { index: 1 },
      entries: () => [{ url: `${location.origin}${path}` }, { url: location.href }],
    });
  render(
    <NavigationContext value={documentNavigation()}>
      <Link to="/user-library/libro" replace>
        volver
      </Link>
    </NavigationContext>,
  );
  came('/user-library/libro');
  fireEvent.click(screen.getByRole('link', { name: 'volver' }));
  expect([back.mock.calls.length, replace.mock.calls.length]).toEqual([1, 0]);
  came('/user-library');
  fireEvent.click(screen.getByRole('link', { name: 'volver' }));
  expect(replace).toHaveBeenCalledWith('/user-library/libro');
  vi.stubGlobal('navigation', undefined);
  fireEvent.click(screen.getByRole('link', { name: 'volver' }));
  expect([back.mock.calls.length, replace.mock.calls.length]).toEqual([1, 2]);
  vi.unstubAllGlobals();
});

describe('leaving a page', () => {
  const BOOK = '/user-library/libro';
  const leaveWith = (state: object) => {
    history.replaceState({ idx: 4, ...state }, '', '/reader/libro/parte');
    const steps = vi.spyOn(history, 'go').mockImplementation(() => undefined);
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
    documentNavigation().leave(BOOK);
    return { steps, replace };
  };

  it.each([
    ['one step', {}, -1],
    ['past the entries of what is open or was', { layers: 2 }, -3],
  ])('goes back to the page from which the book was opened, %s', (_, state, step) => {
    const { steps, replace } = leaveWith({ usr: { from: BOOK }, ...state });
    expect([steps.mock.calls, replace.mock.calls]).toEqual([[[step]], []]);
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    stepTo(BOOK, 3);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('replaces the entry of a book opened from another page, after closing the open layers', () => {
    const free = leaveWith({ usr: { from: '/user-library' } });
    expect([free.replace.mock.calls, free.steps.mock.calls]).toEqual([[[BOOK]], []]);
    vi.restoreAllMocks();
    const heard = vi.fn();
    const layered = leaveWith({ layers: 2 });
    addEventListener('popstate', heard);
    expect([layered.replace.mock.calls, layered.steps.mock.calls]).toEqual([[], [[-2]]]);
    stepTo('/reader/libro/parte', 4);
    expect(layered.replace.mock.calls).toEqual([[BOOK]]);
    // The router does not hear this step: it closes the open layers.
    expect(heard).not.toHaveBeenCalled();
    removeEventListener('popstate', heard);
  });
});
