import type { ComponentProps, ReactNode } from 'react';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly label: string;
  readonly icon: ReactNode;
  /** `lined` draws a border; `sheet` stands on pictures. */
  readonly look?: 'bare' | 'lined' | 'sheet';
}

const looks = {
  bare: 'text-ink-2 hover:bg-sunken hover:text-ink',
  lined: 'border border-line-strong bg-sheet text-ink-2 hover:bg-sunken hover:text-ink',
  sheet: 'bg-sheet text-ink shadow-sheet hover:bg-sunken',
} as const;

export function IconButton({ label, icon, look = 'bare', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-grid size-11 shrink-0 place-items-center rounded-2 transition-colors duration-(--cb-dur-tap) [&>svg]:size-5 ${looks[look]} ${className ?? ''}`}
    >
      {icon}
    </button>
  );
}
