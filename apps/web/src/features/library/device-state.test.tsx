import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DeviceState } from './device-state.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('promises a download only with a connection', () => {
  const { rerender } = render(<DeviceState partId="p" onDevice={false} size={51_000} />);
  expect(screen.getByText('Se descarga al abrir, 51 KB')).toBeDefined();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  rerender(<DeviceState partId="p" onDevice={false} size={51_000} />);
  expect(screen.getByText('Se descarga cuando vuelva la conexión')).toBeDefined();
  rerender(<DeviceState partId="p" onDevice size={51_000} />);
  expect(screen.getByText('En este dispositivo')).toBeDefined();
});
