import type { ReactNode } from 'react';

interface WaitingProps {
  /** Its shape: about that of what is coming, so that little changes when it is there. */
  readonly className: string;
  readonly children?: ReactNode;
}

/**
 * Stands on a screen in the place of what is still coming. Nothing that follows it in the document is shown until then
 * (styles/base.css), because what a reader sees must not move under a finger when it arrives. In a dialog a plain
 * `skeleton` is enough: nothing follows it.
 */
export function Waiting({ className, children }: WaitingProps) {
  return (
    <div aria-hidden="true" data-waiting="" className={className}>
      {children}
    </div>
  );
}
