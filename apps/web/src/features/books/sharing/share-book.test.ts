import { afterEach, expect, it, vi } from 'vitest';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { shareBook } from './share-book.ts';

const book = { id: 'book-1', name: 'El faro que aprendió a silbar' };
const toasts = () => toastStore.all().map(({ text }) => text);

afterEach(() => {
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

it('shares the book by its name', async () => {
  const share = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { share });
  await shareBook(book);
  expect(share).toHaveBeenCalledWith({
    title: book.name,
    text: 'Mira este libro de El faro que aprendió a silbar.',
    url: `${location.origin}/book_share/book_share/book-1`,
  });
  expect(toasts()).toEqual([]);
});

it('copies the link where there is no native sharing', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await shareBook(book);
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/book_share/book_share/book-1`);
  expect(toasts()).toEqual(['El enlace ha sido copiado al portapapeles']);
});
