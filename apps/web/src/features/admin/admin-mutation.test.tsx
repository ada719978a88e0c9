import { adminListBooks } from '@cuentos/contract/books';
import type { ErrorBody } from '@cuentos/contract/error-codes';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { failures, sessionEnd } from '../../lib/api/api-events.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { fakeTokens } from '../../testing/tokens.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { adminAccess, adminCall, adminQueryOf } from './admin-call.ts';
import { explainedFailures, reportFailure, useAdminMutation } from './admin-mutation.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
});
const toasts = () => toastStore.all().map(({ type, text }) => [type, text]);
const refused = (status: number, code: ErrorBody['code'], detail: string) =>
  new ApiError(status, { code, detail, request_id: 'r' });

describe('a failed call', () => {
  it('for a grant shows the server’s sentence of a 404 or 409', () => {
    reportFailure(refused(404, 'user_not_found', 'No encontramos a esa persona.'), explainedFailures);
    reportFailure(
      refused(409, 'already_owned', 'Error: el libro ya ha sido adquirido por el usuario.'),
      explainedFailures,
    );
    expect(toasts()).toEqual([
      ['error', 'No encontramos a esa persona.'],
      ['error', 'Error: el libro ya ha sido adquirido por el usuario.'],
    ]);
  });

  it('shows the sentence of its code, else the general one; a lost role has its own message', () => {
    const texts = { failed: 'No se pudo.', byCode: { book_not_found: 'Ese libro ya no existe.' } };
    reportFailure(refused(404, 'book_not_found', 'x'), texts);
    reportFailure(refused(403, 'forbidden', 'x'), texts);
    reportFailure(refused(404, 'part_not_found', 'x'), texts);
    reportFailure(new TypeError('x'), { failed: 'Tampoco.' });
    expect(toasts().map(([, text]) => text)).toEqual(['Ese libro ya no existe.', 'No se pudo.', 'Tampoco.']);
  });
});

describe('a change', () => {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  );

  it('is busy until its end, and does nothing when the session ended', async () => {
    const onDone = vi.fn();
    let refuse: (error: ApiError) => void = () => {};
    const call = () => new Promise<string>((_resolve, reject) => (refuse = reject));
    const { result } = renderHook(() => useAdminMutation({ call, onDone, texts: { failed: 'x' } }), { wrapper });
    act(() => result.current.send());
    await waitFor(() => expect(result.current.busy).toBe(true));
    await act(async () => refuse(refused(401, 'invalid_user_session', 'x')));
    await waitFor(() => expect(result.current.busy).toBe(false));
    expect(onDone).not.toHaveBeenCalled();
    expect(toasts()).toEqual([]);
  });

  it('fails with one message, unless a field shows it', async () => {
    const call = async (): Promise<never> => {
      throw refused(500, 'internal', 'x');
    };
    const atField = vi.fn(() => true);
    const { result } = renderHook(
      () => ({
        told: useAdminMutation({ call, onDone: () => {}, texts: { failed: 'No se pudo.' } }),
        beside: useAdminMutation({ call, onDone: () => {}, texts: { failed: 'y' }, onFailure: atField }),
      }),
      { wrapper },
    );
    act(() => result.current.told.send());
    act(() => result.current.beside.send());
    await waitFor(() => expect(atField).toHaveBeenCalledOnce());
    await waitFor(() => expect(toasts()).toEqual([['error', 'No se pudo.']]));
  });

  it.each<[number, ErrorBody['code'], readonly string[]]>([
    // Without a toast: the login screen, or the notice of the form, shows the error.
    [401, 'invalid_user_session', []],
    // Without a toast: the frame of the area shows the error.
    [403, 'forbidden', ['role']],
    [403, 'second_factor_needed', ['second-factor']],
    [403, 'price_locked', ['No se pudo.']],
    [500, 'internal', ['No se pudo.']],
  ])('refused with %i %s has one message at most, and is not sent again', async (status, code, texts) => {
    const messages: string[] = [];
    failures.onFailure((text) => messages.push(text));
    sessionEnd.onEnd(() => {});
    adminAccess.onLost((lost) => void messages.push(lost));
    session.store(fakeTokens('a'));
    const calls = fakeApi({ 'GET /api/admin/books': { status, body: { code, detail: 'x', request_id: 'r' } } });
    const onEnd = vi.fn();
    const call = () => adminCall(adminListBooks, { handles: 'all' });
    const { result } = renderHook(
      () => useAdminMutation({ call, onDone: () => {}, texts: { failed: 'No se pudo.' }, onEnd }),
      { wrapper },
    );
    act(() => result.current.send());
    await waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
    expect([...messages, ...toasts().map(([, text]) => text)]).toEqual(texts);
    expect(calls).toHaveLength(1);
    session.forget();
  });
});

describe('a list', () => {
  it('fails without a message when the session has ended, and does not retry', async () => {
    const messages: string[] = [];
    failures.onFailure((text) => messages.push(text));
    sessionEnd.onEnd(() => {});
    session.store(fakeTokens('a'));
    const calls = fakeApi({
      'GET /api/admin/books': { status: 401, body: { code: 'invalid_user_session', detail: 'x', request_id: 'r' } },
    });
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await expect(queryClient.fetchQuery(adminQueryOf(adminListBooks))).rejects.toMatchObject({ status: 401 });
    expect([...messages, ...toasts()]).toEqual([]);
    expect(calls).toHaveLength(1);
    logged.mockRestore();
    session.forget();
  });
});
