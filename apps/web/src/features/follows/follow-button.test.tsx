import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { fakeTokens } from '../../testing/tokens.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { FollowButton } from './follow-button.tsx';
import { OwnFollows } from './own-follows.tsx';

const toasts = () => toastStore.all().map(({ text }) => text);

afterEach(() => {
  cleanup();
  localStorage.clear();
  session.forget();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

const show = (id: string) => render(<FollowButton book={{ id, name: 'El faro' }} name="La valija" />);

it('a signed-in reader follows with one tap, and an undo button takes its place', async () => {
  session.store(fakeTokens('a'));
  const calls = fakeApi({
    'GET /api/follows': { body: [] },
    'PUT /api/follows/one': { body: { state: 'confirmed' } },
    'DELETE /api/follows/one': { status: 204 },
  });
  show('one');
  fireEvent.click(screen.getByRole('button', { name: 'Avísame cuando salga: La valija' }));
  expect(await screen.findByText('Te avisamos el día que salga')).toBeTruthy();
  const undo = screen.getByRole('button', { name: 'Deshacer: ya no avisarme de La valija' });
  // The new button takes the focus from the one that it replaces.
  await waitFor(() => expect(document.activeElement).toBe(undo));
  fireEvent.click(undo);
  expect(await screen.findByRole('button', { name: 'Avísame cuando salga: La valija' })).toBeTruthy();
  expect(calls.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual(['PUT', 'DELETE']);
});

it('reports a failed follow, and a follow that has to be confirmed by mail', async () => {
  session.store(fakeTokens('a'));
  let fails = true;
  fakeApi({
    'GET /api/follows': { body: [] },
    'PUT /api/follows/two': () => (fails ? { status: 500, body: {} } : { body: { state: 'pending' } }),
  });
  show('two');
  fireEvent.click(screen.getByRole('button', { name: /^Avísame/ }));
  await waitFor(() => expect(toasts()).toEqual(['No pudimos anotarlo. Intenta de nuevo.']));
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: /^Avísame/ }));
  expect(await screen.findByText('Confirma en tu correo')).toBeTruthy();
});

it('takes a visitor’s address for that book, and tells of the mail', async () => {
  const calls = fakeApi({ 'POST /api/follows': { body: { accepted: true } } });
  show('three');
  fireEvent.click(screen.getByRole('button', { name: /^Avísame/ }));
  const field = await screen.findByLabelText('Tu correo');
  fireEvent.change(field, { target: { value: 'sin arroba' } });
  fireEvent.click(screen.getByRole('button', { name: 'Avísame' }));
  expect(await screen.findByText('El correo no es válido.')).toBeTruthy();
  fireEvent.change(field, { target: { value: ' ana@ejemplo.cl ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Avísame' }));
  expect(await screen.findByText('Revisa tu correo')).toBeTruthy();
  expect(calls.map(({ body }) => String(body))).toEqual(['{"email":"ana@ejemplo.cl","book_id":"three"}']);
});

it("'Lo que sigo' lists the followed books with their next part, and ends a follow", async () => {
  session.store(fakeTokens('a'));
  let follows = [{ book_id: 'x', book_name: 'El faro', image: null, next_release: '2026-12-12T03:00:00.000Z' }];
  fakeApi({
    'GET /api/follows': () => ({ body: follows }),
    'DELETE /api/follows/x': () => {
      follows = [];
      return { status: 204 };
    },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OwnFollows />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Lo próximo sale el 12/12/2026')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Dejar de seguir El faro' }));
  expect(await screen.findByText(/Todavía no sigues ningún libro/)).toBeTruthy();
  expect(toasts()).toEqual(['Ya no te avisaremos de El faro']);
});
