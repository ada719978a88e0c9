import type { Page } from '@playwright/test';
import { answer, hold, refuse } from './answers.ts';
import { SERIAL } from './demo-shop.ts';
import type { Shot } from './shot.ts';

const path = () => '/admin/books';
const as = 'admin' as const;
const BOOKS = '**/api/admin/books';
const UNSEEN = 'Todavía no hay libros';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const create = async (page: Page) => press(page, 'Agregar libro');
const edit = async (page: Page) => press(page, `Editar: ${SERIAL}`);

/** 'Libros' of both areas in every state. */
export const adminBooksShots: readonly Shot[] = [
  { name: 'admin-books', as, path, shows: SERIAL },
  { name: 'admin-books-loading', as, path, prepare: (page) => hold(page, BOOKS), shows: 'Agregar libro' },
  {
    name: 'admin-books-failed',
    as,
    path,
    prepare: (page) => refuse(page, BOOKS, 500, 'internal'),
    shows: 'No pudimos cargar esta lista.',
  },
  { name: 'admin-books-empty', as, path, prepare: (page) => answer(page, BOOKS, 200, []), shows: UNSEEN },
  {
    name: 'admin-books-nothing-found',
    as,
    path,
    act: (page) => page.getByLabel('Buscar libro...').fill('zzzz'),
    shows: 'No encontramos',
  },
  { name: 'admin-book-new', as, path, act: create, shows: 'Nuevo libro', windowOnly: true },
  {
    name: 'admin-book-errors',
    as,
    path,
    act: async (page) => {
      await create(page);
      await press(page, 'Crear libro');
    },
    shows: 'El nombre es obligatorio.',
    windowOnly: true,
  },
  {
    name: 'admin-book-edit-foot',
    as,
    path,
    act: async (page) => {
      await edit(page);
      await page.getByRole('button', { name: 'Agregar highlight' }).scrollIntoViewIfNeeded();
    },
    shows: 'Escritoras asignadas',
    windowOnly: true,
  },
  {
    name: 'admin-book-taken',
    as,
    path,
    act: async (page) => {
      await edit(page);
      await page.getByLabel('Nombre', { exact: true }).fill('Cartas al invierno');
      await press(page, 'Guardar cambios');
    },
    shows: 'Error: el nombre del libro ingresado ya existe.',
    windowOnly: true,
  },
  {
    name: 'admin-book-unsaved',
    as,
    path,
    act: async (page) => {
      await create(page);
      await page.getByLabel('Nombre', { exact: true }).fill('Sin terminar');
      await press(page, 'Cancelar');
    },
    shows: 'Hay cambios sin guardar',
    windowOnly: true,
  },
  {
    name: 'admin-book-delete',
    as,
    path,
    act: (page) => press(page, `Eliminar: ${SERIAL}`),
    shows: '¿Desea eliminar el libro?',
    windowOnly: true,
  },
  { name: 'writter-books', as: 'writter', path: () => '/writter/books', shows: SERIAL },
  {
    name: 'writter-books-empty',
    as: 'writter',
    path: () => '/writter/books',
    prepare: (page) => answer(page, BOOKS, 200, []),
    shows: UNSEEN,
  },
];
