import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ShownHighlight } from './highlight-store.ts';
import type { HighlightEditorState, OpenToolbar } from './editor-state.ts';
import { HighlightToolbar } from './toolbar.tsx';
import { HighlightList } from './highlight-list.tsx';
import { HighlightsOverlay } from './highlights-overlay.tsx';
import { Layers } from '../../ui/overlays/layers.ts';
import type { HighlightEditor } from './highlight-editor.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const highlight = (changes: Partial<ShownHighlight> = {}): ShownHighlight => ({
  id: 'one',
  cfi: 'cfi',
  place: 'cfi',
  color: 'blue',
  note: '',
  quote: 'La niebla no borra las cosas',
  prefix: '',
  suffix: '',
  created_at: '2026-11-02T15:00:00Z',
  edition_id: 'edition',
  ...changes,
});
const toolbar = (changes: Partial<OpenToolbar> = {}): OpenToolbar => ({
  id: null,
  cfi: 'cfi',
  fresh: { quote: 'La niebla', prefix: '', suffix: '', edition_id: 'edition' },
  color: 'yellow',
  note: null,
  saved: '',
  rect: null,
  byKeyboard: false,
  choosing: false,
  ...changes,
});

const words = { language: 'es', onLink: () => {} };

/** Makes a stand-in for the editor with a fixed state, which records the calls it gets. */
function deskOf(state: Partial<HighlightEditorState>) {
  const snapshot: HighlightEditorState = {
    highlights: [],
    open: null,
    removing: [],
    discarding: false,
    undo: [],
    ...state,
  };
  const actions = {
    jump: vi.fn(async () => {}),
    editAt: vi.fn(async () => {}),
    askRemoval: vi.fn(),
    pickColour: vi.fn(),
    openNote: vi.fn(),
    saveNote: vi.fn(),
    writeNote: vi.fn(),
    close: vi.fn(),
    answerRemoval: vi.fn(),
    undoRemoval: vi.fn(),
    forgetRemoval: vi.fn(),
  };
  const editor = { subscribe: () => () => {}, snapshot: () => snapshot, ...actions } as unknown as HighlightEditor;
  return { editor, asked: actions };
}

function openTab(highlights: readonly ShownHighlight[]) {
  const { editor, asked } = deskOf({ highlights });
  const leave = vi.fn();
  render(<HighlightList editor={editor} onLeave={leave} onShare={null} />);
  return { asked, leave };
}

it("'Resaltados' says when there are no highlights", () => {
  openTab([]);
  expect(screen.getByText('No hay texto resaltado')).toBeDefined();
  expect(screen.getByText('Selecciona texto en el libro para crear resaltados')).toBeDefined();
});

it("a row has its words in 3 lines, the date in Spanish, the note's mark only for a note, and a delete control", () => {
  const { asked } = openTab([
    highlight({ id: 'blank', note: ' \n ' }),
    highlight({ id: 'noted', note: 'Como la abuela', color: 'mauve' }),
  ]);
  const [blank, noted] = screen.getAllByRole('listitem');
  if (!blank || !noted) throw new Error('two rows were expected');
  expect(within(blank).getByText('La niebla no borra las cosas').className).toContain('line-clamp-3');
  expect(blank.querySelector('time')?.textContent).toBe('2 de noviembre de 2026');
  expect(within(blank).queryByText('Con nota')).toBeNull();
  expect(within(noted).getByText('Con nota')).toBeDefined();
  expect(within(noted).getByText('Como la abuela')).toBeDefined();
  // A colour that the app does not know is shown as yellow.
  expect(within(noted).getByText('Amarillo')).toBeDefined();
  fireEvent.click(within(noted).getByRole('button', { name: /^Eliminar resaltado/ }));
  expect(asked.askRemoval).toHaveBeenCalledWith('noted');
});

it('a tap on a row shows its highlight and closes the panel; a highlight without a place is listed apart and leads nowhere', () => {
  const { asked, leave } = openTab([highlight(), highlight({ id: 'lost', place: null, quote: 'Ya no está' })]);
  fireEvent.click(screen.getByText('La niebla no borra las cosas'));
  expect(leave).toHaveBeenCalledOnce();
  expect(asked.jump).toHaveBeenCalledWith('one');
  const lost = within(screen.getByRole('region', { name: 'Sin ubicación' }));
  expect(lost.getByText('Ya no está').closest('button')).toBeNull();
  expect(lost.getByText('Ya no está').className).toContain('line-clamp-3');
  expect(lost.getByRole('button', { name: /^Eliminar resaltado/ })).toBeDefined();
});

it('the toolbar offers five colours, a note and a close button; deletion in edit mode only', () => {
  const { editor, asked } = deskOf({ open: toolbar() });
  const { rerender } = render(<HighlightToolbar editor={editor} words={words} />);
  const colours = within(screen.getByRole('group', { name: 'Color' })).getAllByRole('button');
  expect(colours.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Amarillo',
    'Verde',
    'Azul',
    'Rosado',
    'Rojo',
  ]);
  expect(screen.queryByRole('button', { name: 'Eliminar resaltado' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Azul' }));
  expect(asked.pickColour).toHaveBeenCalledWith('blue');
  fireEvent.click(screen.getByRole('button', { name: 'Agregar nota' }));
  expect(asked.openNote).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(asked.close).toHaveBeenCalledOnce();
  rerender(<HighlightToolbar editor={deskOf({ open: toolbar({ id: 'one' }) }).editor} words={words} />);
  expect(screen.getByRole('dialog', { name: 'Editar resaltado' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Eliminar resaltado' })).toBeDefined();
});

it('the note has its placeholder and is saved; a note beyond 5.000 characters cannot be saved', () => {
  const { editor, asked } = deskOf({ open: toolbar({ note: 'hola' }) });
  const { rerender } = render(<HighlightToolbar editor={editor} words={words} />);
  expect(screen.getByRole('textbox', { name: 'Nota' }).getAttribute('placeholder')).toBe('Escribe una nota...');
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(asked.saveNote).toHaveBeenCalledOnce();
  rerender(<HighlightToolbar editor={deskOf({ open: toolbar({ note: 'ñ'.repeat(5001) }) }).editor} words={words} />);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(true);
  expect(screen.getByText('La nota puede tener hasta 5.000 caracteres.')).toBeDefined();
});

it("'Deshacer' brings back a deleted highlight for 5 s", () => {
  vi.useFakeTimers();
  const { editor, asked } = deskOf({ undo: [highlight()] });
  render(<HighlightsOverlay editor={editor} layers={new Layers()} words={words} />);
  expect(screen.getByText('Resaltado eliminado')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(asked.undoRemoval).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(4999);
  expect(asked.forgetRemoval).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(asked.forgetRemoval).toHaveBeenCalledOnce();
});

it("asks '¿Desea eliminar el resaltado?', and follows the answer", () => {
  const { editor, asked } = deskOf({ removing: [highlight()] });
  render(<HighlightsOverlay editor={editor} layers={new Layers()} words={words} />);
  expect(screen.getByText('¿Desea eliminar el resaltado?')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Eliminar', hidden: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar', hidden: true }));
  expect(asked.answerRemoval.mock.calls).toEqual([[true], [false]]);
});
