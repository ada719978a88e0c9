import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { FormDialog } from './form-dialog.tsx';

afterEach(cleanup);

const dialog = () => screen.getByRole('dialog', { hidden: true });
const cancel = (element: Element) =>
  act(() => void fireEvent(element, new Event('cancel', { bubbles: true, cancelable: true })));

describe('a dialog', () => {
  it('is closed for its owner as soon as Escape is pressed, once', () => {
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} label="Aviso">
        {null}
      </Dialog>,
    );
    cancel(dialog());
    expect(onClose).toHaveBeenCalledOnce();
    fireEvent(dialog(), new Event('close'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('gives the focus to the heading of the page if it opened by itself', async () => {
    const page = (open: boolean) => (
      <main>
        <h1>Tus libros</h1>
        <Dialog open={open} onClose={() => {}} label="Aviso">
          {null}
        </Dialog>
      </main>
    );
    const { rerender } = render(page(true));
    rerender(page(false));
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByText('Tus libros')));
  });

  it('stays open when a file picker inside it was cancelled', () => {
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} label="Aviso">
        <input type="file" aria-label="Archivo" />
      </Dialog>,
    );
    cancel(screen.getByLabelText('Archivo'));
    expect(onClose).not.toHaveBeenCalled();
  });
});

it('a form stays open, with its typed text, when a file picker inside it was cancelled', async () => {
  const onClose = vi.fn();
  const words = { title: 'Parte', submit: 'Guardar', busy: false, dirty: false, onSubmit: () => {}, onClose };
  const form = (
    <FormDialog {...words}>
      <input type="file" aria-label="Archivo" />
    </FormDialog>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />);
  cancel(screen.getByLabelText('Archivo'));
  expect(onClose).not.toHaveBeenCalled();
  cancel(dialog());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
