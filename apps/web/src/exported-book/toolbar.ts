import type { TocEntry } from '@cuentos/epub/container/publication';
import type { Reader } from '@cuentos/epub/render/reader';
import type { Footnote } from '@cuentos/epub/render/tools/footnote';
import type { Appearance } from './appearance.ts';
import { button, icon } from './element.ts';
import type { NoteCard } from './note-card.ts';
import type { NoteStore } from './note-store.ts';
import type { OwnFile } from './own-file.ts';
import { createPanel, type Panel } from './panel.ts';
import { saveFile } from './save-file.ts';
import type { Screen } from './screen.ts';
import { contentsSheet, exLibris, footnoteSheet, notesSheet, outsideSheet, saveSheet, searchSheet } from './sheets.ts';
import { exportedTexts as texts } from './texts.ts';

/** An open book with its parts of the screen. */
export interface OpenedFile {
  readonly file: OwnFile;
  readonly store: NoteStore;
  readonly look: Appearance;
  readonly reader: Reader;
  readonly screen: Screen;
  readonly card: NoteCard;
  readonly toc: readonly TocEntry[];
}

/** Sheets that events of the book open. */
export interface Sheets {
  /** Shows the address of a link that leads out of the book. */
  showOutside(address: string): void;
  showFootnote(note: Footnote): void;
  /** Shows the owner of the copy after the last page. */
  showEnd(): void;
}

/** Fills the bar with the sheets of the book, and the foot with its two buttons. */
export function fillBars(opened: OpenedFile): Sheets {
  const { store, look, reader, screen } = opened;
  const panels = panelsOf(opened);
  const lookPanel = createPanel(texts.look, () => look.controls());
  const outsidePanel = createPanel(texts.outside, outsideSheet);
  const footnotePanel = createPanel<Footnote>(texts.footnote, (note) =>
    footnoteSheet(note, () => {
      footnotePanel.close();
      void reader.goTo(note.href);
    }),
  );
  const endPanel = createPanel(texts.end, () => exLibris(store));
  const saveTool = toolOf(texts.save, panels.save, 'M12 3v12', 'M7 10l5 5 5-5', 'M4 20h16');
  const markUnsaved = (): void => {
    saveTool.toggleAttribute('data-unsaved', store.isUnsaved);
  };
  store.onChange(markUnsaved);
  markUnsaved();
  screen.tools.append(
    toolOf(texts.contents, panels.contents, 'M4 6h16', 'M4 12h16', 'M4 18h10'),
    toolOf(texts.search, panels.search, 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14z', 'M16 16l5 5'),
    toolOf(texts.notes, panels.notes, 'M5 3h14v12l-6 6H5z', 'M13 21v-6h6'),
    toolOf(texts.look, lookPanel, 'M3 19L9 5l6 14', 'M5 14h8', 'M16 19l3-8 3 8'),
    saveTool,
  );
  const forward = async (): Promise<void> => {
    if (!(await reader.next())) endPanel.open();
  };
  screen.turns.append(
    button(texts.previous, () => void reader.prev(), { class: 'icon' }, icon('M15 5l-7 7 7 7')),
    button(texts.next, () => void forward(), { class: 'icon' }, icon('M9 5l7 7-7 7')),
  );
  return {
    showOutside: (address) => outsidePanel.open(address),
    showFootnote: (note) => footnotePanel.open(note),
    showEnd: () => endPanel.open(),
  };
}

function toolOf(label: string, panel: Panel, ...paths: readonly string[]): HTMLButtonElement {
  return button(label, () => panel.open(), { class: 'tool', 'aria-haspopup': 'dialog' }, icon(...paths));
}

/** Sheets that lead to places in the book, and the one that saves. */
function panelsOf({ file, store, reader, screen, card, toc }: OpenedFile) {
  const leave = (panel: Panel): void => {
    panel.close();
    screen.focusPage();
  };
  const contents = createPanel(texts.contents, () =>
    contentsSheet(toc, reader, store, (href) => {
      leave(contents);
      void reader.goTo(href);
    }),
  );
  const search = createPanel(texts.search, () =>
    searchSheet(reader, ({ cfi }) => {
      leave(search);
      reader.markFound(cfi);
      void reader.goTo(cfi);
    }),
  );
  const notes = createPanel(texts.notes, () =>
    notesSheet(store, {
      onGo(id) {
        leave(notes);
        void reader.goTo(store.note(id)?.cfi ?? '');
      },
      onAdd() {
        const id = markParagraph(reader, store);
        if (id === null) return false;
        notes.close();
        card.edit(id, true);
        return true;
      },
    }),
  );
  return {
    contents,
    search,
    notes,
    save: createPanel(texts.save, () => saveSheet(store, async () => save(file, store))),
  };
}

/**
 * Highlights the first paragraph of the page for a note: the way for readers who cannot select text, with a keyboard or
 * a screen reader.
 * @returns the id of its highlight, new or existing; null on a page without words
 */
function markParagraph(reader: Reader, store: NoteStore): string | null {
  const place = reader.position && reader.rangeOf(reader.position.cfi);
  const { startContainer: start } = place?.range ?? {};
  const paragraph = (
    start?.nodeType === Node.TEXT_NODE ? start.parentElement : (start as Element | undefined)
  )?.closest(BLOCKS);
  const quote = paragraph?.textContent.trim() ?? '';
  if (!place || !paragraph || quote === '') return null;
  const range = paragraph.ownerDocument.createRange();
  range.selectNodeContents(paragraph);
  const cfi = reader.cfiOf(place.sectionIndex, range);
  if (cfi === null) return null;
  return (store.notes.find((note) => note.cfi === cfi) ?? store.add({ cfi, color: 'yellow', quote })).id;
}

const BLOCKS = 'p, li, h1, h2, h3, h4, h5, h6, blockquote, dd, dt, td, figcaption, div';

/** Writes the file with its notes. @returns the message about the result */
async function save(file: OwnFile, store: NoteStore): Promise<string> {
  const { state } = store;
  const outcome = await saveFile(file, state);
  if (outcome === 'written' || outcome === 'downloaded') store.markSaved(state);
  if (outcome === 'cancelled') return store.isUnsaved ? texts.unsaved : texts.saved;
  return { written: texts.done, downloaded: texts.downloaded, failed: texts.notSaved }[outcome];
}
