import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { WithOpening } from '../opening/open-reader.ts';
import { session } from '../../../lib/api/session.ts';
import { useStoreName } from '../../../lib/page-data.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Link } from '../../../ui/navigation.tsx';
import { Loader } from '../../../ui/overlays/loader.tsx';
import { appTexts, PrivateMeta } from '../../site/page-meta.tsx';
import { workAreas } from '../../users/work-areas.ts';
import { type FailureReason, reasonOf } from '../opening/fetch-opening.ts';
import type { OpenedBook } from '../opening/open-book.ts';
import { readerTexts as t } from '../texts.ts';
import './reader.css';
import { ReadingScreen } from './reading-screen.tsx';

const SavedNotes = lazy(async () => ({ default: (await import('../../highlights/saved-notes.tsx')).SavedNotes }));

// An ornament: the sentences do not wait for it, and stand without it too.
const FailureDrawing = lazy(async () => {
  const code = await import('./failure-drawing.tsx').catch(() => null);
  return { default: code?.FailureDrawing ?? ((_props: { readonly offline: boolean }) => null) };
});

const worthAnotherTry: ReadonlySet<FailureReason> = new Set(['not-here', 'unreachable', 'server', 'damaged']);

/** Why the part cannot be read, what to do, and the way back; below it the reader's own notes. */
function ReaderFailure({ reason, partId }: { readonly reason: FailureReason; readonly partId: string }) {
  const { title, text } = t.failures[reason];
  const offline = reason === 'not-here' || reason === 'unreachable';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="wrap grid w-full flex-1 place-items-center py-12 text-center">
      <div>
        <div className="mx-auto min-h-[150px] w-[220px]">
          <Suspense>
            <FailureDrawing offline={offline} />
          </Suspense>
        </div>
        <h1 ref={heading} tabIndex={-1} className="type-2 mt-6">
          {title}
        </h1>
        <p className="mx-auto mt-2 max-w-[30em] text-ink-2">{text}</p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          {worthAnotherTry.has(reason) && <Button onClick={() => location.reload()}>{t.retry}</Button>}
          <Link to="/user-library" className={buttonClass({ variant: 'primary' })}>
            {t.toLibrary}
          </Link>
        </div>
      </div>
      <Suspense>
        <SavedNotes partId={partId} />
      </Suspense>
    </main>
  );
}

interface ReaderPageProps extends WithOpening {
  /** Of the address: `book_uuid`, `part_uuid`, `from_admin`. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** The device's own store has more to do than to bring the book: that comes after the first page. */
const startDevice = () => void import('../start-device.ts').then((code) => code.startDevice()).catch(() => {});

/** Reader. */
export function ReaderPage({ params, opening }: ReaderPageProps) {
  const store = useStoreName();
  const { book_uuid: bookId = '', part_uuid: partId = '', from_admin: fromAdmin = '' } = params;
  const area = workAreas[session.claims()?.role ?? 'reader'];
  return (
    <>
      <PrivateMeta title={appTexts.metaReader(store)} />
      <ReaderView
        key={partId + fromAdmin}
        partId={partId}
        opening={opening}
        backTo={`/user-library/${bookId}`}
        onShown={startDevice}
        workingArea={area === null ? '/user-settings' : `${area}/book-parts`}
      />
    </>
  );
}

interface ReaderViewProps {
  readonly partId: string;
  readonly opening: Promise<OpenedBook>;
  /** Where the back arrow leads. */
  readonly backTo: string;
  /** The first page is there, or the reason why there is none. */
  readonly onShown: () => void;
  /** Where editors go from a preview. */
  readonly workingArea: string;
}

/** The reader: the loading overlay, then the book, or why it cannot be read. */
function ReaderView({ partId, opening, backTo, workingArea, onShown }: ReaderViewProps) {
  const [book, setBook] = useState<OpenedBook | null>(null);
  const [failure, setFailure] = useState<FailureReason | null>(null);
  useEffect(() => {
    let wanted = true;
    opening.then(
      (opened) => wanted && setBook(opened),
      (error: unknown) => wanted && setFailure(reasonOf(error)),
    );
    return () => {
      wanted = false;
    };
  }, [opening]);
  useEffect(() => {
    if (failure) onShown();
  }, [failure, onShown]);
  if (failure) return <ReaderFailure reason={failure} partId={partId} />;
  if (!book) return <Loader />;
  return (
    <ReadingScreen book={book} backTo={backTo} workingArea={workingArea} onShown={onShown} onFailure={setFailure} />
  );
}
