import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

afterEach(cleanup);

it('asks in the default words, and answers with either button', () => {
  const [onConfirm, onCancel] = [vi.fn(), vi.fn()];
  render(<ConfirmDialog open onConfirm={onConfirm} onCancel={onCancel} />);
  expect(screen.getByText('Confirmación')).toBeDefined();
  expect(screen.getByText('¿Estás seguro que deseas realizar esta acción?')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar', hidden: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Eliminar', hidden: true }));
  expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1]);
});
