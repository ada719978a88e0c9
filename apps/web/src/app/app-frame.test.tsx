import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { pendingRequests } from '../lib/api/api-events.ts';
import { ask } from '../ui/overlays/confirm.ts';
import { OfflineLine } from '../ui/state-line.tsx';
import { showToast } from '../ui/overlays/toast-store.ts';
import { AppFrame } from './app-frame.tsx';

// The connection is lost before the frame imports these modules.
vi.mock('../ui/overlays/confirm-dialog.tsx', () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
);
vi.mock('../ui/overlays/loader.tsx', () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
);

const question = { title: 'Hay cambios sin guardar', message: 'Se pierde.', confirm: 'Salir', cancel: 'Seguir' };

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([true, false])('uses the browser’s own question when the dialog cannot be loaded: %s', async (yes) => {
  const confirm = vi.fn(() => yes);
  vi.stubGlobal('confirm', confirm);
  render(<AppFrame>El formulario</AppFrame>);
  let answer: Promise<boolean> | undefined;
  act(() => {
    answer = ask(question);
  });
  await expect(answer).resolves.toBe(yes);
  expect(confirm).toHaveBeenCalledExactlyOnceWith('Hay cambios sin guardar\n\nSe pierde.');
  expect(screen.getByText('El formulario')).toBeDefined();
});

it('reports a lost connection in one place at a time: in the newest toast, and in the screen’s line when there is no toast', () => {
  vi.useFakeTimers();
  let isOnline = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  const Screen = () => <OfflineLine online={isOnline} text="Sin conexión. Puedes leer la parte." />;
  const { rerender } = render(<Screen />, { wrapper: AppFrame });
  const go = (online: boolean) => {
    isOnline = online;
    act(() => void dispatchEvent(new Event(online ? 'online' : 'offline')));
    rerender(<Screen />);
  };
  const notices = () => screen.queryAllByText(/conexión a internet/i).map(({ textContent }) => textContent);
  const waits = () => screen.getByText(/^Sin conexión\. Puedes/).classList.contains('invisible');
  go(false);
  expect([notices(), waits()]).toEqual([['Sin conexión a internet'], true]);
  // Refreshing the library shows the same message under the topic 'connection'.
  act(() => showToast('error', 'No hay conexión a internet', { about: 'connection' }));
  expect([notices(), waits()]).toEqual([['No hay conexión a internet'], true]);
  act(() => void vi.advanceTimersByTime(10_000));
  expect([notices(), waits()]).toEqual([[], false]);
  go(true);
  expect([notices(), screen.queryByText(/Puedes leer/)]).toEqual([['Conexión a internet restaurada'], null]);
});

it('works without the loader when it cannot be loaded', async () => {
  vi.useFakeTimers();
  render(<AppFrame>El formulario</AppFrame>);
  void pendingRequests.track('/api/slow', new Promise(() => {}));
  await act(async () => vi.advanceTimersByTimeAsync(2000));
  expect(pendingRequests.isSlow()).toBe(true);
  expect(screen.getByText('El formulario')).toBeDefined();
});
