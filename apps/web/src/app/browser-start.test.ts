import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failures } from '../lib/api/api-events.ts';
import { toastStore } from '../ui/overlays/toast-store.ts';

const register = vi.fn();
vi.mock('../device/app-updates.ts', () => ({ appUpdates: { register } }));

beforeEach(() => {
  register.mockClear();
  vi.useFakeTimers();
});
afterEach(() => {
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

async function wake(production: boolean): Promise<void> {
  vi.stubEnv('PROD', production);
  const { startBrowser } = await import('./browser-start.ts');
  startBrowser(() => {});
}

it('registers the service worker after 30 s, in production only', async () => {
  await wake(true);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(1));
  register.mockClear();
  await wake(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(register).not.toHaveBeenCalled();
});

it('shows what a failed call says', async () => {
  await wake(false);
  failures.announce('Error: Prohibido');
  expect(toastStore.all()).toMatchObject([{ type: 'error', text: 'Error: Prohibido' }]);
});
