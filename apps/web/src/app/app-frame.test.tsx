import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { pendingRequests } from '../lib/api/api-events.ts';
import { ask } from '../ui/overlays/confirm.ts';
import { AppFrame } from './app-frame.tsx';

// No connection by the time they are needed.
vi.mock('../ui/overlays/confirm-dialog.tsx', () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
);
vi.mock('../ui/overlays/loader.tsx', () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
);

const question = { title: 'Hay cambios sin guardar', message: 'Se pierde.', confirm: 'Salir', cancel: 'Seguir' };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([true, false])('asks with the browser’s own question when its own cannot be loaded: %s', async (yes) => {
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

it('does without the loader when it cannot be loaded', async () => {
  vi.useFakeTimers();
  render(<AppFrame>El formulario</AppFrame>);
  void pendingRequests.track('/api/slow', new Promise(() => {}));
  await act(async () => vi.advanceTimersByTimeAsync(2000));
  expect(pendingRequests.isSlow()).toBe(true);
  expect(screen.getByText('El formulario')).toBeDefined();
});
