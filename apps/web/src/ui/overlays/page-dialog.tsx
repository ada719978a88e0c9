import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import { uiTexts } from '../texts.ts';
import { dialogClass, type DialogWidth } from './dialog-class.ts';
import { invoker } from './invoker.ts';

interface PageDialogProps {
  /** Id that the buttons which open the dialog name, unique in the page. */
  readonly id: string;
  /** Accessible name. */
  readonly label: string;
  /** Small line beside the close button. */
  readonly caption: string;
  readonly width: DialogWidth;
  readonly children: ReactNode;
}

/** A dialog that is part of the page with its content, so that opening it needs no request. */
export function PageDialog({ id, label, caption, width, children }: PageDialogProps) {
  return (
    <dialog id={id} aria-label={label} closedby="any" className={dialogClass({ width })}>
      <div className="p-7">
        <div className="-mt-3 -mr-3 mb-2 flex items-center justify-between gap-4">
          <span data-caption="" className="text-sm text-ink-3">
            {caption}
          </span>
          <IconButton label={uiTexts.close} icon={<X aria-hidden="true" />} {...invoker('close', id)} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
