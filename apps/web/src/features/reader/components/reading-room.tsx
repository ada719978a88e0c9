import { useEffect, useState, useSyncExternalStore } from 'react';
import { Loader } from '../../../ui/loader.tsx';
import type { OpenedBook } from '../open-book.ts';
import type { FailureReason } from '../opening-failure.ts';
import { ReadingSession } from '../reading-session.ts';
import { useBackClosesLayers, useLayer } from '../use-layers.ts';
import { useEscape, usePageBackground, useZoomLock } from '../use-reading-screen.ts';
import { BookHost } from './book-host.tsx';
import { FootBar } from './foot-bar.tsx';
import { LinkQuestion } from './link-question.tsx';
import { PlaceQuestion } from './place-question.tsx';
import { SessionOver } from './session-over.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { TopBar } from './top-bar.tsx';

interface ReadingRoomProps {
  readonly book: OpenedBook;
  readonly bookId: string;
  readonly onFailure: (reason: FailureReason) => void;
}

/** An open book with its bars, settings and questions (look §7). */
export function ReadingRoom({ book, bookId, onFailure }: ReadingRoomProps) {
  const [session] = useState(() => new ReadingSession(book));
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  const { place, theme, ready, failure, barsShown, panelOpen, question, link } = state;
  useZoomLock();
  usePageBackground(theme.background);
  useEscape(panelOpen, session.closePanel);
  useBackClosesLayers(session.layers);
  useLayer(session.layers, panelOpen, session.closePanel, { modal: false });
  useLayer(session.layers, question !== null, () => void session.answer(false));
  useLayer(session.layers, link !== null, () => session.answerLink(false));
  useEffect(() => {
    if (failure) onFailure(failure);
  }, [failure, onFailure]);
  const chapter = session.contents.chapterAt(place?.tocHref ?? null);
  const title = chapter?.title ?? book.partName;
  return (
    <div
      data-reader-theme={theme.name}
      className="fixed inset-0 grid grid-rows-[56px_minmax(0,1fr)_40px] bg-(--rd-bg) text-(--rd-text)"
    >
      <TopBar
        backTo={`/user-library/${bookId}`}
        bookName={book.bookName}
        title={title}
        shown={barsShown}
        panelOpen={panelOpen}
        onToggle={() => session.togglePanel()}
        onReached={() => session.showBars()}
      />
      <BookHost session={session} />
      <FootBar place={place} chapter={session.contents.numberOf(chapter)} shown={barsShown} />
      <SettingsPanel
        open={panelOpen}
        contents={session.contents}
        current={chapter}
        theme={theme}
        onClose={session.closePanel}
        onJump={(href) => void session.goToChapter(href)}
        onTheme={(change) => void session.changeTheme(change)}
      />
      <PlaceQuestion question={question} here={place?.percentage ?? 0} onAnswer={(go) => void session.answer(go)} />
      <LinkQuestion href={link} onAnswer={(open) => session.answerLink(open)} />
      <SessionOver />
      {!ready && <Loader />}
    </div>
  );
}
