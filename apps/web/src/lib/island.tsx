import type { ComponentType } from 'react';

interface IslandProps {
  /** Its name in app/islands.tsx. */
  readonly name: string;
  /** Id by which the component finds its data in the page. */
  readonly of: string;
  /**
   * Whether it is taken over at idle time: always, or when the browser knows a fact about the visitor that it shows.
   * Without this it waits for a touch.
   */
  readonly wakes?: 'idle' | 'for-known';
  readonly component: ComponentType<{ readonly id: string }>;
}

/**
 * A part of a public page that React takes over when it is touched; the page around it stays the server's HTML. It gets
 * its id and the page's data only.
 */
export function Island({ name, of, wakes, component: Component }: IslandProps) {
  return (
    <div data-island={name} data-of={of} {...(wakes ? { 'data-wakes': wakes } : {})} className="contents">
      <Component id={of} />
    </div>
  );
}
