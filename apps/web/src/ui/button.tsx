import type { ComponentProps, ReactNode } from 'react';

export interface ButtonLook {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'paper' | undefined;
  readonly size?: 'base' | 'large' | undefined;
  readonly full?: boolean | undefined;
}

const shape =
  'inline-flex items-center justify-center gap-2 rounded-2 border text-center font-semibold no-underline ' +
  'transition-colors duration-(--cb-dur-tap) ease-cb [&>svg]:-ms-0.5 [&>svg]:size-[18px] [&>svg]:shrink-0 ' +
  'disabled:bg-sunken disabled:text-ink-3 disabled:border-transparent disabled:hover:bg-sunken';

const variants = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border-line-strong bg-sheet text-ink hover:bg-sunken',
  quiet: 'border-transparent text-accent hover:bg-accent-soft',
  danger: 'border-transparent bg-danger text-on-danger hover:brightness-110',
  paper: 'border-transparent bg-on-band text-band hover:bg-on-band-2',
} as const;

/** Classes of a button, for links that look like one. */
export function buttonClass({ variant = 'secondary', size = 'base', full = false }: ButtonLook = {}): string {
  const padding = variant === 'quiet' ? 'px-2.5' : size === 'large' ? 'px-6' : 'px-[18px]';
  const height = size === 'large' ? 'min-h-13 text-base' : 'min-h-11 text-[0.9375rem] leading-5';
  return `${shape} ${variants[variant]} ${padding} ${height} py-2 ${full ? 'w-full' : ''}`;
}

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

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Something is under way: the label stays and a seam runs under it. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

export function Button({
  variant,
  size,
  full,
  busy = false,
  icon,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      className={`${buttonClass({ variant, size, full })} ${className ?? ''}`}
    >
      {icon}
      <span className="relative">
        {children}
        {busy && (
          <span aria-hidden="true" className="seam-x seam-busy absolute inset-x-0 -bottom-1.5 [--seam:currentColor]" />
        )}
      </span>
    </button>
  );
}
