import { type KeyboardEvent, useEffect, useState } from 'react';
import { Loader } from '../../../ui/loader.tsx';
import { BookmarkRibbon } from '../bookmarks/bookmark-ribbon.tsx';
import type { OpenedBook } from '../open-book.ts';
import { NotesLayer } from '../notes/notes-layer.tsx';
import type { FailureReason } from '../opening-failure.ts';
import { PreviewQuestion } from '../preview/preview-question.tsx';
import { ReadingSession } from '../reading-session.ts';
import { ReadingTools } from '../reading-tools.ts';
import { useStore } from '../store.ts';
import { isTutorialDue } from '../tutorial/tutorial-flag.ts';
import { useBackClosesLayers, useLayer } from '../use-layers.ts';
import { usePageBackground, useZoomLock } from '../use-reading-screen.ts';
import { BookHost } from './book-host.tsx';
import { LinkQuestion } from './link-question.tsx';
import { OpenSpeech, OpenTools } from './open-tools.tsx';
import { PlaceQuestion } from './place-question.tsx';
import { RoomFoot, RoomTop } from './room-bars.tsx';
import { RoomPanel } from './room-panel.tsx';
import { SessionOver } from './session-over.tsx';

interface ReadingRoomProps {
  readonly book: OpenedBook;
  readonly backTo: string;
  readonly workingArea: string;
  readonly onFailure: (reason: FailureReason) => void;
}

/** An open book with its bars, settings, tools and questions (look §7). */
export function ReadingRoom({ book, backTo, workingArea, onFailure }: ReadingRoomProps) {
  const [session] = useState(() => new ReadingSession(book));
  const [tools] = useState(() => new ReadingTools(session));
  const { theme, ready, failure, question } = useStore(session);
  const { here } = useStore(tools.bookmarks);
  const [leaving, setLeaving] = useState(false);
  useLayer(session.layers, leaving, () => setLeaving(false));
  useZoomLock();
  usePageBackground(theme.background);
  useBackClosesLayers(session.layers);
  useEffect(() => {
    if (failure) onFailure(failure);
  }, [failure, onFailure]);
  const isTutorialWanted = ready && question === null && !book.preview;
  useEffect(() => {
    if (isTutorialWanted && isTutorialDue()) tools.open({ tutorial: true });
  }, [isTutorialWanted, tools]);
  return (
    // The page has the focus as a rule; on a bar's button the arrow keys turn all the same.
    // oxlint-disable-next-line no-static-element-interactions
    <div
      data-reader-theme={theme.name}
      onKeyDown={(event) => turnFromBars(event, session)}
      className="fixed inset-0 grid grid-rows-[56px_minmax(0,1fr)_auto_40px] bg-(--rd-bg) text-(--rd-text)"
    >
      <RoomTop
        session={session}
        tools={tools}
        backTo={backTo}
        onBack={book.preview ? () => setLeaving(true) : undefined}
      />
      {here && <BookmarkRibbon />}
      <BookHost session={session} />
      <NotesLayer desk={tools.notes} layers={session.layers} />
      <div>
        <OpenSpeech session={session} tools={tools} />
      </div>
      <RoomFoot session={session} tools={tools} />
      <RoomPanel session={session} tools={tools} />
      <OpenTools session={session} tools={tools} />
      <Questions session={session} />
      <SessionOver />
      {book.preview && <PreviewQuestion open={leaving} workingArea={workingArea} onClose={() => setLeaving(false)} />}
      {!ready && <Loader />}
    </div>
  );
}

const keyTurns = { ArrowRight: 'next', ArrowLeft: 'prev' } as const;

function turnFromBars({ key, target }: KeyboardEvent, session: ReadingSession): void {
  const turn = key === 'ArrowRight' || key === 'ArrowLeft' ? keyTurns[key] : null;
  if (turn && (target as Element).closest('header,footer')) session.turn(turn);
}

/** What the reader is asked over the page. */
function Questions({ session }: { readonly session: ReadingSession }) {
  const { place, question, link } = useStore(session);
  useLayer(session.layers, question !== null, () => void session.answer(false));
  useLayer(session.layers, link !== null, () => session.answerLink(false));
  return (
    <>
      <PlaceQuestion question={question} here={place?.percentage ?? 0} onAnswer={(go) => void session.answer(go)} />
      <LinkQuestion href={link} onAnswer={(open) => session.answerLink(open)} />
    </>
  );
}
