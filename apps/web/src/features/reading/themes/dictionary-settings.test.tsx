import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { confirmStore } from '../../../ui/overlays/confirm.ts';
import {
  closeDictionaryDatabase,
  dictionaryDatabase,
  hasDictionaries,
} from '../../dictionaries/dictionary-database.ts';
import { keptDictionaries } from '../../dictionaries/kept-dictionaries.ts';
import { countRows, freshDictionaries, place } from '../../dictionaries/testing/fresh-dictionaries.ts';
import { asFiles, plainFiles } from '../../dictionaries/testing/make-stardict.ts';
import { DictionarySettings } from './dictionary-settings.tsx';

beforeEach(freshDictionaries);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const entries = [{ word: 'niebla', text: 'Nube.' }];
const field = () => screen.getByLabelText<HTMLInputElement>('Agregar un diccionario');
const choose = (files: readonly File[]) => fireEvent.change(field(), { target: { files } });
const names = () => screen.queryAllByRole('listitem').map((row) => row.querySelector('p')?.textContent);

it('stores the chosen dictionary, and shows its name, words, size and language', async () => {
  render(<DictionarySettings />);
  choose(plainFiles({ entries, name: 'Ideológico', ifo: { lang: 'es' } }));
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toMatch(/^Ideológico1 palabra · 1 KB · español/);
  expect((await keptDictionaries()).length).toBe(1);
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

it('lets the picker offer all files, because phones do not know the endings of dictionaries', () => {
  render(<DictionarySettings />);
  expect([field().accept, field().multiple]).toEqual(['', true]);
});

it('shows an error, and focuses the field again', async () => {
  render(<DictionarySettings />);
  choose(asFiles({ 'a.idx': new Uint8Array(3), 'a.dict': new Uint8Array(3) }));
  await screen.findByText('Falta el archivo .ifo. Elige juntos todos los archivos del diccionario.');
  await waitFor(() => expect(document.activeElement).toBe(field()));
  choose(plainFiles({ entries }));
  await screen.findByRole('listitem');
  expect(screen.queryByText(/^Falta/)).toBeNull();
});

it.each([
  ["'Cancelar'", () => void fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))],
  ['leaving the screen', () => cleanup()],
])('ends an import with %s: no part of it stays, and no message is shown', async (_name, end) => {
  render(<DictionarySettings />);
  choose(plainFiles({ entries: Array.from({ length: 20_000 }, (_, index) => ({ word: `p${index}`, text: 'x' })) }));
  expect(screen.getByRole('progressbar', { name: 'Guardando el diccionario' })).toBeDefined();
  expect(field().disabled).toBe(true);
  await waitFor(() => expect(hasDictionaries()).toBe(true));
  end();
  await waitFor(() => expect(hasDictionaries()).toBe(false));
  expect(await countRows()).toEqual({ dictionaries: 0, pages: 0, pieces: 0 });
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('asks before a dictionary is deleted', async () => {
  await place(plainFiles({ entries, name: 'Uno' }));
  render(<DictionarySettings />);
  const remove = await screen.findByRole('button', { name: 'Quitar Uno' });
  fireEvent.click(remove);
  expect(confirmStore.current()?.title).toBe('¿Quitar este diccionario?');
  confirmStore.current()?.answer(false);
  await waitFor(() => expect(remove.getAttribute('aria-busy')).toBeNull());
  expect(names()).toEqual(['Uno']);
  fireEvent.click(remove);
  confirmStore.current()?.answer(true);
  await waitFor(() => expect(names()).toEqual([]));
  expect(await countRows()).toEqual({ dictionaries: 0, pages: 0, pieces: 0 });
});

it('moves a dictionary before another', async () => {
  await place(plainFiles({ entries, name: 'Uno' }));
  await place(plainFiles({ entries, name: 'Otro' }));
  render(<DictionarySettings />);
  const list = await screen.findByRole('list');
  expect(within(list).queryByRole('button', { name: 'Subir Uno' })).toBeNull();
  fireEvent.click(within(list).getByRole('button', { name: 'Subir Otro' }));
  await waitFor(() => expect(names()).toEqual(['Otro', 'Uno']));
  expect(screen.getByRole('status').textContent).toBe('Otro: responde en el lugar 1.');
});

it('deletes the rest of an import whose tab ended', async () => {
  await dictionaryDatabase((database) => database.put('text_pieces', new Uint8Array(3), ['left', 0]));
  render(<DictionarySettings />);
  await waitFor(async () => expect((await countRows()).pieces).toBe(0));
});

it('says when the browser stores nothing', async () => {
  await closeDictionaryDatabase();
  vi.stubGlobal('indexedDB', undefined);
  render(<DictionarySettings />);
  await screen.findByText(/^No se pudieron leer tus diccionarios/);
  choose(plainFiles({ entries }));
  expect(await screen.findByText(/^Tu navegador no pudo guardar el diccionario/)).toBeDefined();
});
