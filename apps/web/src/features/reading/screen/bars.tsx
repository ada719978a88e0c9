import type { Relocation } from '@cuentos/epub/render/reader-types';
import { ArrowLeft, Bookmark, CircleQuestionMark, Headphones, Search, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatPercent } from '../../../lib/format-percent.ts';
import { useStore, useStoreOnceHere } from '../../../lib/react-store.ts';
import { Link } from '../../../ui/navigation.tsx';
import { useNavigation } from '../../../ui/use-navigation.ts';
import type { ReadingSession } from '../reading-session.ts';
import { progressTexts, readerTexts as t } from '../texts.ts';
import type { ReadingTools } from '../tools/reading-tools.ts';
import type { OverlaysLoader } from './overlays-loader.ts';

interface TopBarProps {
  readonly backTo: string;
  /** Called instead of leaving: the back arrow of a preview does not close the book. */
  readonly onBack?: (() => void) | undefined;
  /** Name of a reading that is not of the whole part; null otherwise. */
  readonly mark: string | null;
  readonly bookName: string;
  readonly title: string;
  readonly isShown: boolean;
  readonly panelOpen: boolean;
  readonly marked: boolean;
  /** Called for a tap anywhere in the band. */
  readonly onToggle: () => void;
  /** Called when the keyboard reaches the bar. */
  readonly onReached: () => void;
  readonly onMark: () => void;
  readonly onListen: () => void;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

const button =
  'relative inline-grid size-11 shrink-0 place-items-center rounded-2 text-(--rd-text) transition-colors duration-(--cb-dur-tap) hover:bg-sunken [&>svg]:size-5';

/**
 * Back arrow, book over chapter, tools. While the bar is hidden its place is still the top band: a tap there shows it,
 * and the keyboard reaches its buttons.
 */
export function TopBar(props: TopBarProps) {
  const { backTo, onBack, mark, bookName, title, isShown, panelOpen, marked, onToggle, onReached } = props;
  const hands = isShown ? '' : 'pointer-events-none';
  return (
    <header
      onFocus={(event) => event.target.matches(':focus-visible') && onReached()}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onReached()}
      className={`relative z-20 grid grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-1 border-b border-(--rd-line) bg-(--rd-chrome) px-1.5 transition-opacity duration-(--cb-dur-ui) md:grid-cols-[176px_minmax(0,1fr)_176px] ${isShown ? '' : 'opacity-0'}`}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className="absolute inset-0"
        // A tap here must not take the focus from the page.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onToggle}
      />
      <BackArrow to={backTo} onBack={onBack} className={hands} />
      <button
        type="button"
        aria-expanded={panelOpen}
        onClick={onToggle}
        className={`relative mx-auto h-11 max-w-full min-w-0 rounded-2 px-3 text-center ${hands}`}
      >
        <span className="block truncate text-[0.75rem] leading-[1.1rem] text-(--rd-muted)">
          {mark !== null && (
            <span className="mr-1.5 rounded-1 bg-(--rd-text) px-1.5 py-px font-semibold text-(--rd-chrome)">
              {mark}
            </span>
          )}
          {bookName}
        </span>
        <span className="block truncate font-serif text-[0.9375rem] leading-5 font-[560]">{title}</span>
        <span className="sr-only">{t.openSettings}</span>
      </button>
      <div className={`flex justify-end ${hands}`}>
        <Action label={t.listen} icon={<Headphones aria-hidden="true" />} onClick={props.onListen} wideOnly />
        <Action
          label={marked ? t.removeBookmark : t.addBookmark}
          icon={<Bookmark aria-hidden="true" fill={marked ? 'currentColor' : 'none'} />}
          onClick={props.onMark}
        />
        <Action label={t.search} icon={<Search aria-hidden="true" />} onClick={props.onSearch} />
        <Action label={t.help} icon={<CircleQuestionMark aria-hidden="true" />} onClick={props.onHelp} />
      </div>
    </header>
  );
}

interface BackArrowProps {
  readonly to: string;
  readonly onBack: TopBarProps['onBack'];
  readonly className: string;
}

/** Leads back to the book's page, without adding a second history entry for it. */
function BackArrow({ to, onBack, className }: BackArrowProps) {
  const { leave } = useNavigation();
  return (
    <Link
      to={to}
      aria-label={t.back}
      title={t.back}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        if (onBack) onBack();
        else leave(to);
      }}
      className={`${button} ${className}`}
    >
      <ArrowLeft aria-hidden="true" />
    </Link>
  );
}

interface ActionProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  /** On a phone the panel has this button. */
  readonly wideOnly?: boolean;
}

function Action({ label, icon, onClick, wideOnly = false }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // A tap leaves the focus on the page, whose keys turn pages.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={`${button} ${wideOnly ? 'max-md:hidden' : ''}`}
    >
      {icon}
    </button>
  );
}

/** Contents of the right end of the foot; a tap shows the next one. */
const footModes = ['pages', 'time', 'page'] as const;
type FootMode = (typeof footModes)[number];

/** Our key of local storage. */
const KEY = 'readerFoot';

function loadFootMode(): FootMode {
  try {
    const saved = localStorage.getItem(KEY);
    return footModes.find((mode) => mode === saved) ?? 'pages';
  } catch {
    return 'pages';
  }
}

