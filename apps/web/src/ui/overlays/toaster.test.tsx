import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toaster } from './toaster.tsx';
import { hasSavedToasts, saveToasts, showToast, showToastHere, toastStore } from './toast-store.ts';

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

it('shows a message for 5 s, then fades it for 3 s', () => {
  render(<Toaster />);
  act(() => showToast('success', 'Libros actualizados'));
  expect(screen.getByRole('status').textContent).toContain('Libros actualizados');
  pass(5001);
  expect(screen.getByRole('status').className).toContain('opacity-0');
  pass(3000);
  expect(screen.queryByRole('status')).toBeNull();
});

it('keeps a message while it is hovered', () => {
  render(<Toaster />);
  act(() => showToast('error', 'Límite de recargas alcanzado'));
  fireEvent.mouseEnter(screen.getByRole('alert'));
  pass(20_000);
  fireEvent.mouseLeave(screen.getByRole('alert'));
  pass(8000);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('holds a message back while a layer is open that it may not cover, and then shows it for its whole time', () => {
  render(<Toaster />);
  act(() => showToast('info', 'Hay una versión nueva'));
  let show = () => {};
  act(() => {
    show = toastStore.hold();
  });
  act(() => showToast('success', 'Libro descargado y guardado'));
  pass(20_000);
  expect([screen.queryByRole('status'), toastStore.all()]).toEqual([null, []]);
  act(() => show());
  expect(screen.getAllByRole('status')).toHaveLength(2);
  pass(7999);
  expect(screen.getByText('Libro descargado y guardado')).toBeTruthy();
  pass(2);
  expect(screen.queryByRole('status')).toBeNull();
});

it('closes a message by its button', () => {
  render(<Toaster />);
  act(() => showToast('info', 'Sin conexión a internet'));
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(screen.queryByText('Sin conexión a internet')).toBeNull();
});

it('keeps a message while its action is possible; the action runs once and returns the focus to the control before', () => {
  const undo = vi.fn();
  render(
    <>
      <button type="button">Eliminar</button>
      <Toaster />
    </>,
  );
  act(() => showToast('success', 'Libro eliminado', { action: { label: 'Deshacer', run: undo } }));
  pass(60 * 60 * 1000);
  const button = screen.getByRole('button', { name: 'Deshacer' });
  expect(screen.getByRole('status').contains(button)).toBe(true);
  screen.getByText('Eliminar').focus();
  button.focus();
  fireEvent.click(button);
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText('Libro eliminado')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Eliminar');
});

it('offers to undo the last action only, and none in the next document', () => {
  const run = vi.fn();
  const say = (text: string) => showToast('success', text, { about: 'undo', action: { label: 'Deshacer', run } });
  say('Libro eliminado');
  say('Parte eliminada');
  expect(toastStore.all().map(({ text }) => text)).toEqual(['Parte eliminada']);
  saveToasts('/admin/books');
  expect(hasSavedToasts()).toBe(false);
});

it('removes a page’s messages when another page is shown', () => {
  const here = location.pathname;
  showToastHere('error', 'Por favor completa todos los campos');
  showToast('success', 'Tu cuenta está lista.', { at: '/login' });
  showToast('info', 'Sin conexión a internet');
  const texts = () => toastStore.all().map((toast) => toast.text);
  toastStore.arrive(here);
  expect(texts()).toEqual(['Por favor completa todos los campos', 'Sin conexión a internet']);
  toastStore.arrive('/user-library');
  expect(texts()).toEqual(['Sin conexión a internet']);
});

it('shows a message once, however often it occurs, and removes the error of the attempt before', () => {
  const texts = () => toastStore.all().map((toast) => toast.text);
  showToast('error', 'No hay conexión a internet');
  showToast('error', 'No hay conexión a internet');
  expect(texts()).toEqual(['No hay conexión a internet']);
  showToastHere('error', 'Favor introducir un email');
  showToastHere('success', 'Email añadido a la lista');
  expect(texts()).toEqual(['No hay conexión a internet', 'Email añadido a la lista']);
});
