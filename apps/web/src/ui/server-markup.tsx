import { type ReactNode, useState } from 'react';

interface ServerMarkupProps {
  readonly id: string;
  /** What the server renders, and the browser when it comes to this page later on. */
  readonly children: ReactNode;
}

/**
 * A part that only reads and that the server has already drawn: the browser keeps that markup as it is, instead of
 * loading a script to draw it again. Its links must be plain ones.
 */
export function ServerMarkup({ id, children }: ServerMarkupProps) {
  const [drawn] = useState(() =>
    typeof document === 'undefined' ? null : (document.getElementById(id)?.innerHTML ?? null),
  );
  if (drawn !== null) return <div id={id} dangerouslySetInnerHTML={{ __html: drawn }} />;
  return <div id={id}>{children}</div>;
}
