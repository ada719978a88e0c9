import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { place } from '../../dictionaries/testing/fresh-dictionaries.ts';
import { plainFiles } from '../../dictionaries/testing/make-stardict.ts';
import { DictionaryAnswer, LookUpButton, TranslateButton, TranslationOf } from './meaning-actions.tsx';
import type { TranslatorApi } from './translation.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const onLink = vi.fn();
const words = { language: 'es-CL', onLink };

/** Stands in for a browser's translator: each model is downloaded first, then puts the languages before the text. */
function installTranslator(changes: Partial<TranslatorApi> = {}) {
  const download = new EventTarget();
  const here = Promise.withResolvers<void>();
  const destroy = vi.fn();
  const create = vi.fn<TranslatorApi['create']>(async ({ sourceLanguage, targetLanguage, monitor }) => {
    monitor(download);
    await here.promise;
    return { translate: async (text) => `${sourceLanguage}-${targetLanguage}: ${text}`, destroy };
  });
  vi.stubGlobal('Translator', { availability: async () => 'downloadable', create, ...changes });
  return { download, arrive: () => here.resolve(), destroy, create };
}

it("asks before the dictionary's page is opened", () => {
  render(<LookUpButton text="Niebla," words={words} />);
  fireEvent.click(screen.getByRole('button', { name: 'Buscar «Niebla»' }));
  expect(onLink).toHaveBeenCalledWith('https://dle.rae.es/niebla');
});

it('offers no translation where the browser has no translator', () => {
  render(<TranslateButton isOpen={false} onToggle={() => {}} />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows the progress of the model’s download, then the translation, and exchanges the languages', async () => {
  const { download, arrive, destroy, create } = installTranslator();
  render(<TranslationOf text="la niebla" words={words} />);
  expect(screen.getByText('Traduciendo…')).toBeDefined();
  await waitFor(() => expect(create).toHaveBeenCalledOnce());
  act(() => void download.dispatchEvent(new ProgressEvent('downloadprogress', { loaded: 0.25 })));
  await screen.findByText(/Descargando el traductor de tu navegador: 25/);
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('25');
  arrive();
  expect((await screen.findByText('es-en: la niebla')).lang).toBe('en');
  expect(destroy).toHaveBeenCalledOnce();
  fireEvent.change(screen.getByRole('combobox', { name: 'Del idioma' }), { target: { value: 'en' } });
  await screen.findByText('en-es: la niebla');
});

it('names a pair that cannot be translated, and requests no model', async () => {
  const { create } = installTranslator({ availability: async () => 'unavailable' });
  render(<TranslationOf text="la niebla" words={words} />);
  await screen.findByText('Tu navegador no traduce entre estos dos idiomas.');
  expect(create).not.toHaveBeenCalled();
});

it('names a failure, and tries again when asked', async () => {
  const { create, arrive } = installTranslator();
  create.mockRejectedValueOnce(new DOMException('no line', 'NetworkError'));
  create.mockRejectedValueOnce(new DOMException('too much', 'QuotaExceededError'));
  arrive();
  const { rerender } = render(<TranslationOf text="la niebla" words={words} />);
  const again = await screen.findByRole('button', { name: 'Intentar otra vez' });
  again.focus();
  fireEvent.click(again);
  expect(screen.queryByRole('button', { name: 'Intentar otra vez' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('status'));
  expect(await screen.findByText(/demasiado largo/)).toBeDefined();
  rerender(<TranslationOf text="otra" words={words} />);
  expect(await screen.findByText('es-en: otra')).toBeDefined();
});

it('reports a translator that never answers, and waits for a download that goes on', async () => {
  vi.useFakeTimers();
  const { download, create } = installTranslator();
  const { rerender } = render(<TranslationOf text="la niebla" words={words} />);
  await act(async () => vi.advanceTimersByTimeAsync(15_000));
  act(() => void download.dispatchEvent(new ProgressEvent('downloadprogress', { loaded: 0.5 })));
  await act(async () => vi.advanceTimersByTimeAsync(15_000));
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('50');
  await act(async () => vi.advanceTimersByTimeAsync(6000));
  expect(screen.getByText('El traductor de tu navegador no responde.')).toBeDefined();
  act(() => void download.dispatchEvent(new ProgressEvent('downloadprogress', { loaded: 0.6 })));
  expect(screen.queryByRole('progressbar')).toBeNull();
  installTranslator({ availability: () => new Promise(() => {}), create });
  rerender(<TranslationOf text="otra" words={words} />);
  expect(screen.getByText('Traduciendo…')).toBeDefined();
  await act(async () => vi.advanceTimersByTimeAsync(21_000));
  expect(screen.getByRole('button', { name: 'Intentar otra vez' })).toBeDefined();
  expect(create).toHaveBeenCalledOnce();
});

it('aborts the translation when the dialog is closed', async () => {
  const { create } = installTranslator();
  const { unmount } = render(<TranslationOf text="la niebla" words={words} />);
  await waitFor(() => expect(create).toHaveBeenCalledOnce());
  unmount();
  expect(create.mock.calls[0]?.[0].signal.aborted).toBe(true);
});

it("asks the reader's own dictionaries in a book of any language, and only where there are some", async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const { container } = render(<DictionaryAnswer text="heart," words={{ ...words, language: 'en' }} />);
  expect(container.childElementCount).toBe(0);
  cleanup();
  signInAs('ana');
  await place(plainFiles({ entries: [{ word: 'heart', text: 'Corazón.' }] }));
  render(<DictionaryAnswer text="heart," words={{ ...words, language: 'en' }} />);
  await screen.findByText('Corazón.');
  cleanup();
  render(<DictionaryAnswer text="the heart of the matter" words={words} />);
  expect(screen.queryByRole('region')).toBeNull();
  cleanup();
  localStorage.clear();
  render(<DictionaryAnswer text="heart," words={words} />);
  expect(screen.queryByRole('region')).toBeNull();
});
