import { expect, it, vi } from 'vitest';
import { queryClient } from './query-client.ts';

it('logs why a list could not be loaded', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const cause = new Error('refused');
  const load = queryClient.fetchQuery({ queryKey: ['admin', 'users'], queryFn: async () => Promise.reject(cause) });
  await expect(load).rejects.toBe(cause);
  expect(logged.mock.calls).toEqual([['admin users could not be loaded', cause]]);
  logged.mockRestore();
});
