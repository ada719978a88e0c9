import { type KeyboardEvent, useEffect, useState } from 'react';
import { Loader } from '../../../ui/loader.tsx';
import type { OpenedBook } from '../open-book.ts';
import type { FailureReason } from '../opening-failure.ts';
import { ReadingSession } from '../reading-session.ts';
import { RoomLoader } from '../room-loader.ts';
import { useStore } from '../store.ts';
import { useBackClosesLayers } from '../use-layers.ts';
import { usePageBackground, useZoomLock } from '../use-reading-screen.ts';
import { BookHost } from './book-host.tsx';
import { RoomFoot, RoomTop } from './room-bars.tsx';

interface ReadingRoomProps {
  readonly book: OpenedBook;
  readonly backTo: string;
  readonly workingArea: string;
  readonly onFailure: (reason: FailureReason) => void;
  readonly onShown: () => void;
}

/** An open book with its bars; settings, tools and questions come when its first page is there. */
export function ReadingRoom({ book, backTo, workingArea, onFailure, onShown }: ReadingRoomProps) {
  const [session] = useState(() => new ReadingSession(book));
  const [loader] = useState(() => new RoomLoader(session));
  const { theme, ready, failure, panelOpen, link } = useStore(session);
  const { room } = useStore(loader);
  const [leaving, setLeaving] = useState(false);
  useZoomLock();
  usePageBackground(theme.background);
  useBackClosesLayers(session.layers);
  useEffect(() => {
    if (failure) onFailure(failure);
  }, [failure, onFailure]);
  const isAsked = panelOpen || link !== null || leaving;
  useEffect(() => {
    if (isAsked) loader.whenHere(() => {});
    else if (ready) loader.begin();
  }, [ready, isAsked, loader]);
  useEffect(() => {
    if (ready) onShown();
  }, [ready, onShown]);
  const bars = { session, loader, tools: room?.tools ?? null };
  return (
    // The page has the focus as a rule; on a bar's button the arrow keys turn all the same.
    // oxlint-disable-next-line no-static-element-interactions
    <div
      data-reader-theme={theme.name}
      onKeyDown={(event) => turnFromBars(event, session)}
      className="fixed inset-0 grid grid-rows-[56px_minmax(0,1fr)_auto_40px] bg-(--rd-bg) text-(--rd-text)"
    >
      <RoomTop {...bars} backTo={backTo} onBack={book.preview ? () => setLeaving(true) : undefined} />
      <BookHost session={session} />
      <div>{room && <room.Speech session={session} tools={room.tools} />}</div>
      <RoomFoot {...bars} />
      {room && (
        <room.Overlays
          session={session}
          tools={room.tools}
          leaving={leaving}
          workingArea={workingArea}
          onStay={() => setLeaving(false)}
        />
      )}
      {!ready && <Loader />}
    </div>
  );
}

const keyTurns = { ArrowRight: 'next', ArrowLeft: 'prev' } as const;

function turnFromBars({ key, target }: KeyboardEvent, session: ReadingSession): void {
  const turn = key === 'ArrowRight' || key === 'ArrowLeft' ? keyTurns[key] : null;
  if (turn && (target as Element).closest('header,footer')) session.turn(turn);
}
