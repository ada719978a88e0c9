import type { ErrorBody } from '@cuentos/contract/error-codes';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { explainedFailures, reportFailure, useAdminMutation } from './admin-mutation.ts';

afterEach(() => {
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
});
const said = () => toastStore.all().map(({ type, text }) => [type, text]);
const refused = (status: number, code: ErrorBody['code'], detail: string) =>
  new ApiError(status, { code, detail, request_id: 'r' });

describe('a failed call', () => {
  it('of a grant says what the server says with a 404 or 409', () => {
    reportFailure(refused(404, 'user_not_found', 'No encontramos a esa persona.'), explainedFailures);
    reportFailure(
      refused(409, 'already_owned', 'Error: el libro ya ha sido adquirido por el usuario.'),
      explainedFailures,
    );
    expect(said()).toEqual([
      ['error', 'No encontramos a esa persona.'],
      ['error', 'Error: el libro ya ha sido adquirido por el usuario.'],
    ]);
  });

  it('has the sentence of its code, else the general one; a lost role was told already', () => {
    const texts = { failed: 'No se pudo.', byCode: { book_not_found: 'Ese libro ya no existe.' } };
    reportFailure(refused(404, 'book_not_found', 'x'), texts);
    reportFailure(refused(403, 'forbidden', 'x'), texts);
    reportFailure(refused(404, 'part_not_found', 'x'), texts);
    reportFailure(new TypeError('x'), { failed: 'Tampoco.' });
    expect(said().map(([, text]) => text)).toEqual(['Ese libro ya no existe.', 'No se pudo.', 'Tampoco.']);
  });
});

describe('a change', () => {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  );

  it('is busy until its end, and does nothing when the session ended', async () => {
    const onDone = vi.fn();
    let answer: (result: string | false) => void = () => {};
    const call = () => new Promise<string | false>((resolve) => (answer = resolve));
    const { result } = renderHook(() => useAdminMutation({ call, onDone, texts: { failed: 'x' } }), { wrapper });
    act(() => result.current.send());
    await waitFor(() => expect(result.current.busy).toBe(true));
    await act(async () => answer(false));
    await waitFor(() => expect(result.current.busy).toBe(false));
    expect(onDone).not.toHaveBeenCalled();
    expect(said()).toEqual([]);
  });

  it('fails with one message, unless it is said at a field', async () => {
    const call = async (): Promise<false> => {
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
    await waitFor(() => expect(said()).toEqual([['error', 'No se pudo.']]));
  });
});
