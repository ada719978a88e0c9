import { useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from '../../../lib/react-store.ts';
import type { ReadingSession } from '../reading-session.ts';

/** The element in which the engine renders; React places it and never reads its contents. */
export function BookHost({ session }: { readonly session: ReadingSession }) {
  const host = useRef<HTMLDivElement>(null);
  const { pastEnd } = useStore(session);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    let attached = true;
    session.attach(element);
    return () => {
      attached = false;
      // React's development mode undoes effects once to test them; only leaving the screen closes the book.
      setTimeout(() => !attached && session.close(), 0);
    };
  }, [session]);
  // Ends the engine while its frames still have windows: the effect above is undone after React removed them, and what
  // the engine does in idle time could come in between.
  useLayoutEffect(() => () => session.detach(), [session]);
  return (
    <main inert={pastEnd} className="min-h-0 pt-[22px] md:pt-[34px] short:pt-0.5">
      <div ref={host} data-book-host="" className="relative size-full overflow-hidden" />
    </main>
  );
}
