import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ErrorScreen } from './failure-boundary.tsx';

// The connection breaks at a first visit: the browser cannot fetch the script of the error screen either.
vi.mock('../features/site/message-screens.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('offers to try again without a further script, and tries by itself when the connection returns', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { unmount } = render(<ErrorScreen />);
  expect(await screen.findByRole('heading', { name: 'No pudimos mostrar esta página' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Intentar nuevamente' }));
  expect(reload).toHaveBeenCalledTimes(1);
  line.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledTimes(2);
  unmount();
  dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledTimes(2);
});

it('does not retry for a visitor who is on the way to another page when the connection returns', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  render(<ErrorScreen />);
  await screen.findByRole('heading', { name: 'No pudimos mostrar esta página' });
  dispatchEvent(new Event('beforeunload'));
  dispatchEvent(new Event('online'));
  expect(reload).not.toHaveBeenCalled();
});
