import { lazy, Suspense, useEffect, useRef } from 'react';
import { useReloadOnReturn } from '../../../device/reload-on-return.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Link } from '../../../ui/navigation.tsx';
import { CutThreadDrawing, TornSeamDrawing } from '../../../ui/pictures/drawings.tsx';
import type { FailureReason } from '../opening/fetch-opening.ts';
import { readerTexts as t } from '../texts.ts';
import { failureLinks, failureTexts, writeTo, toData } from './failure-texts.ts';

const SavedNotes = lazy(async () => ({ default: (await import('../../highlights/saved-notes.tsx')).SavedNotes }));

/** Reasons that need a person's action. */
const worthWriting: ReadonlySet<FailureReason> = new Set(['no-access', 'damaged']);

const worthAnotherTry: ReadonlySet<FailureReason> = new Set(['not-here', 'unreachable', 'server', 'damaged']);

interface ReaderFailureProps {
  readonly reason: FailureReason;
  readonly partId: string;
  /** Target of the reader's arrow: the public page for a reader of a sample. */
  readonly backTo: string;
}

/** Why the part cannot be read, what to do, and the link back; below it the reader's own notes. */
export function ReaderFailure({ reason, partId, backTo }: ReaderFailureProps) {
  const { title, text } = failureTexts[reason];
  const isSample = backTo.startsWith('/book-detail/');
  const offline = reason === 'not-here' || reason === 'unreachable';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useReloadOnReturn(worthAnotherTry.has(reason) && reason !== 'damaged');
  return (
    <main className="wrap grid flex-1 place-items-center py-12 text-center">
      <div>
        <div className="mx-auto min-h-[150px] w-[220px]">{offline ? <CutThreadDrawing /> : <TornSeamDrawing />}</div>
        <h1 ref={heading} tabIndex={-1} className="type-2 mt-6">
          {title}
        </h1>
        <p className="mx-auto mt-2 max-w-[30em] text-ink-2">{text}</p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          {worthAnotherTry.has(reason) && <Button onClick={() => location.reload()}>{t.retry}</Button>}
          {reason === 'account_leaving' ? (
            <Link to="/user-settings/data" replace className={buttonClass({ variant: 'primary' })}>
              {toData}
            </Link>
          ) : (
            <Link to={isSample ? backTo : '/user-library'} replace className={buttonClass({ variant: 'primary' })}>
              {isSample ? failureLinks.toBook : failureLinks.toLibrary}
            </Link>
          )}
          {worthWriting.has(reason) && (
            <Link to="/user-settings/messages/new" className={buttonClass({ variant: 'quiet' })}>
              {writeTo}
            </Link>
          )}
        </div>
      </div>
      <Suspense>{!isSample && <SavedNotes partId={partId} />}</Suspense>
    </main>
  );
}
