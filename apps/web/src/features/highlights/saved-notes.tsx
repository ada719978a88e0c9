import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { onChange } from '../../device/changes.ts';
import { Button } from '../../ui/button.tsx';
import { formatLongDate } from '../../lib/formats.ts';
import { type ShownHighlight, openHighlightStore } from './highlight-store.ts';
import { inBookOrder } from './book-order.ts';
import { copyText, quotesAsText } from './copy-notes.ts';
import { highlightTexts as t } from './texts.ts';

/** The reader's highlights of a part that cannot be opened: notes stay readable, with or without a connection. */
export function SavedNotes({ partId }: { readonly partId: string }) {
  const highlights = useSavedHighlights(partId);
  if (highlights.length === 0) return null;
  return (
    <section aria-label={t.yours} className="mt-12 w-full max-w-[36em] border-t border-line pt-6 text-start">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="type-1">{t.yours}</h2>
        <Button variant="quiet" icon={<Copy />} onClick={() => void copyText(quotesAsText(highlights), t.notesCopied)}>
          {t.copyNotes}
        </Button>
      </div>
      <ul className="mt-2">
        {highlights.map(({ id, quote, note, created_at: date }) => (
          <li key={id} className="border-b border-line py-3">
            <p className="font-serif whitespace-pre-line">{quote === '' ? t.wordless : quote}</p>
            {note.trim() !== '' && <p className="mt-1 [overflow-wrap:anywhere] whitespace-pre-line">{note}</p>}
            {date !== '' && (
              <time dateTime={date} className="mt-1 block text-[0.8125rem] text-ink-3">
                {formatLongDate(date)}
              </time>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the device's highlights first, and then the server's. */
function useSavedHighlights(partId: string): readonly ShownHighlight[] {
  const [highlights, setHighlights] = useState<readonly ShownHighlight[]>([]);
  useEffect(() => {
    let close = () => {};
    let isMounted = true;
    void openHighlightStore(partId).then((store) => {
      if (!isMounted) {
        store.close();
        return;
      }
      const show = () => setHighlights(inBookOrder(store.list()));
      const stops = [store.subscribe(show), onChange(['highlights'], (change) => store.hear(change))];
      close = () => {
        for (const stop of stops) stop();
        store.close();
      };
      show();
      void store.pull();
    });
    return () => {
      isMounted = false;
      close();
    };
  }, [partId]);
  return highlights;
}
