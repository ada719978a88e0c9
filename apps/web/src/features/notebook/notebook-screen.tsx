import { BookOpen, ChevronDown } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useOnline, useOnReturn } from '../../device/connection.ts';
import { useStore } from '../../lib/react-store.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx';
import { CutThreadDrawing, EmptyPocketDrawing } from '../../ui/pictures/drawings.tsx';
import { OfflineLine } from '../../ui/state-line.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { copyText } from '../highlights/copy-notes.ts';
import { ProfileLink } from '../library/profile-link.tsx';
import { SignedInFrame } from '../site/page-frames.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { entriesAsText } from './as-text.ts';
import { Booklet } from './booklet.tsx';
import { BooksNav, booksOf, TrashLink } from './books-nav.tsx';
import { actionsOn } from './entry-actions.ts';
import { hasNote, type NotebookEntry } from './entries.ts';
import { NotebookEntries } from './notebook-entries.tsx';
import { NotebookFilters } from './notebook-filters.tsx';
import { type NotebookState, NotebookStore } from './notebook-store.ts';
import { notebookTexts as t } from './texts.ts';
import type { ExportFormat } from '../note-files/make-files.ts';
import { TrashView } from './trash-view.tsx';
import { useFilters } from './use-filters.ts';
import { usePrinting } from './use-printing.ts';
import { useShown } from './use-shown.ts';

const QuoteDialog = lazy(async () => ({ default: (await import('./quote-card/quote-dialog.tsx')).QuoteDialog }));

const ImportDialog = lazy(async () => ({ default: (await import('./transfer/import-dialog.tsx')).ImportDialog }));

/** 'Cuaderno': all highlights, notes and bookmarks of the reader, over all books. */
export function NotebookScreen() {
  const shop = useStoreName();
  const [store] = useState(() => new NotebookStore());
  const state = useStore(store);
  useEffect(() => store.start(), [store]);
  useOnReturn(() => void store.pull());
  const [filters, change] = useFilters();
  const { entries, shown, rows, trash, used } = useShown(state, filters);
  const showAll = useCallback(() => change({ query: '', colors: [], kind: 'all', bookId: null }), [change]);
  const [actions] = useState(() => actionsOn(store));
  const printedAt = usePrinting();
  const books = useMemo(() => booksOf(entries), [entries]);
  const summary = useMemo(() => t.summary(countsOf(entries, books.length)), [entries, books]);
  const hasAnything = entries.length + state.trash.length > 0;
  return (
    <SignedInFrame actions={<WaysOut />}>
      <PrivateMeta title={t.metaTitle(shop)} />
      <div data-highlight-colours="" className="pt-8 pb-24 print:hidden">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <h1 className="type-3">{t.title}</h1>
            {entries.length > 0 && <p className="mt-2 text-ink-2">{summary}</p>}
          </div>
          {state.isRead && !filters.trash && (
            <div className="flex flex-wrap gap-3 max-md:w-full">
              <BringNotes notebook={store} />
              {shown.length > 0 && <TakeMenu entries={shown} author={state.author} />}
            </div>
          )}
        </div>
        <StateOfNotes store={store} />
        {hasAnything && (
          <div className="mt-6 grid gap-6 lg:mt-9 lg:grid-cols-[264px_minmax(0,1fr)] lg:gap-16">
            <BooksNav books={books} filters={filters} trashCount={state.trash.length} />
            <div className="min-w-0 lg:max-w-[720px]">
              <NotebookFilters filters={filters} onChange={change} books={books} />
              {filters.trash ? (
                <TrashView rows={trash} filters={filters} onRestore={actions.restore} onErase={actions.erase} />
              ) : (
                <Standing
                  rows={rows}
                  count={shown.length}
                  filters={used}
                  onClear={showAll}
                  actions={actions}
                  state={state}
                />
              )}
            </div>
          </div>
        )}
        {!hasAnything && state.isRead && <NothingWritten isComplete={state.isComplete} hasFailed={state.hasFailed} />}
      </div>
      {printedAt !== null && <Booklet entries={shown} printedAt={printedAt} />}
    </SignedInFrame>
  );
}

function WaysOut() {
  return (
    <>
      <Link to="/user-library" className={`${buttonClass({ variant: 'quiet' })} max-[30rem]:px-2!`}>
        <BookOpen aria-hidden="true" />
        {t.myBooks}
      </Link>
      <ProfileLink />
    </>
  );
}

type StandingProps = Omit<ComponentProps<typeof NotebookEntries>, 'onShare'> & { readonly state: NotebookState };

