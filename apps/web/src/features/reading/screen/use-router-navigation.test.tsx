import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { Link } from '../../../ui/navigation.tsx';
import { NavigationContext, useNavigation } from '../../../ui/use-navigation.ts';
import { closeOnBack, hearStepsFirst } from '../../../ui/overlays/back-closes.ts';
import { useRouterNavigation } from './use-router-navigation.ts';

afterEach(cleanup);

/** Opens a book from this address; the router follows the window's history. */
function openBook(from: string) {
  function Way() {
    const { leave } = useNavigation();
    return (
      <>
        <Link to="/biblioteca">seguir</Link>
        <button type="button" onClick={() => leave('/biblioteca')}>
          volver
        </button>
      </>
    );
  }
  function Book() {
    return (
      <NavigationContext value={useRouterNavigation()}>
        <Way />
      </NavigationContext>
    );
  }
  const routes = [
    { path: '/biblioteca', element: <p>biblioteca</p> },
    { path: '/otra', element: <p>otra</p> },
    { path: '/libro', element: <Book /> },
  ];
  hearStepsFirst();
  history.replaceState(null, '', from);
  const router = createBrowserRouter(routes);
  render(<RouterProvider router={router} />);
  return router;
}

it('follows links without loading a document', async () => {
  const router = openBook('/otra');
  await act(async () => router.navigate('/libro'));
  const way = screen.getByRole('link', { name: 'seguir' });
  expect(way.getAttribute('href')).toBe('/biblioteca');
  // The browser opens a new tab for this click, so the router must not take it.
  expect(fireEvent.click(way, { ctrlKey: true })).toBe(true);
  expect(screen.queryByText('biblioteca')).toBeNull();
  expect(fireEvent.click(way)).toBe(false);
  expect(await screen.findByText('biblioteca')).toBeTruthy();
  router.dispose();
});

it.each([
  ['goes back to the page that it was opened from', '/biblioteca', false],
  ['gives way to another page', '/otra', false],
  ['goes back past what is open', '/biblioteca', true],
  ['gives way with what is open', '/otra', true],
])('leaving %s', async (_, from, isLayered) => {
  const router = openBook(from);
  await act(async () => router.navigate('/libro', { state: { from } }));
  const close = vi.fn();
  const forget = isLayered ? [closeOnBack(close), closeOnBack(close)] : [];
  fireEvent.click(await screen.findByRole('button', { name: 'volver' }));
  expect(await screen.findByText('biblioteca')).toBeTruthy();
  for (const each of forget) each();
  expect(close).not.toHaveBeenCalled();
  // A step back must not open the book again.
  history.back();
  if (from === '/otra') expect(await screen.findByText('otra')).toBeTruthy();
  expect(screen.queryByText('volver')).toBeNull();
  router.dispose();
});
