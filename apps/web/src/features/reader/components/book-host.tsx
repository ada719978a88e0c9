import { useEffect, useRef } from 'react';
import type { ReadingSession } from '../reading-session.ts';

/** The element that the engine draws in; React gives it a place and never looks inside. */
export function BookHost({ session }: { readonly session: ReadingSession }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    let attached = true;
    session.attach(element);
    return () => {
      attached = false;
      session.detach();
      // React's development mode takes effects back once to test them; only a real leaving closes the book.
      setTimeout(() => !attached && session.close(), 0);
    };
  }, [session]);
  return (
    <main className="min-h-0 pt-[22px] md:pt-[34px]">
      <div ref={host} data-book-host="" className="relative size-full overflow-hidden" />
    </main>
  );
}