/** The list, the picture of a shared passage, and in a narrow window the link to the trash. */
function Standing({ state, ...list }: StandingProps) {
  const [quoted, setQuoted] = useState<NotebookEntry | null>(null);
  const { author, sharedQuoteMax: max, trash } = state;
  return (
    <>
      <NotebookEntries {...list} onShare={max > 0 ? setQuoted : null} />
      {quoted && (
        <Suspense>
          <QuoteDialog passage={quoted} author={author} max={max} onClose={() => setQuoted(null)} />
        </Suspense>
      )}
      <p className="mt-5 lg:hidden">
        <TrashLink filters={list.filters} count={trash.length} />
      </p>
    </>
  );
}

/** Number of entries of each kind. */
function countsOf(entries: readonly NotebookEntry[], books: number) {
  const highlights = entries.filter(({ kind }) => kind === 'highlight');
  return {
    highlights: highlights.length,
    notes: highlights.filter(hasNote).length,
    bookmarks: entries.length - highlights.length,
    books,
  };
}

const exportFormats: readonly ExportFormat[] = ['annotations', 'markdown', 'csv', 'json'];

/** Buttons that export the shown entries. */
function TakeMenu({ entries, author }: { readonly entries: readonly NotebookEntry[]; readonly author: string }) {
  const save = async (format: ExportFormat) =>
    import('./transfer/export-notes.ts').then(
      ({ exportNotes }) => exportNotes(format, entries, author),
      () => showToast('error', t.notMade),
    );
  return (
    <Menu
      label={t.take}
      caption={t.takeWhat(entries.length)}
      className={`${buttonClass()} max-md:grow`}
      button={
        <>
          {t.take}
          <ChevronDown aria-hidden="true" />
        </>
      }
    >
      {exportFormats.map((format) => (
        <MenuItem key={format} hint={t.formats[format].hint} onClick={() => void save(format)}>
          {t.formats[format].name}
        </MenuItem>
      ))}
      <MenuItem hint={t.copyAllHint} onClick={() => void copyText(entriesAsText(entries), t.copied)}>
        {t.copyAll}
      </MenuItem>
      {/* Once the menu is closed: it must not be on the paper, nor wait for the dialog. */}
      <MenuItem hint={t.printHint} onClick={() => setTimeout(() => print())}>
        {t.print}
      </MenuItem>
    </Menu>
  );
}

/** 'Traer notas', also by dropping files on the page. */
function BringNotes({ notebook }: { readonly notebook: NotebookStore }) {
  const [files, setFiles] = useState<readonly File[] | null>(null);
  const isOpen = files !== null;
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (event.type === 'drop') setFiles([...event.dataTransfer.files]);
    };
    // The open dialog has a drop zone of its own.
    if (isOpen) return undefined;
    addEventListener('dragover', hold);
    addEventListener('drop', hold);
    return () => {
      removeEventListener('dragover', hold);
      removeEventListener('drop', hold);
    };
  }, [isOpen]);
  return (
    <>
      <Button onClick={() => setFiles([])} className="max-md:grow">
        {t.bring}
      </Button>
      {files && (
        <Suspense>
          <ImportDialog notebook={notebook} dropped={files} onClose={() => setFiles(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Shows the progress of loading, and which notes could not be loaded. */
function StateOfNotes({ store }: { readonly store: NotebookStore }) {
  const { progress, hasFailed, isComplete, isRead } = useStore(store);
  const online = useOnline();
  const isWaiting = !isRead || (online && !isComplete && !hasFailed);
  return (
    <>
      <OfflineLine online={online} text={t.offline} className="not-empty:mt-4" />
      <output className="block text-sm text-ink-2 not-empty:mt-4">
        {progress ? t.fetching(progress) : isWaiting ? t.reading : ''}
        {(progress ?? isWaiting) && (
          <span aria-hidden="true" className="relative mt-1 block h-1 max-w-60">
            <span className="seam-x seam-busy absolute inset-x-0 top-0" />
          </span>
        )}
      </output>
      {online && hasFailed && isRead && (
        <p className="mt-4 flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {t.failed}
          <Button onClick={() => void store.pull()}>{t.retry}</Button>
        </p>
      )}
    </>
  );
}

interface NothingWrittenProps {
  /** Whether the server has ever sent the reader's notes. */
  readonly isComplete: boolean;
  readonly hasFailed: boolean;
}

/** Shown in place of an empty notebook. */
function NothingWritten({ isComplete, hasFailed }: NothingWrittenProps) {
  const online = useOnline();
  if (!isComplete && !online)
    return <EmptyState drawing={<CutThreadDrawing />} title={t.offlineEmptyTitle} text={t.offlineEmptyText} />;
  if (!isComplete) return hasFailed ? null : <div className="min-h-80" />;
  return (
    <EmptyState
      drawing={<EmptyPocketDrawing />}
      title={t.emptyTitle}
      text={t.emptyText}
      action={
        <Link to="/user-library" className={buttonClass({ variant: 'primary' })}>
          {t.toBooks}
        </Link>
      }
    />
  );
}
