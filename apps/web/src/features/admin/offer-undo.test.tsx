import { afterEach, expect, it, vi } from 'vitest';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { confirmStore } from '../../ui/overlays/confirm.ts';
import { confirmRevokeEarlyAccess, confirmRevokeGrant } from '../entitlements/admin/revoke.ts';
import { offerUndo } from './offer-undo.ts';

afterEach(() => {
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

const said = () => toastStore.all().map(({ type, text }) => [type, text]);
const undo = () => toastStore.all().at(-1)?.action?.run();
const refusal = (code: string, detail: string) => ({ status: 409, body: { detail, code, request_id: 'r' } });

it('confirms the undo, and reloads the list', async () => {
  const [back, read] = [vi.fn(async () => {}), vi.fn()];
  offerUndo('Libro eliminado', { undo: back, onEnd: read });
  expect(said()).toEqual([['success', 'Libro eliminado']]);
  undo();
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce());
  expect(back).toHaveBeenCalledOnce();
  expect(said()).toContainEqual(['success', 'Quedó como estaba']);
});

const row = {
  user_id: 'berta',
  user_name: 'Berta',
  book_part_id: 'faro',
  book_part_name: 'El faro',
  book_name: 'Cartas',
  expires_at: '2026-12-24T03:00:00Z',
} as never;

it.each([
  ['a part that was given', confirmRevokeGrant, 'books_parts', { notify: false }],
  [
    'early access, to its day',
    confirmRevokeEarlyAccess,
    'early_access',
    { notify: false, expires_at: '2026-12-24T03:00:00Z' },
  ],
] as const)('restores %s, without a mail', async (_name, take, path, body) => {
  signInAs('ana', 'admin');
  const calls = fakeApi({
    [`DELETE /api/admin/users/berta/${path}/faro`]: { body: { deleted: true } },
    [`POST /api/admin/users/berta/${path}/faro`]: { status: 201, body: { id: 'e', waits: false, expires_at: null } },
  });
  const read = vi.fn();
  const taking = take(row, read);
  await vi.waitFor(() => expect(confirmStore.current()).not.toBeNull());
  confirmStore.current()?.answer(true);
  await taking;
  undo();
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  expect(calls.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
  expect(JSON.parse(String(calls[1]?.body))).toEqual(body);
});

it('shows the shop’s reason when it is too late', async () => {
  signInAs('ana', 'admin');
  fakeApi({
    'DELETE /api/admin/users/berta/books_parts/faro': { body: { deleted: true } },
    'POST /api/admin/users/berta/books_parts/faro': refusal('already_owned', 'Esta persona ya tiene esta parte.'),
  });
  const read = vi.fn();
  const taking = confirmRevokeGrant(row, read);
  await vi.waitFor(() => expect(confirmStore.current()).not.toBeNull());
  confirmStore.current()?.answer(true);
  await taking;
  undo();
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  expect(said()).toContainEqual(['error', 'Esta persona ya tiene esta parte.']);
});
