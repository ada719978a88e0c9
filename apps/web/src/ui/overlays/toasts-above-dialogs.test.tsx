import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { SideDialog } from './side-dialog.tsx';
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

/** A page whose dialog opens a second one, as the confirmation over an admin's form. */
function Page() {
  const [first, setFirst] = useState(false);
  const [second, setSecond] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setFirst(true)}>
        abrir
      </button>
      <Dialog open={first} onClose={() => setFirst(false)} label="primero">
        <button type="button" onClick={() => setSecond(true)}>
          más
        </button>
      </Dialog>
      {second && (
        <SideDialog caption="Libro" title="segundo" onClose={() => setSecond(false)}>
          <p>texto</p>
        </SideDialog>
      )}
      <Toaster />
    </>
  );
}

const region = () => document.querySelector('[data-toasts]');
const owner = () => region()?.closest('dialog')?.getAttribute('aria-label') ?? 'page';
const press = (name: string) => fireEvent.click(screen.getByText(name));
const closeTop = () => {
  const top = region()?.closest('dialog');
  act(() => top?.close());
};
const say = (text: string) => act(() => showToast('error', text));
const roleOf = (text: string) => screen.getByText(text).parentElement?.getAttribute('role') ?? null;

it('keeps the messages inside the topmost open dialog, where they are not inert', () => {
  render(<Page />);
  expect(owner()).toBe('page');
  press('abrir');
  expect(owner()).toBe('primero');
  press('más');
  expect(owner()).toBe('Libro: segundo');
  say('Error: Prohibido');
  closeTop();
  expect(owner()).toBe('primero');
  fireEvent.click(screen.getByText('Error: Prohibido').parentElement!.querySelector('button')!);
  expect(screen.queryByText('Error: Prohibido')).toBeNull();
  expect(document.querySelector<HTMLDialogElement>('dialog[aria-label=primero]')?.open, 'its dialog stays').toBe(true);
  closeTop();
  expect(owner()).toBe('page');
});

it('moves the messages back when the dialog is removed without being closed', () => {
  const page = (dialog: ReactNode) => (
    <>
      {dialog}
      <Toaster />
    </>
  );
  const { rerender } = render(
    page(
      <SideDialog caption="Libro" title="uno" onClose={() => {}}>
        <p>texto</p>
      </SideDialog>,
    ),
  );
  say('Error: Prohibido');
  expect(owner()).toBe('Libro: uno');
  rerender(page(null));
  expect(owner()).toBe('page');
  expect(screen.getByText('Error: Prohibido').isConnected).toBe(true);
});

it('does not repeat a message when it moves', () => {
  render(<Page />);
  say('vieja');
  act(() => {
    vi.advanceTimersByTime(2000);
  });
  say('recién dicha');
  press('abrir');
  expect(owner()).toBe('primero');
  expect(roleOf('vieja'), 'inserted anew it would be spoken anew').toBeNull();
  expect(roleOf('recién dicha'), 'there was no time to speak it').toBe('alert');
  say('nueva');
  expect(roleOf('nueva')).toBe('alert');
});

it('returns the focus to its old place when a message is closed by the keyboard', () => {
  render(<Page />);
  press('abrir');
  say('Error: Prohibido');
  const more = screen.getByText('más');
  more.focus();
  const close = screen.getByText('Error: Prohibido').parentElement!.querySelector('button')!;
  close.focus();
  fireEvent.click(close);
  expect(document.activeElement).toBe(more);
});

it('hides a message that stays while a later dialog is open, and shows those that the dialog makes', () => {
  render(<Page />);
  const undo = { action: { label: 'Deshacer', run: () => {} } };
  const cardOf = (text: string) => screen.getByText(text).closest<HTMLElement>('[data-since]');
  act(() => showToast('success', 'Parte activada', undo));
  press('abrir');
  expect(cardOf('Parte activada')?.hidden, 'it would lie on the fields until it is closed').toBe(true);
  act(() => showToast('success', 'Parte quitada', undo));
  expect(cardOf('Parte quitada')?.hidden).toBe(false);
  press('más');
  expect(cardOf('Parte quitada')?.hidden).toBe(true);
  closeTop();
  expect([cardOf('Parte activada')?.hidden, cardOf('Parte quitada')?.hidden]).toEqual([true, false]);
  closeTop();
  expect([cardOf('Parte activada')?.hidden, cardOf('Parte quitada')?.hidden]).toEqual([false, false]);
});
