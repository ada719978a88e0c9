import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Reader } from '@cuentos/epub/render/reader';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appUpdates } from '../../device/app-updates.ts';
import type { ShownHighlight } from './highlight-store.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { Layers } from '../../ui/overlays/layers.ts';
import type { OpenedBook } from '../reading/opening/open-book.ts';
import { FakeReader } from '../../testing/fake-reader.ts';
import { HighlightList } from './highlight-list.tsx';
import { HighlightEditor } from './highlight-editor.ts';
import { HighlightsOverlay } from './highlights-overlay.tsx';

const highlight = (id: string, changes: Partial<ShownHighlight> = {}): ShownHighlight => ({
  id,
  cfi: `epubcfi(/6/4!/4/${id.length * 2},/1:0,/1:9)`,
  color: 'green',
  note: '',
  quote: `palabras de ${id}`,
  prefix: '',
  suffix: '',
  edition_id: 'edition',
  created_at: '2026-03-02T12:00:00Z',
  place: null,
  ...changes,
});

const store = vi.hoisted(() => ({ list: vi.fn(), create: vi.fn(), update: vi.fn(), remove: vi.fn() }));
vi.mock('./highlight-store.ts', () => ({
  openHighlightStore: async () => ({ ...store, subscribe: () => () => {}, pull: async () => true, close() {} }),
}));
const placeOf = vi.hoisted(() =>
  vi.fn(async ({ id, cfi }: { id: string; cfi: string }) => (id === 'perdido' ? null : cfi)),
);
vi.mock('./highlight-anchors.ts', () => ({
  HighlightAnchors: class {
    readonly placeOf = placeOf;
  },
}));

const release = vi.fn();
const hold = vi.spyOn(appUpdates, 'hold').mockReturnValue(release);

const book = { partId: 'part', editionId: 'edition', bookName: 'Libro', partName: 'Parte' } as unknown as OpenedBook;

/** Renders toolbar and list of a part with these highlights. */
async function notes(...highlights: ShownHighlight[]): Promise<HighlightEditor> {
  store.list.mockReturnValue(highlights);
  const editor = new HighlightEditor(book);
  editor.follow(new FakeReader({} as never) as unknown as Reader);
  await waitFor(() => expect(editor.snapshot().highlights).toHaveLength(highlights.length));
  await waitFor(() => expect(placeOf).toHaveBeenCalledTimes(highlights.length));
  render(
    <>
      <HighlightsOverlay editor={editor} layers={new Layers()} words={{ language: 'es', onLink: () => {} }} />
      <HighlightList editor={editor} onLeave={() => {}} onShare={null} />
    </>,
  );
  return editor;
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Nota' });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' });
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });

/** Opens the note editor of a highlight without a note. */
async function openNote(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: /^Editar resaltado/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Agregar nota' }));
}

beforeEach(() => {
  localStorage.clear();
  signInAs('ana');
  for (const each of [...Object.values(store), placeOf, hold, release]) each.mockClear();
});
afterEach(cleanup);

describe('length of a note', () => {
  it('is counted from nine tenths of the limit on, and not saved beyond it', async () => {
    await notes(highlight('uno'));
    await openNote();
    write('a'.repeat(4499));
    expect(screen.queryByText(/de 5\.000/)).toBeNull();
    expect(screen.getByText('Se guarda también sin conexión')).toBeDefined();
    write('a'.repeat(4500));
    expect(screen.getByText('4.500 de 5.000')).toBeDefined();
    write('a'.repeat(5001));
    expect(screen.getByText('5.001 de 5.000')).toBeDefined();
    expect(screen.getByText('La nota puede tener hasta 5.000 caracteres.')).toBeDefined();
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(save().disabled).toBe(true);
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    expect(store.update).not.toHaveBeenCalled();
    write('a'.repeat(5000));
    expect(save().disabled).toBe(false);
    fireEvent.click(save());
    expect(store.update).toHaveBeenCalledExactlyOnceWith('uno', { note: 'a'.repeat(5000) });
  });

  it('counts characters as a person does: a family emoji is one', async () => {
    await notes(highlight('uno'));
    await openNote();
    write('👩‍👩‍👧‍👦'.repeat(5000));
    expect(screen.getByText('5.000 de 5.000')).toBeDefined();
    expect(save().disabled).toBe(false);
  });
});

describe('a new version of the app', () => {
  it('waits while a note is open, and not for the toolbar alone', async () => {
    await notes(highlight('uno'));
    fireEvent.click(screen.getByRole('button', { name: /^Editar resaltado/ }));
    const add = await screen.findByRole('button', { name: 'Agregar nota' });
    expect(hold).not.toHaveBeenCalled();
    fireEvent.click(add);
    write('algo');
    expect(hold).toHaveBeenCalledOnce();
    expect(release).not.toHaveBeenCalled();
    fireEvent.click(save());
    expect(release).toHaveBeenCalledOnce();
  });

  it('waits while the reader answers the question about unsaved words', async () => {
    const editor = await notes(highlight('uno'));
    await openNote();
    write('algo');
    editor.close();
    expect(release).not.toHaveBeenCalled();
    editor.answerDiscard(true);
    expect(release).toHaveBeenCalledOnce();
  });
});

describe("'Deshacer'", () => {
  it('disappears after its time, also when the finger was on the button before it', async () => {
    const editor = await notes(highlight('uno'));
    const remove = () => {
      editor.askRemoval('uno');
      editor.answerRemoval(true);
    };
    act(remove);
    const undo = () => screen.queryByRole('button', { name: 'Deshacer' });
    fireEvent.mouseEnter(undo()?.parentElement ?? document.body);
    fireEvent.click(undo() ?? document.body);
    expect(store.create).toHaveBeenCalledOnce();
    expect(undo()).toBeNull();
    vi.useFakeTimers();
    act(remove);
    expect(undo()).not.toBeNull();
    act(() => void vi.advanceTimersByTime(5001));
    vi.useRealTimers();
    expect(undo()).toBeNull();
  });
});

describe("'Sin ubicación'", () => {
  it('lists the highlights without a place in this edition, to be read, edited and deleted; their rows are no links', async () => {
    await notes(highlight('uno'), highlight('perdido', { edition_id: 'earlier', note: 'mi nota' }));
    const lost = await screen.findByRole('region', { name: 'Sin ubicación' });
    expect(within(lost).getByText(/no encontramos dónde estaban/)).toBeDefined();
    expect(within(lost).getByText('palabras de perdido')).toBeDefined();
    expect(within(lost).getByText('mi nota')).toBeDefined();
    expect(within(lost).queryByText('palabras de uno')).toBeNull();
    expect(within(lost).queryByRole('button', { name: 'palabras de perdido' })).toBeNull();
    expect(screen.getByRole('button', { name: 'palabras de uno' })).toBeDefined();
    expect(within(lost).getByRole('button', { name: 'Eliminar resaltado: palabras de perdido' })).toBeDefined();
  });

  it('is absent when every highlight has its place', async () => {
    await notes(highlight('uno'));
    expect(screen.queryByText('Sin ubicación')).toBeNull();
  });
});
