import { lazy, Suspense, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Way } from '../../../ui/navigation.tsx';
import type { FailureReason } from '../opening-failure.ts';
import { readerTexts as t } from '../texts.ts';

const KeptNotes = lazy(async () => ({ default: (await import('../notes/kept-notes.tsx')).KeptNotes }));

// An ornament: the sentences do not wait for it, and stand without it too.
const FailureDrawing = lazy(async () => {
  const code = await import('./failure-drawing.tsx').catch(() => null);
  return { default: code?.FailureDrawing ?? ((_props: { readonly offline: boolean }) => null) };
});

const worthAnotherTry: ReadonlySet<FailureReason> = new Set(['not-here', 'unreachable', 'server', 'damaged']);

/** Why the part cannot be read, what to do, and the way back; below it the reader's own notes. */
export function ReaderFailure({ reason, partId }: { readonly reason: FailureReason; readonly partId: string }) {
  const { title, text } = t.failures[reason];
  const offline = reason === 'not-here' || reason === 'unreachable';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="wrap grid w-full flex-1 place-items-center py-12 text-center">
      <div>
        <div className="mx-auto min-h-[150px] w-[220px]">
          <Suspense>
            <FailureDrawing offline={offline} />
          </Suspense>
        </div>
        <h1 ref={heading} tabIndex={-1} className="type-2 mt-6">
          {title}
        </h1>
        <p className="mx-auto mt-2 max-w-[30em] text-ink-2">{text}</p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          {worthAnotherTry.has(reason) && <Button onClick={() => location.reload()}>{t.retry}</Button>}
          <Way to="/user-library" className={buttonClass({ variant: 'primary' })}>
            {t.toLibrary}
          </Way>
        </div>
      </div>
      <Suspense>
        <KeptNotes partId={partId} />
      </Suspense>
    </main>
  );
}
