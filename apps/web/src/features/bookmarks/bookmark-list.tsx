import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatPercent } from '../../lib/format-percent.ts';
import { formatLongDate } from '../../lib/formats.ts';
import type { Bookmark } from './bookmark-outbox.ts';
import { IconButton } from '../../ui/button.tsx';
import { useStore } from '../../lib/react-store.ts';
import type { Bookmarks } from './bookmarks.ts';
import { bookmarkTexts as t } from './texts.ts';

interface BookmarkListProps {
  readonly bookmarks: Bookmarks;
  readonly onJump: (bookmark: Bookmark) => void;
}

/** The bookmarks in the order of the book; a removed one can be restored while the list is open. */
export function BookmarkList({ bookmarks, onJump }: BookmarkListProps) {
  const { list } = useStore(bookmarks);
  const [removed, setRemoved] = useState<readonly Bookmark[]>([]);
  const rows = [...list, ...removed].toSorted((a, b) => a.percentage - b.percentage);
  if (rows.length === 0) {
    return (
      <div className="py-7 text-center">
        <p className="font-serif text-[1.0625rem] font-[560]">{t.empty}</p>
        <p className="mx-auto mt-1.5 max-w-[26em] text-sm text-(--rd-muted)">{t.emptyHint}</p>
      </div>
    );
  }
  return (
    <>
      <ul className="pt-1.5">
        {rows.map((bookmark) =>
          removed.includes(bookmark) ? (
            <Removed
              key={bookmark.id}
              onUndo={() => {
                setRemoved(removed.filter((each) => each !== bookmark));
                void bookmarks.restore(bookmark);
              }}
            />
          ) : (
            <Row
              key={bookmark.id}
              bookmark={bookmark}
              onJump={() => onJump(bookmark)}
              onRemove={() => {
                setRemoved([...removed, bookmark]);
                void bookmarks.remove(bookmark);
              }}
            />
          ),
        )}
      </ul>
      <p className="pt-3 text-[0.8125rem] text-(--rd-muted)">{bookmarks.isSent ? t.onAllDevices : t.onThisDevice}</p>
    </>
  );
}

interface RowProps {
  readonly bookmark: Bookmark;
  readonly onJump: () => void;
  readonly onRemove: () => void;
}

function Row({ bookmark, onJump, onRemove }: RowProps) {
  const { chapter, percentage, quote, created_at: createdAt } = bookmark;
  const title = chapter ?? t.page;
  return (
    <li className="flex items-center gap-2 border-b border-(--rd-line)">
      <button type="button" onClick={onJump} className="min-h-14 min-w-0 flex-1 py-2.5 text-start">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-serif text-[1.0313rem] font-[460]">{title}</span>
          <span className="figures shrink-0 text-[0.8125rem] font-semibold">
            {formatPercent(Math.floor(percentage))}
          </span>
        </span>
        {quote && (
          <span className="mt-0.5 line-clamp-1 font-serif text-[0.875rem] text-(--rd-muted)">«{quote.text}…»</span>
        )}
        <span className="mt-0.5 block text-[0.75rem] text-(--rd-muted)">{formatLongDate(createdAt)}</span>
      </button>
      <IconButton label={t.remove(title)} icon={<Trash2 />} onClick={onRemove} />
    </li>
  );
}

function Removed({ onUndo }: { readonly onUndo: () => void }) {
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 border-b border-(--rd-line) text-sm text-(--rd-muted)">
      <output>{t.removed}</output>
      <button
        type="button"
        onClick={onUndo}
        className="min-h-11 px-2 font-semibold text-(--rd-text) underline underline-offset-4"
      >
        {t.undo}
      </button>
    </li>
  );
}
