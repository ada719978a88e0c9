import { openEdition } from '@cuentos/epub/container/zip-loader';
import { openReader } from '@cuentos/epub/render/reader';
import { engineTexts } from '../features/reading/texts.ts';
import { Appearance } from './appearance.ts';
import { element } from './element.ts';
import { NoteCard } from './note-card.ts';
import { NoteStore } from './note-store.ts';
import { type OwnFile, readOwnFile } from './own-file.ts';
import { drawScreen } from './screen.ts';
import { printedNotes } from './sheets.ts';
import { exportedTexts as texts } from './texts.ts';
import { fillBars, type OpenedFile, type Sheets } from './toolbar.ts';
import './exported-book.css';

const BOOK_FACE = "'Literata Variable', Georgia, serif";

/** CSS rules of the file's fonts, for its bars and for the book's frames. */
function fontFaces(faces: OwnFile['faces']): string {
  const rule = (name: string, style: string): string => {
    const data = faces[name];
    if (data === undefined) return '';
    return `@font-face{font-family:"Literata Variable";font-style:${style};font-weight:400 700;src:url("data:font/woff2;base64,${data}") format("woff2")}`;
  };
  return rule('literata', 'normal') + rule('literata-italic', 'italic');
}

/** Connects the book with bars and sheets, once its first page is shown. */
function connect(opened: OpenedFile): Sheets {
  const { store, look, reader, screen, card } = opened;
  const paint = (): void =>
    reader.highlights.set(store.notes.map(({ id, cfi, color, note }) => ({ id, cfi, color, note: note !== '' })));
  store.onChange(paint);
  paint();
  look.attach(reader, screen.host);
  const sheets = fillBars(opened);

  reader.on('select', (selection) => card.offer(selection));
  reader.on('deselect', () => card.endOffer());
  reader.on('highlight-tap', ({ id }) => card.edit(id, false));
  reader.on('tap', () => card.close());
  reader.on('link', ({ href, external }) => {
    if (external) sheets.showOutside(href);
  });
  reader.on('footnote', (note) => sheets.showFootnote(note));
  reader.on('history', ({ canGoBack }) => {
    screen.back.hidden = !canGoBack;
  });
  screen.back.addEventListener('click', () => void reader.back());
  reader.on('relocate', (position) => {
    screen.tell(position);
    store.setPlace(position.cfi);
  });
  if (reader.position) screen.tell(reader.position);
  return sheets;
}

/** Handles the window's events. */
function followWindow({ store, reader }: OpenedFile): void {
  addEventListener('pagehide', () => reader.reportNow());
  addEventListener('beforeunload', (event) => {
    // Asks only about notes that neither the browser nor the file has.
    if (store.isUnsaved && !store.canKeep) event.preventDefault();
  });
  const print = element('section', { class: 'print' });
  document.body.append(print);
  addEventListener('beforeprint', () => print.replaceChildren(...printedNotes(store)));
}

/** Shows the book. The static front page stays until its first page is shown. */
async function start(): Promise<void> {
  const file = readOwnFile(document);
  const store = new NoteStore(file.state);
  const look = new Appearance(store);
  const { publication, loader } = await openEdition(file.book);
  const css = fontFaces(file.faces);
  document.head.append(element('style', {}, css));
  const screen = drawScreen(store);
  let sheets: Sheets | null = null;
  const reader = await openReader({
    host: screen.host,
    publication,
    loader,
    theme: look.engineTheme(screen.host),
    texts: engineTexts,
    start: store.state.place,
    fontFaces: css,
    fallbackFontFamily: BOOK_FACE,
    hyphens: 'at-hand',
    onTurnRequest(direction) {
      if (document.querySelector('dialog[open]')) return false;
      const isOver = direction === 'next' && reader.position?.atEnd === true;
      if (isOver) sheets?.showEnd();
      return !isOver;
    },
  });
  document.documentElement.dataset['state'] = 'reading';
  const card = new NoteCard({ store, onMade: () => reader.clearSelection(), onClosed: screen.focusPage });
  const opened: OpenedFile = { file, store, look, reader, screen, card, toc: publication.toc };
  sheets = connect(opened);
  followWindow(opened);
}

start().catch(() => {
  document.body.replaceChildren(element('p', { class: 'failure', role: 'alert' }, texts.damaged));
});
