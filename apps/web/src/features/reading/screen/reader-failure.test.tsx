import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { reasonFor } from '../opening/fetch-opening.ts';
import { ReaderFailure } from './reader-failure.tsx';

vi.mock('../../highlights/saved-notes.tsx', () => ({ SavedNotes: () => null }));

it('sends a reader whose account is about to be erased to the screen where it can be kept, without an error report', async () => {
  const reason = reasonFor(new ApiError(409, { detail: '', code: 'account_leaving' }));
  const element = <ReaderFailure reason={reason} partId="parte" backTo="/user-library" />;
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  expect(await screen.findByRole('heading', { name: 'Tu cuenta está por borrarse' })).toBeDefined();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/user-settings/data');
  expect(screen.queryByText(/La falla es nuestra/)).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
