import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, buttonClass, iconButtonClass, type IconButtonLook } from './button-class.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly look?: IconButtonLook;
}

export function IconButton({ label, icon, look, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`${iconButtonClass(look)} ${className ?? ''}`}
    >
      {icon}
    </button>
  );
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Whether its action is running: the label stays and a seam runs under it. */
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
