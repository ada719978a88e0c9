import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SiteContext } from '../../lib/page-data.ts';
import { ScreenContext } from '../../lib/screen-data.ts';
import { session } from '../../lib/api/session.ts';
import { fakeBook, fakePart } from '../../testing/catalogue.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { inRouter } from '../../testing/in-router.tsx';
import { legalDocument, publicShop, siteFacts } from '../../testing/site-facts.ts';
import { ListForm } from '../site/landing/list-form.tsx';
import { LandingScreen } from './landing-screen.tsx';
import { PrivacyScreen, TermsScreen } from '../site/legal-screens.tsx';

beforeEach(() => {
  session.forget();
});
afterEach(cleanup);

const site = siteFacts({
  social: [{ name: 'Instagram', url: 'https://instagram.com/cuentos' }],
  seller: { ...siteFacts().seller, contact_email: 'hola@ejemplo.cl' },
});

async function open(
  path: string,
  books = [fakeBook({ id: 'a', parts: [fakePart({ value: 490 })] })],
  googleClientId: string | null = null,
) {
  const router = createMemoryRouter(
    [
      { path: '/', Component: inRouter(LandingScreen), loader: () => ({ books, shop: publicShop() }) },
      {
        path: '/privacy-policy',
        Component: inRouter(PrivacyScreen),
        loader: () => ({ document: legalDocument({ kind: 'privacy', title: 'Política de privacidad' }) }),
      },
      {
        path: '/terms-and-conditions/:version?',
        Component: inRouter(TermsScreen),
        loader: () => ({ document: legalDocument(path.endsWith('/1') ? { version: 1 } : {}) }),
      },
    ],
    { initialEntries: [path] },
  );
  const { container } = render(
    <SiteContext value={{ ...site, googleClientId }}>
      <RouterProvider router={router} />
    </SiteContext>,
  );
  await screen.findByRole('heading', { level: 1 });
  return container;
}
const section = (container: HTMLElement, id: string) => container.querySelector<HTMLElement>(`#${id}`);

