import type { ComponentType } from 'react';

interface IslandProps {
  /** Its name in app/islands.tsx. */
  readonly name: string;
  /** Whose it is: what the component finds in the page's data by. */
  readonly of: string;
  /**
   * At idle time it is taken over by itself: always, or where the browser knows something of the visitor that it shows.
   * Without this it waits for a touch.
   */
  readonly wakes?: 'idle' | 'for-known';
  readonly component: ComponentType<{ readonly id: string }>;
}

/**
 * A part of a public page that React takes over when it is touched; the page around it stays the HTML that the server
 * drew. It knows its id and the page's data, and nothing of what stands around it.
 */
export function Island({ name, of, wakes, component: Component }: IslandProps) {
  return (
    <div data-island={name} data-of={of} {...(wakes ? { 'data-wakes': wakes } : {})} className="contents">
      <Component id={of} />
    </div>
  );
}
