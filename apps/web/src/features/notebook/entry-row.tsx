import { BookmarkIcon, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass, iconButtonClass } from '../../ui/button-class.ts';
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx';
import { highlightTexts } from '../highlights/texts.ts';
import { entryCaption } from './as-text.ts';
import { hasNote, type NotebookEntry } from './entries.ts';
import { markedPieces } from './search-index.ts';
import { notebookTexts as t } from './texts.ts';

/** Actions that a row offers. */
export interface EntryActions {
  readonly edit: (entry: NotebookEntry) => void;
  readonly copy: (entry: NotebookEntry) => void;
  /** Null where the shop forbids sharing passages. */
  readonly share: ((entry: NotebookEntry) => void) | null;
  readonly remove: (entry: NotebookEntry) => void;
}

interface EntryRowProps {
  readonly entry: NotebookEntry;
  /** The searched words. */
  readonly query: string;
  readonly number: number;
  readonly count: number;
  /** The place of the entry, where no heading names it. */
  readonly place?: string;
  /** Link to its page, or the reason for none; buttons. */
  readonly foot: ReactNode;
}

/** Some words that distinguish an entry from others. */
export const shortWords = ({ quote }: NotebookEntry): string => (quote === '' ? t.page : quote.slice(0, 60));

/** An entry: its ribbon, the passage, the note, and a foot. */
export function EntryRow({ entry, query, number, count, place, foot }: EntryRowProps) {
  const { quote, note, kind } = entry;
  const isBookmark = kind === 'bookmark';
  const words = quote === '' ? (isBookmark ? t.page : t.wordless) : isBookmark ? `${quote}…` : quote;
  return (
    <article
      aria-posinset={number}
      aria-setsize={count}
      className="grid grid-cols-[10px_minmax(0,1fr)] gap-x-4 border-b border-line pt-4.5 pb-2"
    >
      {isBookmark ? (
        <BookmarkIcon aria-hidden="true" className="-ms-[5px] mt-0.5 size-5 text-accent" />
      ) : (
        <Ribbon color={entry.color} />
      )}
      <div className="min-w-0">
        {place && <p className="mb-1 text-[0.8125rem] leading-[1.125rem] font-semibold text-ink-2">{place}</p>}
        <blockquote
          className={`font-serif text-[1.0625rem] leading-[1.6] [overflow-wrap:anywhere] whitespace-pre-line ${isBookmark ? 'text-ink-2 italic' : ''}`}
        >
          <Marked text={words} query={query} />
        </blockquote>
        {hasNote(entry) && (
          <p className="mt-2.5 text-[0.9375rem] leading-6 [overflow-wrap:anywhere] whitespace-pre-line text-ink-2">
            <span className="sr-only">{t.note}: </span>
            <Marked text={note.trim()} query={query} />
          </p>
        )}
        <div className="flex min-h-11 flex-wrap items-center gap-x-2">
          <span className="figures flex-auto text-[0.8125rem] leading-[1.125rem] text-ink-3 max-md:mt-2 max-md:basis-full">
            {entryCaption(entry)}
          </span>
          {foot}
        </div>
      </div>
    </article>
  );
}

/** The colour of a highlight as a ribbon with the seam sewn on it. */
export function Ribbon({ color }: { readonly color: string | null }) {
  return (
    <span
      aria-hidden="true"
      style={{ background: `var(--rd-hl-${/^[a-z]+$/.test(color ?? '') ? color : 'yellow'}, var(--rd-hl-yellow))` }}
      className="relative mb-2.5 rounded-b-[5px] after:absolute after:inset-y-1 after:left-1 after:w-0.5 after:bg-[repeating-linear-gradient(180deg,color-mix(in_srgb,var(--cb-ink)_75%,transparent)_0_8px,transparent_8px_13px)]"
    />
  );
}

/** A text with the found words marked. */
function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  if (query.trim() === '') return text;
  return markedPieces(text, query).map((piece, index) =>
    piece.isFound ? (
      // oxlint-disable-next-line no-array-index-key -- pieces of one text have no other name
      <mark key={index} className="bg-(--rd-hl-yellow) text-inherit">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}

interface WayToPageProps {
  readonly entry: NotebookEntry;
  /** Whether its part can be opened: it is stored on this device, or there is a connection. */
  readonly isInReach: boolean;
}

/** 'Ir a la página', or the reason for no link. */
export function WayToPage({ entry, isInReach }: WayToPageProps) {
  const { part, cfi, isLocated, editionId } = entry;
  const lost = isLocated ? null : editionId === '' ? t.neverLocated : t.notLocated;
  const reason = part.access === 'held' ? (lost ?? (isInReach ? null : t.notHere)) : t[part.access];
  if (reason !== null) return <span className="text-[0.8125rem] leading-[1.125rem] text-ink-3">{reason}</span>;
  return (
    <Link
      to={`/reader/${part.book_id}/${part.part_id}#${encodeURIComponent(cfi)}`}
      aria-label={t.goToNamed(shortWords(entry))}
      className={`${buttonClass({ variant: 'quiet' })} px-2! text-sm! max-md:ps-0!`}
    >
      {t.goTo}
    </Link>
  );
}

/** The menu of an entry. */
export function EntryMenu({ entry, actions }: { readonly entry: NotebookEntry; readonly actions: EntryActions }) {
  const { edit, copy, share, remove } = actions;
  const isHighlight = entry.kind === 'highlight';
  return (
    <Menu
      label={t.more}
      buttonLabel={t.moreNamed(shortWords(entry))}
      className={`${iconButtonClass()} -me-3 max-md:ms-auto`}
      button={<Ellipsis aria-hidden="true" />}
    >
      {isHighlight && <MenuItem onClick={() => edit(entry)}>{t.edit}</MenuItem>}
      <MenuItem onClick={() => copy(entry)}>{t.copyText}</MenuItem>
      {share && isHighlight && entry.quote !== '' && (
        <MenuItem onClick={() => share(entry)}>{highlightTexts.share}</MenuItem>
      )}
      <MenuItem danger hint={t.toTrashHint} onClick={() => remove(entry)}>
        {t.toTrash}
      </MenuItem>
    </Menu>
  );
}
