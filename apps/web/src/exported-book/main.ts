import type { TocEntry } from '@cuentos/epub/container/publication';
import { openEdition } from '@cuentos/epub/container/zip-loader';
import { openReader, type Reader } from '@cuentos/epub/render/reader';
import type { Relocation } from '@cuentos/epub/render/reader-types';
import { Appearance } from './appearance.ts';
import { button, element, icon } from './element.ts';
import { createNoteCard } from './note-card.ts';
import { NoteStore } from './note-store.ts';
import { type OwnFile, readOwnFile } from './own-file.ts';
import { createPanel, type Panel } from './panel.ts';
import { saveFile } from './save-file.ts';
import { contentsSheet, notesSheet, outsideSheet, printedNotes, saveSheet, searchSheet } from './sheets.ts';
import { exportedTexts as texts } from './texts.ts';
import './exported-book.css';

const BOOK_FACE = "'Literata Variable', Georgia, serif";

/** Rules of the faces that the file brings, for the page and for the book's frames. */
function fontFaces(faces: OwnFile['faces']): string {
  const rule = (name: string, weight: string, style: string): string => {
    const data = faces[name];
    if (data === undefined) return '';
    return `@font-face{font-family:"Literata Variable";font-style:${style};font-weight:${weight};src:url("data:font/woff2;base64,${data}") format("woff2")}`;
  };
  return rule('literata', '400 700', 'normal') + rule('literata-italic', '400 700', 'italic');
}

interface Screen {
  readonly host: HTMLElement;
  readonly chapter: HTMLElement;
  readonly place: HTMLElement;
  readonly percentage: HTMLElement;
  readonly back: HTMLButtonElement;
  readonly tools: HTMLElement;
  readonly turns: HTMLElement;
}

function drawScreen(store: NoteStore, css: string): Screen {
  const { book, part } = store.state;
  const screen: Screen = {
    host: element('main', { id: 'page', tabindex: '-1' }),
    chapter: element('span', { class: 'chapter' }, part.name),
    place: element('span', { class: 'place' }),
    percentage: element('span', { class: 'percentage' }),
    back: button(texts.wayBack, () => {}, { class: 'way-back', hidden: true }),
    tools: element('div', { class: 'tools', role: 'toolbar', 'aria-label': book.name }),
    turns: element('div', { class: 'turns' }),
  };
  const title = element('h1', {}, element('small', {}, book.name), screen.chapter);
  document.head.append(element('style', {}, css));
  document.getElementById('front')?.remove();
  document.body.append(
    element('header', { class: 'bar' }, title, screen.tools),
    screen.host,
    element('footer', { class: 'foot' }, screen.turns, screen.place, screen.percentage, screen.back),
  );
  return screen;
}

/** A book that is open, with all that belongs to it. */
interface OpenedFile {
  readonly file: OwnFile;
  readonly store: NoteStore;
  readonly look: Appearance;
  readonly reader: Reader;
  readonly screen: Screen;
  readonly toc: readonly TocEntry[];
}

/** Everything that is done with the book once its first page stands. */
function bringToLife(opened: OpenedFile): void {
  const { store, look, reader, screen } = opened;
  const { host } = screen;
  const focusPage = (): void => host.focus({ preventScroll: true });
  const card = createNoteCard({ store, onMade: () => reader.clearSelection(), onClosed: focusPage });
  const paint = (): void =>
    reader.highlights.set(store.notes.map(({ id, cfi, color, note }) => ({ id, cfi, color, note: note !== '' })));
  store.onChange(paint);
  paint();
  const openOutside = addTools(opened);
  addTurns(reader, screen);
  look.attach(reader, host);

  reader.on('select', (selection) => card.offer(selection));
  reader.on('deselect', () => card.close());
  reader.on('highlight-tap', ({ id }) => card.edit(id, false));
  reader.on('tap', () => card.close());
  reader.on('link', ({ href, external }) => {
    if (external) openOutside(href);
  });
  reader.on('history', ({ canGoBack }) => {
    screen.back.hidden = !canGoBack;
  });
  screen.back.addEventListener('click', () => void reader.back());
  reader.on('relocate', (position) => {
    tellPlace(position, store, screen);
    store.setPlace(position.cfi);
  });
  if (reader.position) tellPlace(reader.position, store, screen);
  addEventListener('pagehide', () => reader.reportNow());
  addEventListener('beforeunload', (event) => {
    // Only what no browser keeps and no file holds is asked about.
    if (store.isUnsaved && !store.canKeep) event.preventDefault();
  });
  const print = element('section', { class: 'print' });
  document.body.append(print);
  addEventListener('beforeprint', () => print.replaceChildren(...printedNotes(store)));
}

