import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { Layers } from './layers.ts';
import { useBackClosesLayers, useLayer } from './use-layers.ts';

afterEach(cleanup);

it('is modal while something modal lies over the page, and closes the topmost first', () => {
  const layers = new Layers();
  const [panel, dialog] = [vi.fn(), vi.fn()];
  const endPanel = layers.add({ modal: false, close: panel });
  expect(layers.hasModal).toBe(false);
  const endDialog = layers.add({ modal: true, close: dialog });
  expect(layers.hasModal).toBe(true);
  layers.closeTop();
  expect([panel.mock.calls.length, dialog.mock.calls.length]).toEqual([0, 1]);
  endDialog();
  layers.closeTop();
  expect(panel).toHaveBeenCalledOnce();
  endPanel();
  expect(layers.closeTop()).toBe(false);
});

it('lets the back button close what is open, and leave only then', async () => {
  const layers = new Layers();
  const close = vi.fn();
  function Book({ open }: { readonly open: boolean }) {
    useBackClosesLayers(layers);
    useLayer(layers, open, close);
    return <p>libro</p>;
  }
  const element = (open: boolean) => <Book open={open} />;
  const router = createMemoryRouter(
    [
      { path: '/biblioteca', element: <p>biblioteca</p> },
      { path: '/libro', element: element(true) },
    ],
    { initialEntries: ['/biblioteca', '/libro'] },
  );
  const { unmount } = render(<RouterProvider router={router} />);
  await router.navigate(-1);
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(screen.getByText('libro')).toBeTruthy();
  unmount();
  expect(layers.isEmpty).toBe(true);
});

it('leaves at once when nothing is open', async () => {
  const layers = new Layers();
  function Book() {
    useBackClosesLayers(layers);
    return <p>libro</p>;
  }
  const routes = [
    { path: '/biblioteca', element: <p>biblioteca</p> },
    { path: '/libro', element: <Book /> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/biblioteca', '/libro'] });
  render(<RouterProvider router={router} />);
  await router.navigate(-1);
  expect(await screen.findByText('biblioteca')).toBeTruthy();
});
