import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { useRefresh } from './use-refresh.ts';

let lists = 0;
const toasts = () => toastStore.all().map(({ type, text }) => `${type}: ${text}`);
const show = (reload: () => Promise<unknown>) => {
  lists += 1;
  return renderHook(() => useRefresh({ list: `list ${lists}`, reload, done: 'Libros actualizados' }));
};
const never = () => new Promise(() => {});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('stops its spinner after 10 s at most, however late the answer is', async () => {
  const { result } = show(never);
  act(() => void result.current.refresh());
  expect(result.current.refreshing).toBe(true);
  await act(async () => vi.advanceTimersByTimeAsync(9999));
  expect(result.current.refreshing).toBe(true);
  await act(async () => vi.advanceTimersByTimeAsync(1));
  expect(result.current.refreshing).toBe(false);
});

it('ends with a toast, and makes one request however often it is pressed meanwhile', async () => {
  let requestCount = 0;
  const { result } = show(async () => {
    requestCount += 1;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  });
  act(() => void result.current.refresh());
  act(() => void result.current.refresh());
  await act(async () => vi.advanceTimersByTimeAsync(1000));
  expect([requestCount, result.current.refreshing, toasts()]).toEqual([1, false, ['success: Libros actualizados']]);
});

it.each([
  ['no answer', new ApiError(0, null), 'No pudimos actualizar. Lo que ves es lo último que supimos.'],
  ['a refusal', new ApiError(429, null), 'Demasiadas solicitudes, intente en unos minutos'],
])('shows an error when the server did not send the list: %s', async (_, error, words) => {
  const { result } = show(() => Promise.reject(error));
  await act(async () => result.current.refresh());
  expect([result.current.refreshing, toasts()]).toEqual([false, [`error: ${words}`]]);
});

it('needs a connection, and is refused the fifth time in a minute', async () => {
  let requestCount = 0;
  const { result } = show(async () => {
    requestCount += 1;
  });
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await act(async () => result.current.refresh());
  expect([requestCount, toasts()]).toEqual([0, ['error: No hay conexión a internet']]);
  line.mockReturnValue(true);
  for (let time = 0; time < 5; time += 1) await act(async () => result.current.refresh());
  expect([requestCount, toasts().at(-1)]).toEqual([4, 'error: Límite de recargas alcanzado']);
});
