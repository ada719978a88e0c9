import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { SaveByEmail } from './save-by-email.tsx';

const gone: string[] = [];
beforeEach(() => {
  gone.length = 0;
  sessionStorage.clear();
  vi.spyOn(location, 'assign').mockImplementation((to) => void gone.push(String(to)));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const ENTRY = 'POST /api/auth/entry_code';

function show(answer: Parameters<typeof fakeApi>[0][string], onAsked?: () => Promise<void>) {
  const calls = fakeApi({ 'GET /api/captcha': { body: { provider: 'none', site_key: null } }, [ENTRY]: answer });
  render(
    <SaveByEmail label="Correo" bookId="b" query={new URLSearchParams('part=p')} {...(onAsked ? { onAsked } : {})} />,
  );
  fireEvent.change(screen.getByLabelText('Correo'), { target: { value: 'ana@correo.cl' } });
  return () => calls.filter(({ url }) => url === '/api/auth/entry_code').length;
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));

it('leads to the code although this device could not store the request', async () => {
  // The shop's log still gets the failure.
  const told = new Promise((resolve) => process.once('unhandledRejection', resolve));
  show({ body: { detail: '' } }, async () => {
    throw new Error('full');
  });
  press();
  await vi.waitFor(() => expect(gone).toEqual(['/enter-code/b?part=p']));
  await told;
});

it('asks for one code however often it is pressed, also while the device stores the request', async () => {
  const kept = Promise.withResolvers<void>();
  const asked = show({ body: { detail: '' } }, async () => kept.promise);
  press();
  press();
  await vi.waitFor(() => expect(asked()).toBe(1));
  press();
  kept.resolve();
  await vi.waitFor(() => expect(gone).toEqual(['/enter-code/b?part=p']));
  press();
  expect(asked()).toBe(1);
});

it('can be pressed again after a failure', async () => {
  const asked = show({ status: 500, body: { detail: 'No' } });
  press();
  await vi.waitFor(() => expect(asked()).toBe(1));
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Guardar' }).getAttribute('aria-busy')).not.toBe('true'),
  );
  press();
  await vi.waitFor(() => expect(asked()).toBe(2));
  expect(gone).toEqual([]);
});
