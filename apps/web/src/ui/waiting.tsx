import type { ReactNode } from 'react';

interface WaitingProps {
  /** Classes with about the shape of the content, so that little moves when it arrives. */
  readonly className: string;
  readonly children?: ReactNode;
}

/**
 * Placeholder of content that is still loading. Content after it in the document stays hidden until then
 * (styles/base.css), because text that a visitor reads must not move under the finger. In a dialog a plain `skeleton`
 * is enough, because no content follows it.
 */
export function Waiting({ className, children }: WaitingProps) {
  return (
    <div aria-hidden="true" data-waiting="" className={className}>
      {children}
    </div>
  );
}
