import { previewTexts } from '../preview/texts.ts';
import type { ReadingSession } from '../reading-session.ts';
import type { ReadingTools } from '../reading-tools.ts';
import type { RoomLoader } from '../room-loader.ts';
import { useStore, useStoreOnceHere } from '../store.ts';
import { FootBar } from './foot-bar.tsx';
import { TopBar } from './top-bar.tsx';

interface BarProps {
  readonly session: ReadingSession;
  readonly loader: RoomLoader;
  /** Null until they are here. */
  readonly tools: ReadingTools | null;
}

interface TopProps extends BarProps {
  readonly backTo: string;
  readonly onBack?: (() => void) | undefined;
}

/** The bar above the page, with the tools that it opens. */
export function RoomTop({ session, loader, tools, backTo, onBack }: TopProps) {
  const { place, barsShown, panelOpen } = useStore(session);
  const marks = useStoreOnceHere(tools?.bookmarks);
  const { book, contents } = session;
  const open = (change: Parameters<ReadingTools['open']>[0]) => loader.whenHere((here) => here.open(change));
  return (
    <TopBar
      backTo={backTo}
      onBack={onBack}
      mark={book.preview ? previewTexts.mark : null}
      bookName={book.bookName}
      title={contents.chapterAt(place?.tocHref ?? null)?.title ?? book.partName}
      shown={barsShown}
      panelOpen={panelOpen}
      marked={(marks?.here ?? null) !== null}
      onToggle={() => session.togglePanel()}
      onReached={() => session.showBars()}
      onMark={() => loader.whenHere(({ bookmarks }) => void bookmarks.toggle())}
      onListen={() => open({ speech: true })}
      onSearch={() => open({ search: true })}
      onHelp={() => open({ tutorial: true })}
    />
  );
}

/** The foot below the page. */
export function RoomFoot({ session, tools }: BarProps) {
  const { place, barsShown } = useStore(session);
  const way = useStoreOnceHere(tools?.wayBack);
  const { contents } = session;
  return (
    <FootBar
      place={place}
      chapter={contents.numberOf(contents.chapterAt(place?.tocHref ?? null))}
      shown={barsShown}
      minutesLeft={place && (tools?.speed.minutesLeft(place) ?? null)}
      onBack={way?.offered ? () => void tools?.wayBack.back() : null}
    />
  );
}
