import type { ReactNode } from 'react';

interface SectionTitleProps {
  readonly title: string;
  readonly text?: string;
  /** At the right: the button that adds, a period. */
  readonly actions?: ReactNode;
}

/** Title of a working screen with its sentence and buttons. */
export function SectionTitle({ title, text, actions }: SectionTitleProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div>
        <h1 className="type-2">{title}</h1>
        {text && <p className="mt-1 max-w-[62ch] text-sm text-ink-2">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
