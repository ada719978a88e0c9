import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SiteContext } from '../../lib/page-data.ts';
import { session } from '../../lib/api/session.ts';
import { fakeBook, fakePart } from '../../testing/catalogue.ts';
import { inRouter } from '../../testing/in-router.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import { siteFacts } from '../../testing/site-facts.ts';
import { LandingScreen } from './landing-screen.tsx';
import { PrivacyScreen, TermsScreen } from '../site/legal-screens.tsx';

/** Told whether the hero is in sight. */
let see: ((inSight: boolean) => void) | undefined;

beforeEach(() => {
  see = undefined;
  session.forget();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
        see = (isIntersecting) => callback([{ isIntersecting }]);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const site = siteFacts({
  social: [{ name: 'Instagram', url: 'https://instagram.com/cuentos' }],
  seller: { ...siteFacts().seller, contact_email: 'hola@ejemplo.cl' },
});

async function open(path: string, books = [fakeBook({ id: 'a', parts: [fakePart({ value: 490 })] })]) {
  const router = createMemoryRouter(
    [
      { path: '/', Component: inRouter(LandingScreen), loader: () => ({ books }) },
      { path: '/privacy-policy', Component: PrivacyScreen },
      { path: '/terms-and-conditions', Component: TermsScreen },
    ],
    { initialEntries: [path] },
  );
  const { container } = render(
    <SiteContext value={site}>
      <RouterProvider router={router} />
    </SiteContext>,
  );
  await screen.findByRole('heading', { level: 1 });
  return container;
}
const section = (container: HTMLElement, id: string) => container.querySelector<HTMLElement>(`#${id}`);

it('has the sections, links and promises', async () => {
  const page = await open('/');
  // Both parts of the prose come with files of their own.
  await vi.waitFor(() => expect([section(page, 'preguntas'), section(page, 'como')]).not.toContain(null), 20_000);
  const nav = within(screen.getByRole('banner')).getAllByRole('navigation', { hidden: true })[0]!;
  const links = within(nav).getAllByRole('link', { hidden: true });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/#libros', '/#autora', '/#preguntas', '/#contacto']);
  expect(within(section(page, 'inicio')!).getByText('Libros desde $490 CLP')).toBeTruthy();
  expect(within(section(page, 'inicio')!).getByText('Cómo funciona')).toBeTruthy();
  expect(page.querySelectorAll('dl dt')).toHaveLength(4);
  expect(section(page, 'como')!.querySelectorAll('li')).toHaveLength(4);
  expect(section(page, 'preguntas')!.querySelectorAll('details')).toHaveLength(7);
  expect(section(page, 'contacto')!.querySelector('a')?.getAttribute('href')).toBe('mailto:hola@ejemplo.cl');
  expect(within(section(page, 'contacto')!).getByRole('button', { name: 'Suscribirme' })).toBeTruthy();
  for (const promise of [/acceso es permanente/, /personal e intransferible/, /sin conexión/i]) {
    expect(within(page).getAllByText(promise).length).toBeGreaterThan(0);
  }
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByText(new RegExp(`${new Date().getFullYear()}.*1\\.0\\.0`))).toBeTruthy();
  expect(footer.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    expect.arrayContaining(['/privacy-policy', '/terms-and-conditions', 'https://instagram.com/cuentos']),
  );
});

it('says that the first book is coming when there is none', async () => {
  await open('/', []);
  expect(await screen.findByText(/Próximamente/)).toBeTruthy();
});

it("leads to 'Mis libros' while the refresh token is good, else to the login", async () => {
  await open('/');
  const enter = (name: string) => screen.getAllByRole('link', { name, hidden: true })[0]?.getAttribute('href');
  expect(enter('Iniciar sesión')).toBe('/login');
  act(() => signInAs('ana'));
  expect(enter('Mis libros')).toBe('/user-library');
});

it('floats its button only once the hero is out of sight', async () => {
  await open('/');
  await waitFor(() => expect(see).toBeDefined());
  expect(screen.queryByText('Empezar a leer')).toBeNull();
  act(() => see?.(false));
  expect(screen.getByText('Empezar a leer').closest('a')?.getAttribute('href')).toBe('#libros');
  act(() => see?.(true));
  expect(screen.queryByText('Empezar a leer')).toBeNull();
});

it.each([
  ['/privacy-policy', [/Información/, /Uso/, /Protección/, /Cookies/, /Contacto/]],
  ['/terms-and-conditions', [/Aceptación/, /Propiedad intelectual/, /Uso del sitio/, /Enlaces/, /Modificaciones/]],
])('%s has its five sections, header and footer', async (path, sections) => {
  const page = await open(path);
  const titles = Array.from(page.querySelectorAll('main li h2'), (title) => title.textContent ?? '');
  expect(titles).toHaveLength(5);
  for (const [index, title] of sections.entries()) expect(titles[index]).toMatch(title);
  expect([screen.getByRole('banner'), screen.getByRole('contentinfo')].length).toBe(2);
});