/** Fills the bar with the sheets of the book. @returns what shows the address of a link that leads elsewhere */
function addTools({ file, store, look, reader, screen, toc }: OpenedFile): (address: string) => void {
  let outside = '';
  const close = (panel: Panel): void => {
    panel.close();
    screen.host.focus({ preventScroll: true });
  };
  const save = async (): Promise<string> => {
    const { state } = store;
    const outcome = await saveFile(file, state);
    if (outcome === 'written' || outcome === 'downloaded') store.markSaved(state);
    if (outcome === 'cancelled') return store.isUnsaved ? texts.unsaved : texts.saved;
    return { written: texts.done, downloaded: texts.downloaded, failed: texts.notSaved }[outcome];
  };
  const panels = {
    contents: createPanel(texts.contents, () =>
      contentsSheet(toc, reader, store, (href) => {
        close(panels.contents);
        void reader.goTo(href);
      }),
    ),
    search: createPanel(texts.search, () =>
      searchSheet(reader, ({ cfi }) => {
        close(panels.search);
        reader.markFound(cfi);
        void reader.goTo(cfi);
      }),
    ),
    notes: createPanel(texts.notes, () =>
      notesSheet(store, (id) => {
        close(panels.notes);
        void reader.goTo(store.note(id)?.cfi ?? '');
      }),
    ),
    look: createPanel(texts.look, () => look.controls()),
    save: createPanel(texts.save, () => saveSheet(store, save)),
    outside: createPanel(texts.outside, () => outsideSheet(outside)),
  };
  const tool = (label: string, panel: Panel, ...paths: string[]) =>
    button(label, () => panel.open(), { class: 'tool', 'aria-haspopup': 'dialog' }, icon(...paths));
  const saveTool = tool(texts.save, panels.save, 'M12 3v12', 'M7 10l5 5 5-5', 'M4 20h16');
  const markUnsaved = (): void => {
    saveTool.toggleAttribute('data-unsaved', store.isUnsaved);
  };
  store.onChange(markUnsaved);
  markUnsaved();
  screen.tools.append(
    tool(texts.contents, panels.contents, 'M4 6h16', 'M4 12h16', 'M4 18h10'),
    tool(texts.search, panels.search, 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14z', 'M16 16l5 5'),
    tool(texts.notes, panels.notes, 'M5 3h14v12l-6 6H5z', 'M13 21v-6h6'),
    tool(texts.look, panels.look, 'M3 19L9 5l6 14', 'M5 14h8', 'M16 19l3-8 3 8'),
    saveTool,
  );
  return (address) => {
    outside = address;
    panels.outside.open();
  };
}

function addTurns(reader: Reader, { turns }: Screen): void {
  turns.append(
    button(
      texts.previous,
      () => void reader.prev(),
      { class: 'icon', 'aria-label': texts.previous },
      icon('M15 5l-7 7 7 7'),
    ),
    button(texts.next, () => void reader.next(), { class: 'icon', 'aria-label': texts.next }, icon('M9 5l7 7-7 7')),
  );
}

function tellPlace(position: Relocation, store: NoteStore, { chapter, place, percentage }: Screen): void {
  chapter.textContent = position.chapterTitle ?? store.state.part.name;
  place.textContent = texts.pageOf(position.page + 1, position.pages, position.exact);
  percentage.textContent = texts.percentage(position.percentage);
}

/** Shows the file. The static front page stays until the first page of the book can take its place. */
async function start(): Promise<void> {
  const file = readOwnFile(document);
  const store = new NoteStore(file.state);
  const look = new Appearance(store);
  const { publication, loader } = await openEdition(file.book);
  const css = fontFaces(file.faces);
  const screen = drawScreen(store, css);
  const reader = await openReader({
    host: screen.host,
    publication,
    loader,
    theme: look.engineTheme(screen.host),
    texts: { missingSection: texts.brokenSection, sectionName: texts.sectionName },
    start: store.state.place,
    fontFaces: css,
    fallbackFontFamily: BOOK_FACE,
    onTurnRequest: () => document.querySelector('dialog[open]') === null,
  });
  document.documentElement.dataset['state'] = 'reading';
  bringToLife({ file, store, look, reader, screen, toc: publication.toc });
}

start().catch(() => {
  document.body.replaceChildren(element('p', { class: 'failure', role: 'alert' }, texts.damaged));
});
