import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { useEffect } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { NavigationContext, useNavigation, Link } from '../../../ui/navigation.tsx';
import { useRouterNavigation } from './reader-screen.tsx';

afterEach(cleanup);

function openBook(open: { current: boolean }, close: () => void) {
  function Links() {
    const { holdBack } = useNavigation();
    useEffect(() => holdBack({ isHeld: () => open.current, onHeld: close }), [holdBack]);
    return <Link to="/biblioteca">volver</Link>;
  }
  function Book() {
    return (
      <NavigationContext value={useRouterNavigation()}>
        <Links />
      </NavigationContext>
    );
  }
  const routes = [
    { path: '/biblioteca', element: <p>biblioteca</p> },
    { path: '/libro', element: <Book /> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/biblioteca', '/libro'] });
  render(<RouterProvider router={router} />);
  return router;
}

it('lets the back button close what is open, and leave only then', async () => {
  const open = { current: true };
  const close = vi.fn(() => (open.current = false));
  const router = openBook(open, close);
  await router.navigate(-1);
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(screen.getByText('volver')).toBeTruthy();
  await router.navigate(-1);
  expect(await screen.findByText('biblioteca')).toBeTruthy();
  expect(close).toHaveBeenCalledOnce();
});

it('follows ways without loading a document, whatever is open', async () => {
  openBook({ current: true }, () => {});
  const way = screen.getByRole('link', { name: 'volver' });
  expect(way.getAttribute('href')).toBe('/biblioteca');
  // A tap for a new tab is the browser's.
  expect(fireEvent.click(way, { ctrlKey: true })).toBe(true);
  expect(screen.queryByText('biblioteca')).toBeNull();
  expect(fireEvent.click(way)).toBe(false);
  expect(await screen.findByText('biblioteca')).toBeTruthy();
});