it('has the sections, links and promises', async () => {
  const page = await open('/');
  // Two sections import their prose from files of their own, which arrive later.
  await vi.waitFor(() => expect([section(page, 'preguntas'), section(page, 'como')]).not.toContain(null), 20_000);
  const navs = within(screen.getByRole('banner')).getAllByRole('navigation', { hidden: true });
  const links = navs.map((nav) => within(nav).getAllByRole('link', { hidden: true }));
  const places = ['/#libros', '/#autora', '/#preguntas', '/#contacto'];
  // On a phone these links are in a menu, with those to the pocket and the login.
  expect(links.map((each) => each.map((link) => link.getAttribute('href')))).toEqual([
    places,
    [...places, '/pocket', '/login', '/user-library'],
  ]);
  expect(within(section(page, 'inicio')!).getByText('Libros desde $490 CLP')).toBeTruthy();
  const how = within(section(page, 'inicio')!).getByRole('link', { name: 'Cómo funciona' });
  expect(how.getAttribute('href')).toBe('#como');
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

it.each([
  [1290, [fakePart({ value: 1490 }), fakePart({ id: 'part-2', value: 1290 })]],
  [490, [fakePart({ value: 0 })]],
])('names the lowest price at which books can be bought: %i', async (price, parts) => {
  const page = await open('/', [fakeBook({ parts })]);
  const label = `Libros desde $${price.toLocaleString('es-CL')} CLP`;
  expect(within(section(page, 'inicio')!).getByText(label)).toBeTruthy();
});

it('shows each book with its slider, a way to its page, its fragment and a share button', async () => {
  const page = await open('/', [
    fakeBook({ id: 'a', name: 'El faro', parts: [fakePart()] }),
    fakeBook({ id: 'b', name: 'La micro', parts: [fakePart()] }),
    fakeBook({ id: 'c', name: 'Sin fragmento', fragment: null, parts: [fakePart()] }),
  ]);
  const books = within(section(page, 'libros')!);
  const hrefOf = (name: string) => books.getByRole('link', { name: `Ver libro: ${name}` }).getAttribute('href');
  expect(['El faro', 'La micro', 'Sin fragmento'].map(hrefOf)).toEqual([
    '/book-detail/a',
    '/book-detail/b',
    '/book-detail/c',
  ]);
  for (const name of ['El faro', 'La micro', 'Sin fragmento']) {
    expect(books.getByRole('button', { name: `Compartir ${name}` })).toBeTruthy();
    expect(books.getByRole('group', { name: `Imágenes y citas de ${name}` })).toBeTruthy();
  }
  const fragments = books.getAllByRole('button', { name: /^Ver fragmento destacado de/ });
  expect(fragments.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Ver fragmento destacado de El faro',
    'Ver fragmento destacado de La micro',
  ]);
});

it('says that the first book is coming when there are no books', async () => {
  await open('/', []);
  expect(await screen.findByText(/Próximamente/)).toBeTruthy();
});

it("leads to 'Mis libros' where the document knows of a session, else to the login; only one of the links is visible", async () => {
  await open('/');
  const ways = (name: string) =>
    screen.getAllByRole('link', { name, hidden: true }).map((link) => [link.getAttribute('href'), link.className]);
  for (const [href, look] of ways('Iniciar sesión')) {
    expect([href, look]).toEqual(['/login', expect.stringMatching(/\bknown:hidden/)]);
  }
  for (const [href, look] of ways('Mis libros')) {
    expect([href, look]).toEqual(['/user-library', expect.stringContaining('unknown:hidden')]);
  }
});

it.each(['/privacy-policy', '/terms-and-conditions'])('%s has its sections, seller and versions', async (path) => {
  const page = await open(path);
  expect(within(page).getByText('La cuenta es personal e intransferible.')).toBeTruthy();
  expect(within(page).getByText('Quién vende: Amanda Prueba, RUT 12.345.678-5.')).toBeTruthy();
  expect(within(page).getByText('Versión 2, desde el 18/11/2026.')).toBeTruthy();
  const versions = within(screen.getByRole('navigation', { name: 'Todas las versiones' })).getAllByRole('link');
  expect(versions.map((link) => link.getAttribute('href'))).toEqual([`${path}/2`, `${path}/1`]);
  expect([screen.getByRole('banner'), screen.getByRole('contentinfo')].length).toBe(2);
});

it('says of an earlier version that it is one', async () => {
  const page = await open('/terms-and-conditions/1');
  expect(within(page).getByText(/Esta versión ya no rige/)).toBeTruthy();
  expect(within(page).getByRole('link', { name: 'Leer la que rige hoy' }).getAttribute('href')).toBe(
    '/terms-and-conditions',
  );
});

it('has no section about the author in a shop without author and text', async () => {
  const nobody = publicShop({ author_name: '', quote: '', biography: '' });
  render(
    <SiteContext value={siteFacts({ shop: { ...siteFacts().shop, author_name: '', has_author: false } })}>
      <ScreenContext value={{ params: {}, data: { books: [], shop: nobody } }}>
        <LandingScreen />
      </ScreenContext>
    </SiteContext>,
  );
  await screen.findByText(/Preguntas frecuentes/);
  expect(document.querySelector('#autora')).toBeNull();
  expect(screen.queryByText('La autora')).toBeNull();
  expect(screen.getByText(/la casa de los libros de Cuentos de Bolsillo\./)).toBeTruthy();
});

it('lists the remaining steps after an address was accepted', async () => {
  fakeApi({ 'POST /api/contact': { body: { accepted: true } } });
  render(<ListForm />);
  fireEvent.change(screen.getByLabelText('Tu correo'), { target: { value: 'ana@correo.cl' } });
  expect(screen.queryByText('Falta un paso: confirma en tu correo')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Suscribirme' }));
  expect(await screen.findByText('Falta un paso: confirma en tu correo')).toBeTruthy();
});

it('names Google only where the shop offers its sign-in', async () => {
  await open('/');
  expect(screen.getByText('Con tu correo y el código que te enviamos.')).toBeTruthy();
  expect(document.body.textContent).not.toContain('Google');
  cleanup();
  await open('/', undefined, 'client');
  expect(screen.getByText('Con tu cuenta de Google o con tu correo y el código que te enviamos.')).toBeTruthy();
});
