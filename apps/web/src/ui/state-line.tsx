import type { ReactNode } from 'react';

/** Small line with an icon: what can be done with a part now. */
export function StateLine({
  icon,
  tone = 'muted',
  children,
}: {
  readonly icon: ReactNode;
  readonly tone?: 'muted' | 'ok';
  readonly children: ReactNode;
}) {
  return (
    <p
      className={`flex items-center gap-1.5 text-xs [&>svg]:size-4 [&>svg]:shrink-0 ${tone === 'ok' ? 'text-ok' : 'text-ink-3'}`}
    >
      {icon}
      <span>{children}</span>
    </p>
  );
}
