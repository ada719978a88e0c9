import { lazy, startTransition, Suspense, useEffect, useState } from 'react';
import type { ReaderData } from '../opening/open-reader.ts';
import { useReloadOnReturn } from '../../../device/reload-on-return.ts';
import { session } from '../../../lib/api/session.ts';
import { useStoreName } from '../../../lib/page-data.ts';
import { Button } from '../../../ui/button.tsx';
import { Loader } from '../../../ui/overlays/loader.tsx';
import { PrivateMeta } from '../../site/page-meta.tsx';
import { appTexts } from '../../site/app-texts.ts';
import { teamHomes } from '../../../lib/team-homes.ts';
import { type FailureReason, reasonOf } from '../opening/fetch-opening.ts';
import type { OpenedBook } from '../opening/open-book.ts';
import { readerTexts as t } from '../texts.ts';
import './reader.css';
import { ReadingScreen } from './reading-screen.tsx';

/** The screen of a failure, loaded when needed. The text that stands in for it needs no further script. */
const ReaderFailure = lazy(async () => {
  const code = await import('./reader-failure.tsx').catch(() => null);
  return { default: code?.ReaderFailure ?? PlainReaderFailure };
});

function PlainReaderFailure() {
  useReloadOnReturn();
  return (
    <main className="wrap flex-1 py-12">
      <h1 className="type-2">{appTexts.failed.title}</h1>
      <p className="mt-2 text-ink-2">{appTexts.failed.text}</p>
      <Button className="mt-7" onClick={() => location.reload()}>
        {t.retry}
      </Button>
    </main>
  );
}

interface ReaderPageProps extends ReaderData {
  /** Of the address: `book_uuid`, `part_uuid`, `from_admin`. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** Starts the device's other work (downloads, sending) after the first page. */
const startDevice = () => void import('../start-device.ts').then((code) => code.startDevice()).catch(() => {});

const nothing = () => {};

/** Reader. */
export function ReaderPage({ params, opening }: ReaderPageProps) {
  const { book_uuid: bookId = '', part_uuid: partId = '', from_admin: fromAdmin = '', sample } = params;
  const area = teamHomes[session.claims()?.role ?? 'reader'];
  return (
    <ReaderView
      key={partId + fromAdmin}
      partId={partId}
      opening={opening}
      backTo={`/${sample ? 'book-detail' : 'user-library'}/${bookId}`}
      onShown={sample && session.claims() === null ? nothing : startDevice}
      workingArea={area === null ? '/user-settings' : `${area}/book-parts`}
    />
  );
}

interface ReaderViewProps {
  readonly partId: string;
  readonly opening: Promise<OpenedBook>;
  /** Target of the back arrow. */
  readonly backTo: string;
  /** Called when the first page is shown, or the reason for its absence. */
  readonly onShown: () => void;
  /** Where editors return to from a preview. */
  readonly workingArea: string;
}

/** The reader: the loading overlay, then the book, or the reason why it cannot be read. */
function ReaderView({ partId, opening, backTo, workingArea, onShown }: ReaderViewProps) {
  const [book, setBook] = useState<OpenedBook | null>(null);
  const [failure, setFailure] = useState<FailureReason | null>(null);
  const store = useStoreName();
  useEffect(() => {
    let isMounted = true;
    opening.then(
      // Rendered as a transition, so that the page responds while the book's screen is rendered.
      (opened) => isMounted && startTransition(() => setBook(opened)),
      (error: unknown) => isMounted && setFailure(reasonOf(error)),
    );
    return () => {
      isMounted = false;
    };
  }, [opening]);
  useEffect(() => {
    if (failure) onShown();
  }, [failure, onShown]);
  const meta = <PrivateMeta title={book ? `${book.bookName} · ${store}` : appTexts.metaReader(store)} />;
  if (failure)
    return (
      <>
        {meta}
        <Suspense>
          <ReaderFailure reason={failure} partId={partId} backTo={backTo} />
        </Suspense>
      </>
    );
  return (
    <>
      {meta}
      {book ? (
        <ReadingScreen book={book} backTo={backTo} workingArea={workingArea} onShown={onShown} onFailure={setFailure} />
      ) : (
        <Loader />
      )}
    </>
  );
}
