import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly drawing: ReactNode;
  readonly title?: string;
  readonly text?: string | undefined;
  readonly action?: ReactNode;
}

/** Drawing, sentence, one button; centred, no box (look §6). */
export function EmptyState({ drawing, title, text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-10 text-center">
      {drawing}
      {title && <h2 className="type-1 mt-1">{title}</h2>}
      {text && <p className="max-w-[26em] text-ink-2">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
