import { X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { IconButton } from '../button.tsx';
import { uiTexts } from '../texts.ts';
import { useModal } from './use-modal.ts';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Accessible name. */
  readonly label: string;
  /** Small line beside the close button. */
  readonly caption?: string;
  readonly width?: 'narrow' | 'reading' | 'picture';
  /** On a phone it stands at the foot as a sheet. What has the focus is scrolled clear of a foot that stays in sight. */
  readonly sheet?: boolean;
  readonly closable?: boolean;
  readonly children: ReactNode;
}

const widths = { narrow: 'md:max-w-[440px]', reading: 'md:max-w-[520px]', picture: 'md:max-w-[560px]' } as const;

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
    // A message must not lie on the buttons at the sheet's foot.
    const { style } = document.documentElement;
    style.setProperty('--toast-bottom', `min(${ref.current.offsetHeight + 12}px, 100dvh - 7rem)`);
    return () => {
      style.removeProperty('--toast-bottom');
    };
  }, [ref, open, sheet]);
  const place = sheet
    ? 'scroll-pb-28 max-md:sheet-motion max-md:mx-0 max-md:mt-auto max-md:mb-0 max-md:w-full max-md:rounded-sheet md:dialog-motion md:m-auto md:rounded-2'
    : 'dialog-motion m-auto w-[calc(100vw-40px)] rounded-2';
  return (
    // The click that matters is on the backdrop; the keyboard has Escape, by the browser.
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <dialog
      ref={ref}
      aria-label={label}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
      className={`${place} ${widths[width]} max-h-[calc(100dvh-40px)] max-w-none overflow-y-auto overscroll-contain bg-sheet p-0 text-ink shadow-modal md:w-full`}
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
