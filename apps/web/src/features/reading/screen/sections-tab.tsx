import { Headphones } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Bookmark } from '../../bookmarks/bookmark-outbox.ts';
import { BookmarkList } from '../../bookmarks/bookmark-list.tsx';
import type { Bookmarks } from '../../bookmarks/bookmarks.ts';
import { bookmarkTexts } from '../../bookmarks/texts.ts';
import type { Chapter, Contents } from '../chapters.ts';
import { IconButton } from '../../../ui/button.tsx';
import { useStore } from '../../../lib/react-store.ts';
import { panelTexts as t } from '../panel-texts.ts';
import { readerTexts } from '../texts.ts';
import type { ThemeName } from '../themes/themes.ts';
import { QuickTheme } from '../themes/theme-tab.tsx';

interface SectionsTabProps {
  readonly contents: Contents;
  readonly current: Chapter | null;
  readonly open: boolean;
  readonly bookmarks: Bookmarks;
  readonly onJump: (href: string) => void;
  readonly onBookmark: (bookmark: Bookmark) => void;
  readonly onListen: () => void;
  readonly theme: ThemeName;
  /** Called by the quick selector. */
  readonly onTheme: (name: ThemeName) => void;
}

/** The contents and, behind them, the bookmarks; reading aloud starts here, too. */
export function SectionsTab(props: SectionsTabProps) {
  const { contents, current, open, bookmarks, onJump, onBookmark, onListen, theme, onTheme } = props;
  const [view, setView] = useState<'chapters' | 'bookmarks'>('chapters');
  const { list } = useStore(bookmarks);
  return (
    <>
      <div className="flex items-center justify-between gap-3 pt-3 text-sm">
        <fieldset aria-label={t.sectionsView} className="-ml-2.5 flex">
          <View on={view === 'chapters'} label={t.chapters} onChoose={() => setView('chapters')} />
          <View
            on={view === 'bookmarks'}
            label={bookmarkTexts.title}
            count={list.length}
            onChoose={() => setView('bookmarks')}
          />
        </fieldset>
        <span className="-mr-3 flex">
          <QuickTheme theme={theme} onTheme={onTheme} />
          <IconButton label={readerTexts.listen} icon={<Headphones />} className="md:hidden" onClick={onListen} />
        </span>
      </div>
      {view === 'chapters' ? (
        <Chapters contents={contents} current={current} open={open} onJump={onJump} />
      ) : (
        <BookmarkList bookmarks={bookmarks} onJump={onBookmark} />
      )}
    </>
  );
}

interface ViewProps {
  readonly on: boolean;
  readonly label: string;
  readonly count?: number;
  readonly onChoose: () => void;
}

function View({ on, label, count = 0, onChoose }: ViewProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onChoose}
      className="min-h-11 rounded-2 px-2.5 text-(--rd-muted) underline-offset-[6px] aria-pressed:font-semibold aria-pressed:text-(--rd-text) aria-pressed:underline aria-pressed:decoration-2"
    >
      {label}
      {count > 0 && <span className="figures"> ({count})</span>}
    </button>
  );
}

type ChaptersProps = Pick<SectionsTabProps, 'contents' | 'current' | 'open' | 'onJump'>;

/** Chapters and one level below; the current one is marked and scrolled into view. */
function Chapters({ contents, current, open, onJump }: ChaptersProps) {
  const here = useRef<HTMLLIElement>(null);
  const currentId = current?.id;
  useEffect(() => {
    if (open && currentId !== undefined) here.current?.scrollIntoView({ block: 'center' });
  }, [open, currentId]);
  if (contents.chapters.length === 0) return <p className="py-6 text-(--rd-muted)">{t.noSections}</p>;
  return (
    <ul>
      {contents.chapters.map((chapter) => {
        const isHere = chapter.id === currentId;
        return (
          <li key={chapter.id} ref={isHere ? here : undefined} className="relative border-b border-(--rd-line)">
            {isHere && <span aria-hidden="true" className="reader-seam-here absolute inset-y-2 -left-5" />}
            <button
              type="button"
              aria-current={isHere || undefined}
              disabled={chapter.href === null}
              onClick={() => chapter.href !== null && onJump(chapter.href)}
              className={`flex min-h-12 w-full items-center justify-between gap-4 py-2 text-start leading-[1.35] ${chapter.parentId === null ? 'font-serif text-[1.0313rem] font-[460]' : 'pl-5 text-[0.9375rem] text-(--rd-muted)'} ${isHere ? 'font-bold text-(--rd-text)' : ''}`}
            >
              {chapter.title}
              {isHere && (
                <span className="shrink-0 font-sans text-[0.8125rem] leading-none font-medium">{t.youAreHere}</span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
