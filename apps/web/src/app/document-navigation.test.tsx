import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NavigationContext, useNavigation, Link } from '../ui/navigation.tsx';
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
  // The document ends with its test.
  for (const [type, listener] of listening.mock.calls) removeEventListener(type, listener as EventListener);
  forget();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

function openBook(isHeld: () => boolean, onHeld: () => void) {
  const navigation = documentNavigation();
  function Book() {
    const { holdBack } = useNavigation();
    useEffect(() => holdBack({ isHeld, onHeld }), [holdBack]);
    return <Link to="/user-library/libro">volver</Link>;
  }
  return render(
    <NavigationContext value={navigation}>
      <Book />
    </NavigationContext>,
  );
}

/** As a step in the history to an entry that the router made in this document before it was loaded anew. */
function stepTo(path: string, idx: number) {
  history.replaceState({ idx }, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: { idx } }));
}

it('loads the address that a link leads to, and carries over what is being said, once', () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  openBook(
    () => true,
    () => {},
  );
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

it('loads the page before when a step back only changed the address', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  openBook(
    () => false,
    () => {},
  );
  stepTo('/reader/libro/parte', 4); // a jump inside the page
  expect(reload).not.toHaveBeenCalled();
  stepTo('/user-library/libro', 3);
  expect(reload).toHaveBeenCalledOnce();
});

it('takes a step back again while something lies over the page, and puts that away', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const go = vi.spyOn(history, 'go').mockImplementation(() => undefined);
  const close = vi.fn();
  const { unmount } = openBook(() => true, close);
  stepTo('/user-library', 2);
  expect(go).toHaveBeenCalledWith(2);
  expect(close).toHaveBeenCalledOnce();
  expect(reload).not.toHaveBeenCalled();
  unmount();
  stepTo('/user-library', 2);
  expect(reload).toHaveBeenCalledOnce();
});

it('takes along what belongs to the page that comes next, and replaces the one that is left when asked to', () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  showToast('success', 'Ya puedes entrar', '/login');
  documentNavigation().go('/login', { replace: true });
  expect(replace).toHaveBeenCalledWith('/login');
  forget();
  showSavedToasts();
  expect(toastStore.all()).toMatchObject([{ text: 'Ya puedes entrar', at: '/login' }]);
});

it('loads nothing for the page that is shown: its top, and its sections', () => {
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
