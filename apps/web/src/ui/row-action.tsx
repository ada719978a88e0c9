import type { ComponentProps } from 'react';

interface RowActionProps extends ComponentProps<'button'> {
  readonly tone?: 'plain' | 'danger';
  readonly busy?: boolean;
}

/** What can be done with a row, as a word. `aria-label` names the row too. */
export function RowAction({ tone = 'plain', busy = false, className, onClick, ...rest }: RowActionProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={busy ? undefined : onClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={`inline-flex min-h-11 items-center rounded-2 px-2 text-sm font-semibold whitespace-nowrap transition-colors duration-(--cb-dur-tap) disabled:text-ink-3 aria-busy:text-ink-3 ${tone === 'danger' ? 'text-danger hover:bg-danger-soft' : 'text-accent hover:bg-accent-soft'} ${className ?? ''}`}
    />
  );
}
