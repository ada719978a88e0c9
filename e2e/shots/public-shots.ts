import type { Page } from '@playwright/test';
import { refuse } from './answers.ts';
import { SERIAL, UNFINISHED } from './demo-shop.ts';
import type { Shot } from './shot.ts';

const start = () => '/';
const serial: Shot['path'] = (shop) => `/book-detail/${shop.book(SERIAL).id}`;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

async function signUp(page: Page, email: string): Promise<void> {
  const field = page.getByRole('textbox', { name: /correo/i });
  await field.fill(email);
  await field.press('Enter');
}

/** Shots of the public screens: landing, book, legal pages, messages. */
export const publicShots: readonly Shot[] = [
  { name: 'landing', path: start, shows: 'Cómo funciona' },
  { name: 'landing-without-script', path: start, shows: 'Cómo funciona', withoutScript: true },
  { name: 'landing-signed-in', as: 'reader', path: start, shows: 'Cómo funciona' },
  {
    name: 'landing-menu',
    path: start,
    act: (page) => button(page, 'Abrir menú').click(),
    shows: 'Iniciar sesión',
    only: 390,
    windowOnly: true,
  },
  {
    name: 'landing-floating-button',
    path: start,
    act: (page) => page.locator('#como').scrollIntoViewIfNeeded(),
    shows: 'Empezar a leer',
    only: 390,
    windowOnly: true,
  },
  {
    name: 'landing-list-empty',
    path: start,
    act: (page) => signUp(page, ''),
    shows: 'Favor introducir un email',
    windowOnly: true,
  },
  {
    name: 'landing-list-invalid',
    path: start,
    act: (page) => signUp(page, 'ana.ejemplo'),
    shows: 'Email inválido',
    windowOnly: true,
  },
  {
    name: 'landing-list-done',
    path: start,
    act: (page) => signUp(page, 'ana@ejemplo.cl'),
    shows: 'Email añadido a la lista',
    windowOnly: true,
  },
  {
    name: 'landing-list-failed',
    path: start,
    prepare: (page) => refuse(page, '**/api/contact', 500, 'internal'),
    act: (page) => signUp(page, 'ana@ejemplo.cl'),
    shows: 'Error al añadir el email a la lista',
    windowOnly: true,
  },
  {
    name: 'landing-question-open',
    path: start,
    act: async (page) => {
      const question = page.locator('#preguntas summary').nth(1);
      await question.scrollIntoViewIfNeeded();
      await question.click();
    },
    shows: 'Cómo funciona',
  },
  {
    name: 'fragment',
    path: start,
    act: (page) => button(page, /^Ver fragmento/).click(),
    shows: /^La lancha de las once|La lancha de las once/,
    windowOnly: true,
  },
  { name: 'public-book', path: serial, shows: /Pagas con crédito/ },
  { name: 'book-without-script', path: serial, shows: /Pagas con crédito/, withoutScript: true },
  {
    name: 'book-without-file',
    path: (shop) => `/book-detail/${shop.book(UNFINISHED).id}`,
    shows: 'Avísame cuando salga',
  },
  {
    name: 'enlarged-cover',
    path: serial,
    act: async (page) => {
      await button(page, /^Ampliar: /).click();
      await page.getByRole('dialog').waitFor();
    },
    shows: SERIAL,
    windowOnly: true,
  },
  {
    name: 'enlarged-quote',
    path: serial,
    act: async (page) => {
      await button(page, /^Imagen 3 de/).click();
      await page
        .getByRole('button', { name: /^Ampliar: «/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
    shows: SERIAL,
    windowOnly: true,
  },
  {
    name: 'book-quote',
    path: serial,
    act: (page) => button(page, /^Imagen 5 de/).click(),
    shows: SERIAL,
    windowOnly: true,
  },
  { name: 'privacy', path: () => '/privacy-policy', shows: 'Cookies' },
  { name: 'terms', path: () => '/terms-and-conditions', shows: 'Propiedad intelectual' },
  { name: 'not-found', path: () => '/not-found', shows: 'Página no encontrada' },
  { name: 'not-authorized', path: () => '/not-authorized', shows: 'Acceso Denegado' },
];

/** The shop before its first book is for sale. */
export const emptyShopShots: readonly Shot[] = [
  { name: 'landing-coming-soon', path: start, shows: /Próximamente/ },
  { name: 'landing-coming-soon-without-script', path: start, shows: /Próximamente/, withoutScript: true },
];
