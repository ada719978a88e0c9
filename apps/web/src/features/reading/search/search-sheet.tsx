import type { SearchMatch } from '@cuentos/epub/render/tools/book-search';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from '../../../lib/react-store.ts';
import { IconButton } from '../../../ui/button.tsx';
import { useModal } from '../../../ui/overlays/use-modal.ts';
import { uiTexts } from '../../../ui/texts.ts';
import { BookSearch, MOST } from './book-search.ts';
import { searchTexts } from './texts.ts';

interface SearchSheetProps {
  readonly open: boolean;
  readonly search: ConstructorParameters<typeof BookSearch>[0];
  readonly onClose: () => void;
  readonly onPick: (cfi: string) => void;
}

/** Search in the whole part: a sheet from the top, which keeps its results until the next opening. */
export function SearchSheet({ open, search, onClose, onPick }: SearchSheetProps) {
  const [results] = useState(() => new BookSearch(search));
  const { query } = useStore(results);
  const field = useRef<HTMLInputElement>(null);
  const dialog = useModal({ open, onClose, onOpen: () => field.current?.select() });
  useEffect(() => () => results.cancel(), [results]);
  const pick = (cfi: string) => {
    results.choose(cfi);
    onPick(cfi);
  };
  return (
    // Only clicks on the backdrop are handled; the keyboard has the browser's Escape.
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={searchTexts.title}
      onKeyDown={(event) => moveAmong(event, dialog.current)}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      className="sheet-from-top fixed inset-x-0 top-0 bottom-auto mx-auto max-h-[min(88dvh,720px)] w-full max-w-[640px] grid-rows-[auto_minmax(0,1fr)] rounded-b-[14px] border border-t-0 border-(--rd-line) bg-(--rd-chrome) p-0 text-(--rd-text) shadow-modal open:grid"
    >
      <search className="flex items-center gap-1 border-b border-(--rd-line) py-2 pr-1.5 pl-5">
        <Search aria-hidden="true" className="size-5 shrink-0 text-(--rd-muted)" />
        <form
          className="min-w-0 flex-1"
          onSubmit={(event) => {
            event.preventDefault();
            dialog.current?.querySelector<HTMLElement>('[data-result]')?.focus();
          }}
        >
          <input
            ref={field}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            aria-label={searchTexts.field}
            placeholder={searchTexts.field}
            value={query}
            onChange={(event) => results.type(event.target.value)}
            onKeyDown={(event) => {
              // The browser would empty the field first and close the dialog with a second Escape.
              if (event.key !== 'Escape') return;
              event.preventDefault();
              onClose();
            }}
            className="min-h-11 w-full appearance-none bg-transparent px-2.5 text-base outline-none placeholder:text-(--rd-muted) focus-visible:shadow-none [&::-webkit-search-cancel-button]:hidden"
          />
        </form>
        <IconButton label={uiTexts.close} icon={<X />} onClick={onClose} />
      </search>
      <Results results={results} onPick={pick} />
    </dialog>
  );
}

function Results({ results, onPick }: { readonly results: BookSearch; readonly onPick: (cfi: string) => void }) {
  const { groups, status, count, query, chosenMatch } = useStore(results);
  return (
    <div className="overflow-y-auto overscroll-contain px-5 pb-6">
      <Status status={status} count={count} query={query.trim()} />
      {groups.map(({ title, matches }) => (
        <section key={matches[0]?.cfi}>
          <h3 className="mt-3 flex items-baseline justify-between gap-3 border-b border-(--rd-line) pb-1.5 font-sans text-[0.8125rem] font-semibold tracking-normal text-(--rd-muted)">
            <span>{title ?? searchTexts.beginning}</span>
            <span className="figures">{matches.length}</span>
          </h3>
          <ul>
            {matches.map((match) => (
              <Result key={match.cfi} match={match} isChosen={match.cfi === chosenMatch} onPick={onPick} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface StatusProps {
  readonly status: 'empty' | 'searching' | 'done' | 'failed';
  readonly count: number;
  readonly query: string;
}

/** Progress of the search, in a sentence. */
function Status({ status, count, query }: StatusProps) {
  const none = status === 'done' && count === 0;
  let text: string = searchTexts.hint;
  if (status === 'searching') text = count > 0 ? searchTexts.count(count) : searchTexts.searching;
  if (status === 'done') text = count >= MOST ? searchTexts.many(count) : searchTexts.count(count);
  if (none) text = searchTexts.none(query);
  if (status === 'failed') text = searchTexts.failed;
  return (
    <div className={none ? 'py-6 text-center' : 'pt-3'}>
      <output
        className={
          none ? 'block font-serif text-[1.0625rem] font-[560]' : 'figures block text-[0.8125rem] text-(--rd-muted)'
        }
      >
        {text}
      </output>
      {none && <p className="mt-1.5 text-sm text-(--rd-muted)">{searchTexts.noneHint}</p>}
      {status === 'searching' && (
        <span aria-hidden="true" className="seam-x seam-busy mt-2 block [--seam:var(--rd-muted)]" />
      )}
    </div>
  );
}

interface ResultProps {
  readonly match: SearchMatch;
  readonly isChosen: boolean;
  readonly onPick: (cfi: string) => void;
}

function Result({ match, isChosen, onPick }: ResultProps) {
  return (
    <li className="relative border-b border-(--rd-line) last:border-b-0">
      {isChosen && <span aria-hidden="true" className="reader-seam-here absolute inset-y-2 -left-5" />}
      <button
        type="button"
        data-result=""
        aria-current={isChosen || undefined}
        onClick={() => onPick(match.cfi)}
        className="block min-h-12 w-full py-2.5 text-start font-serif text-[0.9688rem] leading-[1.45] [overflow-wrap:anywhere]"
      >
        {match.before}
        <mark className="bg-(--rd-hl-yellow) text-(--rd-text)">{match.match}</mark>
        {match.after}
      </button>
    </li>
  );
}

/** Arrow keys move through the results; up from the first one leads to the field. */
function moveAmong(event: KeyboardEvent, dialog: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !dialog) return;
  const stops = [...dialog.querySelectorAll<HTMLElement>('input,[data-result]')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
