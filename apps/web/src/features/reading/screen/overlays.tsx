import type { Relocation } from '@cuentos/epub/render/reader-types';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useStore } from '../../../lib/react-store.ts';
import { BackCloses } from '../../../ui/overlays/back-closes-context.ts';
import { useLayer } from '../../../ui/overlays/use-layer.ts';
import { BookmarkRibbon } from '../../bookmarks/bookmark-ribbon.tsx';
import { HighlightsOverlay } from '../../highlights/highlights-overlay.tsx';
import { DownloadLine } from '../../library/device-state.tsx';
import { answerLink, follow, showFound, turnTowards } from '../jumps.ts';
import type { ReadingSession } from '../reading-session.ts';
import { panelTexts as t } from '../panel-texts.ts';
import { progressTexts } from '../texts.ts';
import type { OwnedEnd } from '../end/owned-end.tsx';
import { type ReaderProps, ReadingTools } from '../tools/reading-tools.ts';
import { toolCode } from '../tools/tool-code.ts';
import { isTutorialDue, tutorialWasClosed } from '../tutorial/tutorial-flag.ts';
import { LinkQuestion, PlaceQuestion, PreviewQuestion, SessionOver } from './questions.tsx';
import { ReaderPanel } from './settings-panel.tsx';

const SearchSheet = lazy(async () => ({ default: (await toolCode.search()).SearchSheet }));
const Tutorial = lazy(async () => ({ default: (await toolCode.tutorial()).Tutorial }));
const FootnoteCard = lazy(async () => ({ default: (await toolCode.note()).FootnoteCard }));
const PictureView = lazy(async () => ({ default: (await toolCode.picture()).PictureView }));
const PlaceSlider = lazy(async () => ({ default: (await toolCode.slider()).PlaceSlider }));
const SpeechBar = lazy(async () => ({ default: (await toolCode.speech()).SpeechBar }));

