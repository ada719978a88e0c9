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

/** `lined` draws a border; `sheet` is for pictures. */
export type IconButtonLook = 'bare' | 'lined' | 'sheet';

const iconLooks: Readonly<Record<IconButtonLook, string>> = {
  bare: 'text-ink-2 hover:bg-sunken hover:text-ink',
  lined: 'border border-line-strong bg-sheet text-ink-2 hover:bg-sunken hover:text-ink',
  sheet: 'bg-sheet text-ink shadow-sheet hover:bg-sunken',
};

/** Classes of a button that is an icon, for links that look like one. */
export const iconButtonClass = (look: IconButtonLook = 'bare'): string =>
  `inline-grid size-11 shrink-0 place-items-center rounded-2 transition-colors duration-(--cb-dur-tap) [&>svg]:size-5 ${iconLooks[look]}`;