/** The mode after this one, stored for the next book. */
function nextFootMode(mode: FootMode): FootMode {
  const next = footModes[footModes.indexOf(mode) + 1] ?? 'pages';
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Without storage it lasts for this book.
  }
  return next;
}

interface BarProps {
  readonly session: ReadingSession;
  readonly loader: OverlaysLoader;
  /** Null until they are loaded. */
  readonly tools: ReadingTools | null;
}

interface TopProps extends BarProps {
  readonly backTo: string;
  readonly onBack?: (() => void) | undefined;
}

/** The bar above the page, with buttons for the tools. */
export function ReaderTop({ session, loader, tools, backTo, onBack }: TopProps) {
  const { place, barsShown, panelOpen } = useStore(session);
  const marks = useStoreOnceHere(tools?.bookmarks);
  const { book, contents } = session;
  const open = (change: Parameters<ReadingTools['open']>[0]) => loader.whenHere((here) => here.open(change));
  return (
    <TopBar
      backTo={backTo}
      onBack={onBack}
      mark={book.preview ? t.preview : null}
      bookName={book.bookName}
      title={contents.chapterAt(place?.tocHref ?? null)?.title ?? book.partName}
      isShown={barsShown}
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
export function ReaderFoot({ session, loader, tools }: BarProps) {
  const { place, barsShown, pastEnd } = useStore(session);
  const way = useStoreOnceHere(tools?.wayBack);
  const { contents } = session;
  return (
    <FootBar
      place={place}
      end={session.book.sample?.end}
      chapter={contents.numberOf(contents.chapterAt(place?.tocHref ?? null))}
      isShown={barsShown}
      timeLeft={place && (tools?.speed.timeLeft(place) ?? null)}
      isFinished={pastEnd && !session.book.sample}
      onBack={way?.offered ? () => void tools?.wayBack.back() : null}
      onMove={() => loader.whenHere((here) => here.open({ slider: true }))}
    />
  );
}

interface FootBarProps {
  readonly place: Relocation | null;
  /** Where the sample ends, percent of the part. */
  readonly end?: number | undefined;
  readonly chapter: { readonly number: number; readonly count: number } | null;
  readonly isShown: boolean;
  /** Time to the end of the chapter; null without a sensible estimate. */
  readonly timeLeft: string | null;
  /** Whether the page after the last one is shown. */
  readonly isFinished?: boolean;
  /** Undoes the last jump; null without one. */
  readonly onBack: (() => void) | null;
  /** Called for a tap on the percentage. */
  readonly onMove: () => void;
}

/** Rounded down, so that 100 % is shown on the last page only. */
function shownPercent({ percentage, atEnd }: Relocation, end: number): number {
  return atEnd ? Math.floor(end) : Math.min(99, Math.floor(percentage));
}

/** Returns the remaining time of the chapter, or the place in it. */
function restOf(mode: FootMode, place: Relocation, timeLeft: string | null): string {
  if (mode === 'page') return progressTexts.page(place.page + 1, place.pages, place.exact);
  if (mode === 'time' && timeLeft !== null) return timeLeft;
  const { count, exact } = place.pagesLeftInChapter;
  return t.pagesLeft(count, exact);
}

/** Chapter, percentage, remaining time; the percentage stays when the bars are hidden. */
export function FootBar(props: FootBarProps) {
  const { place, end = 100, chapter, isShown, timeLeft, isFinished, onBack, onMove } = props;
  const [mode, setMode] = useState(loadFootMode);
  const side = `truncate transition-opacity duration-(--cb-dur-ui) ${isShown ? '' : 'pointer-events-none opacity-0'}`;
  return (
    <footer
      className={`figures grid items-center gap-4 px-4 text-[0.75rem] leading-4 text-(--rd-muted) ${onBack ? 'grid-cols-[auto_1fr] md:grid-cols-[1fr_auto_1fr]' : 'grid-cols-[1fr_auto_1fr]'}`}
    >
      {onBack ? (
        <button
          type="button"
          onClick={onBack}
          className="-mx-2 -my-0.5 inline-flex min-h-11 items-center short:min-h-6.5 gap-2 justify-self-start rounded-2 px-2 text-[0.8125rem] font-semibold whitespace-nowrap text-(--rd-text) underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          <Undo2 aria-hidden="true" className="size-4" />
          {progressTexts.wayBack}
        </button>
      ) : (
        <span className={side}>{chapter && t.chapterOf(chapter.number, chapter.count)}</span>
      )}
      <button
        type="button"
        title={t.progress}
        onClick={onMove}
        className={`-mx-2 -my-0.5 min-h-11 short:min-h-6.5 rounded-2 px-2 text-[0.8125rem] font-semibold text-(--rd-text) ${onBack ? 'max-md:justify-self-end' : ''}`}
      >
        <output aria-live="off">{place && formatPercent(shownPercent(place, end))}</output>
      </button>
      {place && chapter ? (
        <button
          type="button"
          title={progressTexts.change}
          onClick={() => setMode(nextFootMode(mode))}
          className={`${side} -mx-2 -my-0.5 min-h-11 short:min-h-6.5 rounded-2 px-2 justify-self-end text-right ${onBack ? 'max-md:hidden' : ''}`}
        >
          {isFinished ? t.finished : restOf(mode, place, timeLeft)}
        </button>
      ) : (
        <span className="max-md:hidden" />
      )}
    </footer>
  );
}
