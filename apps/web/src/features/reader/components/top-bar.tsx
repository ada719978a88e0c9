import { ArrowLeft, Bookmark, CircleQuestionMark, Headphones, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Way } from '../../../ui/navigation.tsx';
import { bookmarkTexts } from '../bookmarks/texts.ts';
import { readerTexts as t } from '../texts.ts';

interface TopBarProps {
  readonly backTo: string;
  /** Called instead of leaving: the back arrow of a preview does not close the book. */
  readonly onBack?: (() => void) | undefined;
  /** What kind of reading this is, when it is none. */
  readonly mark: string | null;
  readonly bookName: string;
  readonly title: string;
  readonly shown: boolean;
  readonly panelOpen: boolean;
  readonly marked: boolean;
  /** A tap anywhere in the band. */
  readonly onToggle: () => void;
  /** The keyboard reached the bar. */
  readonly onReached: () => void;
  readonly onMark: () => void;
  readonly onListen: () => void;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

const button =
  'relative inline-grid size-11 shrink-0 place-items-center rounded-2 text-(--rd-text) transition-colors duration-(--cb-dur-tap) hover:bg-sunken [&>svg]:size-5';

/**
 * Back, book over chapter, tools. When it is not shown, its place is still the top band: a tap there brings it back,
 * and the keyboard reaches its buttons.
 */
export function TopBar(props: TopBarProps) {
  const { backTo, onBack, mark, bookName, title, shown, panelOpen, marked, onToggle, onReached } = props;
  const hands = shown ? '' : 'pointer-events-none';
  return (
    <header
      onFocus={(event) => event.target.matches(':focus-visible') && onReached()}
      className={`relative z-20 grid grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-1 border-b border-(--rd-line) bg-(--rd-chrome) px-1.5 transition-opacity duration-(--cb-dur-ui) md:grid-cols-[176px_minmax(0,1fr)_176px] ${shown ? '' : 'opacity-0'}`}
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
      <Way
        to={backTo}
        aria-label={t.back}
        title={t.back}
        onClick={(event) => {
          if (!onBack) return;
          event.preventDefault();
          onBack();
        }}
        className={`${button} ${hands}`}
      >
        <ArrowLeft aria-hidden="true" />
      </Way>
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
          label={marked ? bookmarkTexts.unmark : bookmarkTexts.mark}
          icon={<Bookmark aria-hidden="true" fill={marked ? 'currentColor' : 'none'} />}
          onClick={props.onMark}
        />
        <Action label={t.search} icon={<Search aria-hidden="true" />} onClick={props.onSearch} />
        <Action label={t.help} icon={<CircleQuestionMark aria-hidden="true" />} onClick={props.onHelp} />
      </div>
    </header>
  );
}

interface ActionProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  /** On a phone the panel has it. */
  readonly wideOnly?: boolean;
}

function Action({ label, icon, onClick, wideOnly = false }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // A tap leaves the focus on the page, whose keys go on turning.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={`${button} ${wideOnly ? 'max-md:hidden' : ''}`}
    >
      {icon}
    </button>
  );
}
