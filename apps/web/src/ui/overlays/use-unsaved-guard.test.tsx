import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { confirmStore } from './confirm.ts';
import { leaveUnasked } from './leave-unasked.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

afterEach(() => {
  act(() => confirmStore.current()?.answer(false));
  cleanup();
});

function Form() {
  useUnsavedGuard(true, 'all');
  return <p>formulario</p>;
}

function open() {
  const router = createMemoryRouter([
    { path: '/', element: <Form /> },
    { path: '/login', element: <p>entrada</p> },
  ]);
  render(<RouterProvider router={router} />);
  return router;
}

/** Tells whether the browser would ask before it closes the page. */
const isAskedByBrowser = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('asks before leaving while the session lasts', async () => {
  const router = open();
  await act(async () => router.navigate('/login'));
  expect([confirmStore.current() !== null, isAskedByBrowser()]).toEqual([true, true]);
});

it('asks nothing when the session ends', async () => {
  const router = open();
  const guardAgain = leaveUnasked();
  expect(isAskedByBrowser()).toBe(false);
  await act(async () => router.navigate('/login'));
  expect(confirmStore.current()).toBeNull();
  expect(screen.getByText('entrada')).toBeTruthy();
  guardAgain();
});
