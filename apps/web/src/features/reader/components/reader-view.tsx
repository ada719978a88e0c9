import { useEffect, useState } from 'react';
import { Loader } from '../../../ui/loader.tsx';
import '../reader.css';
import type { OpenedBook } from '../open-book.ts';
import { type FailureReason, reasonOf } from '../opening-failure.ts';
import { ReaderFailure } from './reader-failure.tsx';
import { ReadingRoom } from './reading-room.tsx';

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
export function ReaderView({ partId, opening, backTo, workingArea, onShown }: ReaderViewProps) {
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
  return <ReadingRoom book={book} backTo={backTo} workingArea={workingArea} onShown={onShown} onFailure={setFailure} />;
}
