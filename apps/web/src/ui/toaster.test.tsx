import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toaster } from './toaster.tsx';
import { showToast, toastStore } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

it('stays 5 s, fades for 3 s, then goes', () => {
  render(<Toaster />);
  act(() => showToast('success', 'Libros actualizados'));
  expect(screen.getByRole('status').textContent).toContain('Libros actualizados');
  pass(5001);
  expect(screen.getByRole('status').className).toContain('opacity-0');
  pass(3000);
  expect(screen.queryByRole('status')).toBeNull();
});

it('stays while it is hovered', () => {
  render(<Toaster />);
  act(() => showToast('error', 'Límite de recargas alcanzado'));
  fireEvent.mouseEnter(screen.getByRole('alert'));
  pass(20_000);
  fireEvent.mouseLeave(screen.getByRole('alert'));
  pass(8000);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('closes by its button', () => {
  render(<Toaster />);
  act(() => showToast('info', 'Sin conexión a internet'));
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(screen.queryByText('Sin conexión a internet')).toBeNull();
});
