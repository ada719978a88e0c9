import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import { useModal } from './use-modal.ts';
import { formTexts } from './texts.ts';

interface SideDialogProps {
  readonly title: string;
  /** Small line above the title. */
  readonly caption: string;
  readonly onClose: () => void;
  /** Whether the dialog may close; false while closing would stop work, and `onBlocked` is called instead. */
  readonly closable?: boolean;
  readonly onBlocked?: () => void;
  readonly children: ReactNode;
}

/** Modal dialog for reference: 640 wide, the whole screen on a phone. Unmount it to close it. */
export function SideDialog({ title, caption, onClose, closable = true, onBlocked, children }: SideDialogProps) {
  const ref = useModal({ onClose });
  const leave = () => {
    if (closable) ref.current?.close();
    else onBlocked?.();
  };
  return (
    // Needs no key handler: the keyboard has Escape and the button.
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <dialog
      ref={ref}
      aria-label={`${caption}: ${title}`}
      onCancel={(event) => {
        if (closable || event.target !== event.currentTarget) return;
        event.preventDefault();
        onBlocked?.();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) leave();
      }}
      className="dialog-motion m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-sheet p-0 text-ink shadow-modal md:m-auto md:h-fit md:max-h-[calc(100dvh-48px)] md:max-w-[640px] md:rounded-2"
    >
      <div className="flex h-full max-h-[inherit] flex-col">
        <header className="flex items-start justify-between gap-4 border-b border-line py-3 pr-3 pl-5 md:pl-7">
          <div className="py-1">
            <p className="text-xs text-ink-3">{caption}</p>
            <h2 className="type-1 [overflow-wrap:anywhere]">{title}</h2>
          </div>
          <IconButton label={formTexts.close} icon={<X />} onClick={leave} />
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 md:px-7 md:py-6">{children}</div>
      </div>
    </dialog>
  );
}
