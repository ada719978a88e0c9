import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from '../../../lib/react-store.ts';
import { Loader } from '../../../ui/overlays/loader.tsx';
import type { FailureReason } from '../opening/fetch-opening.ts';
import type { OpenedBook } from '../opening/open-book.ts';
import { ReadingSession } from '../reading-session.ts';
import { ReaderFoot, ReaderTop } from './bars.tsx';
import { OverlaysLoader } from './overlays-loader.ts';
import { usePageBackground, useZoomLock } from './use-reading-screen.ts';

interface ReadingRoomProps {
  readonly book: OpenedBook;
  readonly backTo: string;
  readonly workingArea: string;
  readonly onFailure: (reason: FailureReason) => void;
  readonly onShown: () => void;
}

/** An open book with its bars; settings, tools and questions are loaded when its first page is shown. */
export function ReadingScreen({ book, backTo, workingArea, onFailure, onShown }: ReadingRoomProps) {
  const [session] = useState(() => new ReadingSession(book));
  const [loader] = useState(() => new OverlaysLoader(session));
  const { theme, ready, failure, panelOpen, link } = useStore(session);
  // Rendered as a transition: the first turn must not wait for the layers over the page.
  const overlays = useDeferredValue(useStore(loader).overlays);
  const [leaving, setLeaving] = useState(false);
  useZoomLock();
  usePageBackground(theme.background);
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
  const bars = { session, loader, tools: overlays?.tools ?? null };
  return (
    <div
      data-reader-theme={theme.name}
      className="fixed inset-0 grid grid-rows-[56px_minmax(0,1fr)_auto_40px] short:grid-rows-[44px_minmax(0,1fr)_auto_26px] bg-(--rd-bg) text-(--rd-text)"
    >
      <ReaderTop {...bars} backTo={backTo} onBack={book.preview ? () => setLeaving(true) : undefined} />
      <BookHost session={session} />
      <div>{overlays && <overlays.BelowPage session={session} tools={overlays.tools} />}</div>
      <ReaderFoot {...bars} />
      {overlays && (
        <overlays.Overlays
          session={session}
          tools={overlays.tools}
          leaving={leaving}
          workingArea={workingArea}
          onStay={() => setLeaving(false)}
        />
      )}
      {!ready && <Loader />}
    </div>
  );
}

/** The element in which the engine renders; React places it and never reads its contents. */
export function BookHost({ session }: { readonly session: ReadingSession }) {
  const host = useRef<HTMLDivElement>(null);
  const { pastEnd } = useStore(session);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    let attached = true;
    session.attach(element);
    return () => {
      attached = false;
      // React's development mode undoes effects once to test them; only leaving the screen closes the book.
      setTimeout(() => !attached && session.close(), 0);
    };
  }, [session]);
  // Ends the engine while its frames still have windows: the effect above is undone after React removed them, and what
  // the engine does in idle time could come in between.
  useLayoutEffect(() => () => session.detach(), [session]);
  return (
    <main inert={pastEnd} className="min-h-0 pt-[22px] md:pt-[34px] short:pt-0.5">
      <div ref={host} data-book-host="" className="relative size-full overflow-hidden" />
    </main>
  );
}
