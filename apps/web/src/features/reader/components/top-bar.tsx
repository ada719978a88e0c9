import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { readerTexts as t } from '../texts.ts';

interface TopBarProps {
  readonly backTo: string;
  readonly bookName: string;
  readonly title: string;
  readonly shown: boolean;
  readonly panelOpen: boolean;
  /** A tap anywhere in the band. */
  readonly onToggle: () => void;
  /** The keyboard reached the bar. */
  readonly onReached: () => void;
}

/**
 * Back, book over chapter. When it is not shown, its place is still the top band: a tap there brings it back, and the
 * keyboard reaches its buttons.
 */
export function TopBar({ backTo, bookName, title, shown, panelOpen, onToggle, onReached }: TopBarProps) {
  const hands = shown ? '' : 'pointer-events-none';
  return (
    <header
      onFocus={(event) => event.target.matches(':focus-visible') && onReached()}
      className={`relative z-20 grid grid-cols-[44px_minmax(0,1fr)_44px] items-center gap-1 border-b border-(--rd-line) bg-(--rd-chrome) px-1.5 transition-opacity duration-(--cb-dur-ui) ${shown ? '' : 'opacity-0'}`}
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
      <Link
        to={backTo}
        aria-label={t.back}
        title={t.back}
        className={`relative inline-grid size-11 place-items-center rounded-2 text-(--rd-text) transition-colors duration-(--cb-dur-tap) hover:bg-sunken [&>svg]:size-5 ${hands}`}
      >
        <ArrowLeft aria-hidden="true" />
      </Link>
      <button
        type="button"
        aria-expanded={panelOpen}
        onClick={onToggle}
        className={`relative mx-auto h-11 max-w-full min-w-0 rounded-2 px-3 text-center ${hands}`}
      >
        <span className="block truncate text-[0.75rem] leading-[1.1rem] text-(--rd-muted)">{bookName}</span>
        <span className="block truncate font-serif text-[0.9375rem] leading-5 font-[560]">{title}</span>
        <span className="sr-only">{t.openSettings}</span>
      </button>
    </header>
  );
}