/** The tools that lie over the page. */
function OpenTools({ session, tools }: ReaderProps) {
  const { search, tutorial, note, picture, slider } = useStore(tools);
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
      <OnceAsked isAsked={slider}>
        <PlaceSlider open={slider} session={session} wayBack={tools.wayBack} onClose={() => tools.close('slider')} />
      </OnceAsked>
      <OnceAsked isAsked={search}>
        <SearchSheet
          open={search}
          search={(query, options) => reader.search(query, options)}
          onClose={() => tools.close('search')}
          onPick={(cfi) => {
            tools.close('search');
            void showFound(session, cfi);
          }}
        />
      </OnceAsked>
      <OnceAsked isAsked={tutorial}>
        <Tutorial open={tutorial} onClose={closeTutorial} />
      </OnceAsked>
      <OnceAsked isAsked={note !== null}>
        <FootnoteCard
          note={note}
          onClose={() => tools.close('note')}
          onGo={(href) => {
            tools.close('note');
            follow(session, href);
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
function OpenSpeech({ session, tools }: ReaderProps) {
  const { speech } = useStore(tools);
  const { reader } = session;
  if (!speech || !reader) return null;
  return (
    <Suspense>
      <SpeechBar reader={reader} book={session.book} onClose={() => tools.close('speech')} />
    </Suspense>
  );
}

/** Between page and foot: buttons that turn pages for screen readers, and the voice's bar. */
function BelowPage(props: ReaderProps) {
  useBarKeys(props.session);
  return (
    <>
      <PageTurns {...props} />
      <OpenSpeech {...props} />
    </>
  );
}

/** Usually the page has the focus; arrow keys turn pages while a bar's button has it, too. */
function useBarKeys(session: ReadingSession): void {
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent): void => {
      if (!(target instanceof Element) || !target.closest('header,footer')) return;
      if (key === 'ArrowLeft') turnTowards(session, 'left');
      if (key === 'ArrowRight') turnTowards(session, 'right');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [session]);
}

const turnButton =
  'sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:bottom-1 focus-visible:z-30 focus-visible:min-h-11 focus-visible:rounded-2 focus-visible:border focus-visible:border-(--rd-line) focus-visible:bg-(--rd-chrome) focus-visible:px-4';

/** Buttons that turn pages for a screen reader, which uses taps and swipes itself; the new page is announced. */
function PageTurns({ session, tools }: ReaderProps) {
  const { place, pastEnd } = useStore(session);
  const { speech } = useStore(tools);
  const pageText = usePageSaid(session, place, speech);
  return (
    <>
      <nav aria-label={t.pageTurns}>
        <button
          type="button"
          aria-disabled={place?.atStart}
          className={`${turnButton} focus-visible:left-2`}
          onClick={() => session.turn('prev')}
        >
          {t.previousPage}
        </button>
        <button
          type="button"
          aria-disabled={session.book.preview ? place?.atEnd : pastEnd}
          className={`${turnButton} focus-visible:right-2`}
          onClick={() => session.turn('next')}
        >
          {t.nextPage}
        </button>
      </nav>
      <output data-page-said="" className="sr-only">
        {pageText}
      </output>
    </>
  );
}

/** Chapter, page and words of the new page; empty before the first turn, and while a voice reads. */
function usePageSaid({ reader }: ReadingSession, place: Relocation | null, isVoiceOn: boolean): string {
  const [announcement, setSaid] = useState('');
  useEffect(() => {
    if (!reader || !place || place.reason !== 'turn' || isVoiceOn) return undefined;
    let isWanted = true;
    const { page, pages, exact, chapterTitle } = place;
    const where = t.turnedTo(chapterTitle, progressTexts.page(page + 1, pages, exact));
    void reader.pageText().then((text) => isWanted && setSaid(`${where} ${text}`));
    return () => {
      isWanted = false;
    };
  }, [reader, place, isVoiceOn]);
  return isVoiceOn ? '' : announcement;
}

/** Stays rendered after its first opening, so that it can animate its closing and keep its state. */
function OnceAsked({ isAsked, children }: { readonly isAsked: boolean; readonly children: ReactNode }) {
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked && !wasAsked) setWasAsked(true);
  return wasAsked ? <Suspense>{children}</Suspense> : null;
}

/** Code that the first page does not need. */
export interface LoadedOverlays {
  readonly tools: ReadingTools;
  readonly Overlays: typeof Overlays;
  readonly BelowPage: typeof BelowPage;
}

/** The tools of an open book, and a function that shows them. */
export function openOverlays(session: ReadingSession): LoadedOverlays {
  return { tools: new ReadingTools(session), Overlays, BelowPage };
}

interface OverlaysProps extends ReaderProps {
  /** Called when the back arrow of a preview was tapped. */
  readonly leaving: boolean;
  readonly workingArea: string;
  readonly onStay: () => void;
}

/** All layers over the page: highlights' toolbar, panel, tools, questions. */
function Overlays({ session, tools, leaving, workingArea, onStay }: OverlaysProps) {
  const { ready, question } = useStore(session);
  const { here } = useStore(tools.bookmarks);
  const { book, layers } = session;
  useLayer(layers, leaving, onStay);
  // No tutorial over a sample or a preview: their readers opened them for the text.
  const isTutorialWanted = ready && question === null && !book.preview && !book.sample;
  useEffect(() => {
    if (isTutorialWanted && isTutorialDue()) tools.open({ tutorial: true });
  }, [isTutorialWanted, tools]);
  return (
    // The reader's layers handle steps back themselves.
    <BackCloses value={false}>
      {here && <BookmarkRibbon />}
      <DownloadLine partId={book.partId} />
      <HighlightsOverlay
        editor={tools.notes}
        layers={layers}
        words={{ language: book.publication.metadata.language, onLink: session.askAbout }}
      />
      <ReaderPanel session={session} tools={tools} />
      <OpenTools session={session} tools={tools} />
      <Questions session={session} />
      <SessionOver />
      {!book.preview && <EndOfPart session={session} tools={tools} />}
      {book.preview && <PreviewQuestion open={leaving} workingArea={workingArea} onClose={onStay} />}
    </BackCloses>
  );
}

/**
 * The page after the last line. Its code is loaded with the first turn or jump, and after a failure again with the next
 * page. Until then `session.hasEnd` is false and a turn on the last page does nothing: otherwise the reader would see a
 * page that cannot be turned back.
 */
function EndOfPart({ session, tools }: ReaderProps) {
  const { place } = useStore(session);
  const { sample } = session.book;
  const [End, setEnd] = useState<typeof OwnedEnd | null>(null);
  const [failedAt, setFailedAt] = useState<string>();
  const cfi = place?.cfi;
  const isWanted = failedAt !== cfi && (sample !== null || place?.atEnd === true || session.hasMoved);
  useEffect(() => {
    if (!isWanted || End) return undefined;
    let isMounted = true;
    const code = sample
      ? import('../end/sample-end.tsx').then(({ SampleEnd }) => SampleEnd)
      : import('../end/owned-end.tsx').then(({ OwnedEnd: Page }) => Page);
    code.then(
      (component) => {
        if (!isMounted) return;
        session.hasEnd = true;
        setEnd(() => component);
      },
      () => isMounted && setFailedAt(cfi),
    );
    return () => {
      isMounted = false;
    };
  }, [isWanted, End, sample, session, cfi]);
  return End && <End session={session} tools={tools} />;
}

/** Dialogs with questions to the reader over the page. */
function Questions({ session }: { readonly session: ReadingSession }) {
  const { place, question, link } = useStore(session);
  useLayer(session.layers, question !== null, () => void session.answer(false));
  useLayer(session.layers, link !== null, () => answerLink(session, false));
  return (
    <>
      <PlaceQuestion question={question} here={place?.percentage ?? 0} onAnswer={(go) => void session.answer(go)} />
      <LinkQuestion href={link} onAnswer={(open) => answerLink(session, open)} />
    </>
  );
}
