import { previewTexts } from '../preview/texts.ts';
import { useStore } from '../store.ts';
import { FootBar } from './foot-bar.tsx';
import type { RoomProps } from './room-panel.tsx';
import { TopBar } from './top-bar.tsx';

interface TopProps extends RoomProps {
  readonly backTo: string;
  readonly onBack?: (() => void) | undefined;
}

/** The bar above the page, with the tools that it opens. */
export function RoomTop({ session, tools, backTo, onBack }: TopProps) {
  const { place, barsShown, panelOpen } = useStore(session);
  const { here } = useStore(tools.bookmarks);
  const { book, contents } = session;
  return (
    <TopBar
      backTo={backTo}
      onBack={onBack}
      mark={book.preview ? previewTexts.mark : null}
      bookName={book.bookName}
      title={contents.chapterAt(place?.tocHref ?? null)?.title ?? book.partName}
      shown={barsShown}
      panelOpen={panelOpen}
      marked={here !== null}
      onToggle={() => session.togglePanel()}
      onReached={() => session.showBars()}
      onMark={() => void tools.bookmarks.toggle()}
      onListen={() => tools.open({ speech: true })}
      onSearch={() => tools.open({ search: true })}
      onHelp={() => tools.open({ tutorial: true })}
    />
  );
}

/** The foot below the page. */
export function RoomFoot({ session, tools }: RoomProps) {
  const { place, barsShown } = useStore(session);
  const { offered } = useStore(tools.wayBack);
  const { contents } = session;
  return (
    <FootBar
      place={place}
      chapter={contents.numberOf(contents.chapterAt(place?.tocHref ?? null))}
      shown={barsShown}
      minutesLeft={place && tools.speed.minutesLeft(place)}
      onBack={offered ? () => void tools.wayBack.back() : null}
    />
  );
}
