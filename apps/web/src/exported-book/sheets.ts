import type { TocEntry } from '@cuentos/epub/container/publication';
import type { Reader } from '@cuentos/epub/render/reader';
import type { Footnote } from '@cuentos/epub/render/tools/footnote';
import type { SearchMatch } from '@cuentos/epub/render/tools/book-search';
import { button, element } from './element.ts';
import type { NoteStore } from './note-store.ts';
import { canWriteFiles } from './save-file.ts';
import { exportedTexts as texts } from './texts.ts';

/** The sheet 'Contenido': the chapters, and the owner of this copy. */
export function contentsSheet(
  toc: readonly TocEntry[],
  reader: Reader,
  store: NoteStore,
  onGo: (target: string) => void,
): Node {
  const current = reader.position?.tocHref ?? null;
  const list = (entries: readonly TocEntry[]): HTMLElement =>
    element('ol', { role: 'list' }, ...entries.map((entry) => item(entry)));
  const item = ({ title, href, children }: TocEntry): HTMLElement => {
    const isHere = href !== null && href === current;
    const name =
      href === null
        ? element('span', { class: 'entry' }, title)
        : button(title, () => onGo(href), { class: 'entry', 'aria-current': isHere ? 'location' : null });
    if (isHere) name.append(element('small', {}, texts.here));
    return element('li', {}, name, children.length > 0 ? list(children) : null);
  };
  return element('div', {}, element('nav', { 'aria-label': texts.contents }, list(toc)), exLibris(store));
}

/** Names the owner of this copy, in the words of the EPUB's own page. */
export function exLibris({ state }: NoteStore): HTMLElement {
  const { ex_libris: copy, store_name: store } = state;
  return element(
    'section',
    { class: 'ex-libris', 'aria-label': texts.exLibris },
    element('h3', {}, texts.exLibris),
    element('p', {}, texts.copyOf(copy.name)),
    element('p', { class: 'muted' }, texts.number(copy.number)),
    element('p', { class: 'muted' }, texts.madeOn(copy.made_at, store)),
    element('p', { class: 'muted' }, texts.forGood),
  );
}

/** The sheet 'Buscar': shows results section by section while the whole part is searched. */
export function searchSheet(reader: Reader, onGo: (match: SearchMatch) => void): Node {
  const field = element('input', {
    type: 'search',
    'aria-label': texts.searchLabel,
    placeholder: texts.searchLabel,
    autofocus: true,
    maxlength: '200',
  });
  const status = element('p', { class: 'muted', role: 'status' });
  const list = element('ol', { role: 'list', class: 'results' });
  let running = new AbortController();
  const search = async (): Promise<void> => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const query = field.value.trim();
    list.replaceChildren();
    status.textContent = query === '' ? '' : texts.searching;
    let count = 0;
    for await (const { matches } of reader.search(query, { signal, limit: 500 })) {
      count += matches.length;
      list.append(...matches.map((match) => result(match, onGo)));
    }
    if (!signal.aborted && query !== '') status.textContent = count > 0 ? texts.results(count) : texts.nothing(query);
  };
  const form = element('form', { role: 'search' }, field, element('button', { class: 'filled' }, texts.search));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void search();
  });
  return element('div', {}, form, status, list);
}

function result(match: SearchMatch, onGo: (match: SearchMatch) => void): HTMLElement {
  const { before, match: found, after, chapterTitle } = match;
  const row = button('', () => onGo(match), { class: 'entry' });
  row.append(before, element('mark', {}, found), after);
  if (chapterTitle !== null) row.append(element('small', {}, chapterTitle));
  return element('li', {}, row);
}

interface NoteActions {
  readonly onGo: (id: string) => void;
  /** Highlights the first paragraph of the page; false when the page has none. */
  readonly onAdd: () => boolean;
}

/** The sheet 'Notas': all highlighted passages in the order of their creation. */
export function notesSheet(store: NoteStore, { onGo, onAdd }: NoteActions): Node {
  const { notes } = store;
  const status = element('p', { role: 'status' });
  const tryToAdd = (): void => {
    if (!onAdd()) status.textContent = texts.nothingHere;
  };
  const add = element('div', {}, button(texts.addHere, tryToAdd, { class: 'quiet' }), status);
  if (notes.length === 0) return element('div', {}, element('p', {}, texts.noNotes), add);
  const items = notes.map(({ id, color, quote, note }) => {
    const row = button('', () => onGo(id), { class: 'entry note', 'data-color': color });
    row.append(element('span', { class: 'quote' }, quote));
    if (note !== '') row.append(element('span', { class: 'words' }, note));
    return element('li', {}, row);
  });
  const print = button(texts.printNotes, () => globalThis.print(), { class: 'quiet' });
  return element('div', {}, element('ol', { role: 'list' }, ...items), add, print);
}

/** The sheet 'Guardar': where the notes are stored now, and how to write them into the file. */
export function saveSheet(store: NoteStore, onSave: () => Promise<string>): Node {
  const isDirect = canWriteFiles();
  const status = element('p', { role: 'status' }, store.isUnsaved ? texts.unsaved : texts.saved);
  const save = async (): Promise<void> => {
    status.textContent = await onSave();
  };
  return element(
    'div',
    {},
    element('p', {}, store.canKeep ? texts.kept : texts.notKept),
    status,
    button(isDirect ? texts.saveHere : texts.saveCopy, () => void save(), { class: 'filled' }),
    element('p', { class: 'muted' }, isDirect ? texts.saveHereHint : texts.saveCopyHint),
  );
}

/** A note of the book, shown beside the text. */
export function footnoteSheet({ blocks }: Footnote, onGo: () => void): Node {
  const lines = blocks.map(({ runs }) => element('p', { class: 'quote' }, ...runs.map(({ text }) => text)));
  return element('div', {}, ...lines, button(texts.goToNote, onGo, { class: 'quiet' }));
}

/** A link out of the book: shows its address to copy, since the file opens no other page. */
export function outsideSheet(address: string): Node {
  const status = element('p', { role: 'status' });
  const field = element('input', { readonly: true, value: address, 'aria-label': texts.outside });
  const copy = (): void => {
    field.select();
    // Also works in a file from disk, where some browsers lack the clipboard API.
    if (document.execCommand('copy')) status.textContent = texts.copied;
  };
  const press = button(texts.copyAddress, copy, { class: 'filled' });
  return element('div', {}, element('p', {}, texts.outsideHint), field, press, status);
}

/** Returns the nodes to print: the owner of the copy, and the passages with their notes. */
export function printedNotes(store: NoteStore): Node[] {
  const { book, part } = store.state;
  const notes = store.notes.map(({ quote, note }) =>
    element('li', {}, element('blockquote', {}, quote), note === '' ? null : element('p', {}, note)),
  );
  return [
    element('h1', {}, book.name),
    element('p', {}, part.name),
    element('ol', { role: 'list' }, ...notes),
    exLibris(store),
  ];
}
