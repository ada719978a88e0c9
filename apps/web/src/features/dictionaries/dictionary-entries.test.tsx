import 'fake-indexeddb/auto';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dictionaryDatabase } from './dictionary-database.ts';
import { DictionaryEntries } from './dictionary-entries.tsx';
import { freshDictionaries, place } from './testing/fresh-dictionaries.ts';
import { plainFiles } from './testing/make-stardict.ts';

beforeEach(freshDictionaries);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (phrase: string, language = 'es') => render(<DictionaryEntries phrase={phrase} language={language} />);

it('shows an entry in lines, under its headword and the name of its dictionary', async () => {
  await place(
    plainFiles({ entries: [{ word: 'niebla', text: '1. Nube.\n2. Sombra.' }], name: 'Mío', ifo: { lang: 'es' } }),
  );
  show('Niebla');
  const entries = await screen.findByRole('region', { name: 'Lo que dice tu diccionario' });
  expect(entries.tabIndex).toBe(0);
  expect(within(entries).getByRole('heading', { name: 'niebla' })).toBeDefined();
  expect(within(entries).getByText('Mío')).toBeDefined();
  const text = within(entries).getByText(/Nube/);
  expect([text.textContent, text.lang]).toEqual(['1. Nube.\n2. Sombra.', 'es']);
  expect(screen.getByRole('status').textContent).toBe('«Niebla» está en tu diccionario.');
});

it('names the headwords that match a form, and shows all of their entries', async () => {
  const entries = [
    { word: 'sentar', text: 'Poner.' },
    { word: 'sentir', text: 'Percibir.' },
  ];
  await place(plainFiles({ entries }));
  show('sientes');
  await screen.findByText('Para «sientes» se muestran «sentar» y «sentir».');
  expect(screen.getAllByRole('heading').length).toBe(2);
});

it('says in one line that no entry was found', async () => {
  await place(plainFiles({ entries: [{ word: 'niebla', text: 'Nube.' }] }));
  show('mar');
  await screen.findByText('«mar» no está en tu diccionario.');
  expect(screen.queryByRole('region', { name: 'Lo que dice tu diccionario' })).toBeNull();
});

it('shows the markup of an entry as text', async () => {
  const text = '<b>Uno</b><img src=x onerror="alert(1)"><script>alert(2)</script>&lt;i&gt;dos&lt;/i&gt;';
  await place(plainFiles({ entries: [{ word: 'uno', text }], ifo: { sametypesequence: 'h' } }));
  const { container } = show('uno');
  expect((await screen.findByText(/Uno/)).textContent).toBe('Uno<i>dos</i>');
  expect(container.querySelector('img, script, i, b')).toBeNull();
});

it('reports a dictionary that cannot be read, and shows nothing without dictionaries', async () => {
  const { container, unmount } = show('uno');
  await vi.waitFor(() => expect(container.childElementCount).toBe(0));
  unmount();
  await place(plainFiles({ entries: [{ word: 'uno', text: 'Primero.' }] }));
  await dictionaryDatabase((database) => database.clear('text_pieces'));
  show('uno');
  await screen.findByText(/^No se pudo leer tu diccionario/);
});
