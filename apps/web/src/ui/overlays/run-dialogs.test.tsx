import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { invoker } from './invoker.ts';
import { PageDialog } from './page-dialog.tsx';
import { runDialogs } from './run-dialogs.ts';

afterEach(cleanup);

/** Takes a step back in the history, which must close the dialog. */
async function expectClosedByStepBack(dialog: HTMLDialogElement): Promise<void> {
  expect(dialog.open).toBe(true);
  history.back();
  await vi.waitFor(() => expect(dialog.open).toBe(false));
}

it('opens the dialog that a button names, and closes it by its own button, a press beside it or a step back', async () => {
  render(
    <>
      <button type="button" {...invoker('show-modal', 'fragmento')}>
        Ver
      </button>
      <PageDialog id="fragmento" label="Fragmento" caption="El faro" width="reading">
        Era de noche
      </PageDialog>
      <div>
        <section data-toasts="" />
      </div>
    </>,
  );
  const dialog = document.querySelector('dialog')!;
  // The browser opened the dialog before the script ran.
  dialog.showModal();
  runDialogs();
  await expectClosedByStepBack(dialog);
  const open = () => fireEvent.click(screen.getByText('Ver'));
  const shown: boolean[] = [];
  const messages = document.querySelector('[data-toasts]');
  for (const close of [
    () => fireEvent.click(screen.getByRole('button', { name: 'Cerrar', hidden: true })),
    () => fireEvent.click(dialog),
  ]) {
    expect(open(), 'left to the browser too').toBe(false);
    shown.push(dialog.open, dialog.contains(messages));
    close();
    await vi.waitFor(() => expect(dialog.contains(messages)).toBe(false));
    shown.push(dialog.open);
  }
  expect(shown).toEqual([true, true, false, true, true, false]);
  fireEvent.click(screen.getByText('Era de noche'));
  expect(dialog.open).toBe(false);
  open();
  fireEvent.click(screen.getByText('Era de noche'));
  expect(dialog.open, 'a press inside it').toBe(true);
  await expectClosedByStepBack(dialog);
});

it('ignores dialogs that are not in the page’s markup, and their buttons', () => {
  render(
    <>
      <button type="button" {...invoker('show-modal', 'ajeno')}>
        Abrir
      </button>
      <dialog id="ajeno">Pregunta</dialog>
    </>,
  );
  const dialog = document.querySelector('dialog')!;
  fireEvent.click(screen.getByText('Abrir'));
  expect(dialog.open).toBe(false);
  dialog.showModal();
  fireEvent.click(dialog);
  expect(dialog.open).toBe(true);
});
