import { X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { IconButton } from '../button.tsx';
import { uiTexts } from '../texts.ts';
import { dialogClass, type DialogWidth } from './dialog-class.ts';
import { useModal } from './use-modal.ts';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Accessible name. */
  readonly label: string;
  /** Small line or title beside the close button. */
  readonly caption?: ReactNode;
  readonly width?: DialogWidth;
  /** Whether the dialog is a sheet at the bottom of a phone. A focused element is scrolled above a sticky foot. */
  readonly sheet?: boolean;
  readonly closable?: boolean;
  readonly children: ReactNode;
}

/** Native modal dialog: the browser traps focus, closes on Escape and gives focus back. */
export function Dialog({
  open,
  onClose,
  label,
  caption,
  width = 'narrow',
  sheet = false,
  closable = true,
  children,
}: DialogProps) {
  const ref = useModal({ open, onClose });
  useEffect(() => {
    if (!open || !sheet || !ref.current || matchMedia('(width >= 768px)').matches) return undefined;
    // Moves messages above the buttons at the sheet's foot.
    const { style } = document.documentElement;
    style.setProperty('--toast-bottom', `min(${ref.current.offsetHeight + 12}px, 100dvh - 7rem)`);
    return () => {
      style.removeProperty('--toast-bottom');
    };
  }, [ref, open, sheet]);
  return (
    // Handles clicks on the backdrop only; the browser closes the dialog on Escape.
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <dialog
      ref={ref}
      aria-label={label}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
      className={dialogClass({ width, sheet })}
    >
      <div className="p-7">
        {closable && (
          <div className="-mt-3 -mr-3 mb-2 flex items-center justify-between gap-4">
            <span className="text-sm text-ink-3">{caption}</span>
            <IconButton label={uiTexts.close} icon={<X />} onClick={() => ref.current?.close()} />
          </div>
        )}
        {children}
      </div>
    </dialog>
  );
}
