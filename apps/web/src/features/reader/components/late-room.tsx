import { useEffect } from 'react';
import { BookmarkRibbon } from '../bookmarks/bookmark-ribbon.tsx';
import { NotesLayer } from '../notes/notes-layer.tsx';
import { PreviewQuestion } from '../preview/preview-question.tsx';
import type { ReadingSession } from '../reading-session.ts';
import { ReadingTools } from '../reading-tools.ts';
import { useStore } from '../store.ts';
import { isTutorialDue } from '../tutorial/tutorial-flag.ts';
import { useLayer } from '../use-layers.ts';
import { LinkQuestion } from './link-question.tsx';
import { OpenSpeech, OpenTools } from './open-tools.tsx';
import { PlaceQuestion } from './place-question.tsx';
import { type RoomProps, RoomPanel } from './room-panel.tsx';
import { SessionOver } from './session-over.tsx';

/** What the first page does not need. */
export interface LateRoom {
  readonly tools: ReadingTools;
  readonly Overlays: typeof Overlays;
  readonly Speech: typeof OpenSpeech;
}

/** The tools of a book that is read, and what shows them. */
export function openLateRoom(session: ReadingSession): LateRoom {
  return { tools: new ReadingTools(session), Overlays, Speech: OpenSpeech };
}

interface OverlaysProps extends RoomProps {
  /** The back arrow of a preview was tapped. */
  readonly leaving: boolean;
  readonly workingArea: string;
  readonly onStay: () => void;
}

/** All that lies over the page: highlights' toolbar, panel, tools, questions. */
function Overlays({ session, tools, leaving, workingArea, onStay }: OverlaysProps) {
  const { ready, question } = useStore(session);
  const { here } = useStore(tools.bookmarks);
  const { book, layers } = session;
  useLayer(layers, leaving, onStay);
  const isTutorialWanted = ready && question === null && !book.preview;
  useEffect(() => {
    if (isTutorialWanted && isTutorialDue()) tools.open({ tutorial: true });
  }, [isTutorialWanted, tools]);
  return (
    <>
      {here && <BookmarkRibbon />}
      <NotesLayer desk={tools.notes} layers={layers} />
      <RoomPanel session={session} tools={tools} />
      <OpenTools session={session} tools={tools} />
      <Questions session={session} />
      <SessionOver />
      {book.preview && <PreviewQuestion open={leaving} workingArea={workingArea} onClose={onStay} />}
    </>
  );
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
