import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { SiteContext } from '../../lib/page-data.ts';
import { siteFacts } from '../../testing/site-facts.ts';
import { FailurePage } from './message-screens.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it.each([
  [true, 'No pudimos mostrar esta página'],
  [false, 'Sin conexión a Internet'],
])('names the document by what it says (WCAG 2.4.2), online: %s', async (online, title) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  const router = createMemoryRouter([{ path: '/', Component: FailurePage }]);
  render(
    <SiteContext value={siteFacts()}>
      <RouterProvider router={router} />
    </SiteContext>,
  );
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
  expect(document.title).toBe(`${title} · Cuentos de Bolsillo`);
});
