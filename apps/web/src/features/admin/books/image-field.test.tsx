import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { BookForm } from './book-form.tsx';

const png = () => new File(['hola'], 'texto.png', { type: 'image/png' });
const zone = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const preview = () => screen.getByAltText<HTMLImageElement>('Vista previa: Portada');

beforeEach(() => {
  // happy-dom knows no modal dialogs.
  HTMLDialogElement.prototype.showModal ??= () => {};
  signInAs('u');
  const form = <BookForm powers="writter" onSaved={() => {}} onClose={() => {}} />;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a form without its cover goes there, wherever it was sent from', async () => {
  for (const label of ['Nombre', 'Descripción', 'Ubicación', 'Género', 'Fragmento destacado', 'Highlight 1']) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'Texto' } });
  }
  fireEvent.change(screen.getByLabelText('Número de páginas'), { target: { value: '80' } });
  fireEvent.click(screen.getByRole('button', { name: 'Crear libro', hidden: true }));
  await screen.findByText('La imagen es obligatoria.');
  expect(document.activeElement).toBe(zone('Portada'));
});

it('says at once that a file is no picture, and forgets it', () => {
  fireEvent.change(zone('Portada'), { target: { files: [png()] } });
  fireEvent.error(preview());
  expect(screen.getByText('No pudimos abrir este archivo como imagen. Elige otro.')).toBeDefined();
  expect(screen.queryByAltText('Vista previa: Portada')).toBeNull();
});

it('says at once that a picture has more pixels than the shop takes', () => {
  fireEvent.change(zone('Portada'), { target: { files: [png()] } });
  Object.defineProperties(preview(), { naturalWidth: { value: 8000 }, naturalHeight: { value: 12_000 } });
  fireEvent.load(preview());
  expect(screen.getByText(/^La imagen mide 8\.000 × 12\.000 píxeles/)).toBeDefined();
});

it('a file let go beside its zone does not take the place of the page', () => {
  const drop = Object.assign(new Event('drop', { cancelable: true, bubbles: true }), {
    dataTransfer: { types: ['Files'] },
  });
  document.body.dispatchEvent(drop);
  expect(drop.defaultPrevented).toBe(true);
});
