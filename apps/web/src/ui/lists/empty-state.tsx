import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly drawing: ReactNode;
  readonly title?: string;
  /** Whether the title is the heading of the whole page. */
  readonly isPage?: boolean;
  readonly text?: string | undefined;
  readonly action?: ReactNode;
}

/** Drawing, sentence and one button; centred, without a box. */
export function EmptyState({ drawing, title, isPage = false, text, action }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-3 px-4 py-10 text-center max-[360px]:wrap-anywhere">
      {drawing}
      {title && <Title className="type-1 mt-1">{title}</Title>}
      {text && <p className="max-w-[26em] text-ink-2">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
