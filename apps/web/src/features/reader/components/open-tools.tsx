import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ReadingSession } from '../reading-session.ts';
import type { ReadingTools } from '../reading-tools.ts';
import { useStore } from '../store.ts';
import { toolCode } from '../tool-code.ts';
import { tutorialWasClosed } from '../tutorial/tutorial-flag.ts';
import { useLayer } from '../use-layers.ts';

const SearchSheet = lazy(async () => ({ default: (await toolCode.search()).SearchSheet }));
const Tutorial = lazy(async () => ({ default: (await toolCode.tutorial()).Tutorial }));
const FootnoteCard = lazy(async () => ({ default: (await toolCode.note()).FootnoteCard }));
const PictureView = lazy(async () => ({ default: (await toolCode.picture()).PictureView }));
const SpeechBar = lazy(async () => ({ default: (await toolCode.speech()).SpeechBar }));

interface OpenToolsProps {
  readonly session: ReadingSession;
  readonly tools: ReadingTools;
}

/** The tools that lie over the page. */
export function OpenTools({ session, tools }: OpenToolsProps) {
  const { search, tutorial, note, picture } = useStore(tools);
  const { reader } = session;
  const closeTutorial = () => {
    tutorialWasClosed();
    tools.close('tutorial');
  };
  useLayer(session.layers, search, () => tools.close('search'));
  useLayer(session.layers, tutorial, closeTutorial);
  useLayer(session.layers, note !== null, () => tools.close('note'));
  useLayer(session.layers, picture !== null, () => tools.close('picture'));
  if (!reader) return null;
  return (
    <>
      <OnceAsked asked={search}>
        <SearchSheet
          open={search}
          search={(query, options) => reader.search(query, options)}
          onClose={() => tools.close('search')}
          onPick={(cfi) => {
            tools.close('search');
            void session.showFound(cfi);
          }}
        />
      </OnceAsked>
      <OnceAsked asked={tutorial}>
        <Tutorial open={tutorial} onClose={closeTutorial} />
      </OnceAsked>
      <OnceAsked asked={note !== null}>
        <FootnoteCard
          note={note}
          onClose={() => tools.close('note')}
          onGo={(href) => {
            tools.close('note');
            session.follow(href);
          }}
        />
      </OnceAsked>
      {picture && (
        <Suspense>
          <PictureView picture={picture} onClose={() => tools.close('picture')} />
        </Suspense>
      )}
    </>
  );
}

/** The voice's bar between page and foot, while it is wanted. */
export function OpenSpeech({ session, tools }: OpenToolsProps) {
  const { speech } = useStore(tools);
  const { reader } = session;
  if (!speech || !reader) return null;
  return (
    <Suspense>
      <SpeechBar reader={reader} onClose={() => tools.close('speech')} />
    </Suspense>
  );
}

/** Stays from the first time on, so that what closes can do so in its own time and keep what it knows. */
function OnceAsked({ asked, children }: { readonly asked: boolean; readonly children: ReactNode }) {
  const [wasAsked, setWasAsked] = useState(asked);
  if (asked && !wasAsked) setWasAsked(true);
  return wasAsked ? <Suspense>{children}</Suspense> : null;
}
