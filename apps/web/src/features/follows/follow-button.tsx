import { Bell, Check, MailQuestionMark } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { session } from '../../lib/api/session.ts';
import { useStore } from '../../lib/react-store.ts';
import { createStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { followTexts as t } from './texts.ts';

const actions = async () => import('./api.ts');
const FollowDialog = lazy(async () => ({ default: (await import('./follow-dialog.tsx')).FollowDialog }));

/** Books that the reader follows, as far as this page knows, so that the buttons of one book agree. */
const followed = createStore<ReadonlyMap<string, 'confirmed' | 'pending'>>(new Map());

function note(bookId: string, state: 'confirmed' | 'pending' | null): void {
  const next = new Map(followed.snapshot());
  if (state === null) next.delete(bookId);
  else next.set(bookId, state);
  followed.set(next);
}

let loaded: Promise<void> | null = null;

/** Loads the list of followed books and parts, once for each page load. */
async function loadFollowed(): Promise<void> {
  const { fetchFollows } = await actions();
  const follows = await fetchFollows();
  followed.set(new Map([...follows.map(({ book_id: id }) => [id, 'confirmed'] as const), ...followed.snapshot()]));
}

interface FollowButtonProps {
  readonly book: { readonly id: string; readonly name: string };
  /** Name of the unreleased part, or of the book. */
  readonly name: string;
}

/** 'Avísame cuando salga': one tap for a signed-in reader, a form of one field for a visitor. */
export function FollowButton({ book, name }: FollowButtonProps) {
  const state = useFollowed(book.id);
  const { busy, run } = useTask();
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never');
  const place = useRef<HTMLDivElement>(null);
  const change = async (work: () => Promise<'confirmed' | 'pending' | null>) =>
    run(async () => {
      try {
        note(book.id, await work());
        // The pressed button is gone: the button in its place gets the focus.
        requestAnimationFrame(() => place.current?.querySelector('button')?.focus());
      } catch {
        showToastHere('error', t.failed);
      }
    });
  const follow = () => {
    if (session.isRefreshTokenValid()) void change(async () => (await actions()).follow(book.id));
    else setDialog('open');
  };
  const undo = () => void change(async () => (await actions()).unfollow(book.id));
  return (
    <div ref={place}>
      {state ? (
        <div className="flex min-h-11 items-center justify-between gap-2">
          <output className="flex items-center gap-2 text-sm leading-5 font-semibold text-ok [&>svg]:size-[18px] [&>svg]:shrink-0">
            {state === 'confirmed' ? <Check aria-hidden="true" /> : <MailQuestionMark aria-hidden="true" />}
            {state === 'confirmed' ? t.following : t.pending}
          </output>
          <Button variant="quiet" busy={busy} aria-label={t.undoOf(name)} onClick={undo}>
            {t.undo}
          </Button>
        </div>
      ) : (
        <Button full busy={busy} icon={<Bell aria-hidden="true" />} aria-label={t.followOf(name)} onClick={follow}>
          {t.follow}
        </Button>
      )}
      {dialog !== 'never' && (
        <Suspense>
          <FollowDialog book={book} open={dialog === 'open'} onClose={() => setDialog('closed')} />
        </Suspense>
      )}
    </div>
  );
}

/** Whether the reader follows a book; requested once there is a session. */
function useFollowed(bookId: string): 'confirmed' | 'pending' | undefined {
  const followStates = useStore(followed);
  useEffect(() => {
    if (session.isRefreshTokenValid()) {
      loaded ??= loadFollowed().catch(() => {
        loaded = null;
      });
    }
  }, []);
  return followStates.get(bookId);
}
