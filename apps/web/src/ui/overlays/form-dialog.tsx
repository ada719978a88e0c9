import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Banner } from '../banner.tsx';
import { Button, IconButton } from '../button.tsx';
import { DraftNotice, type DraftNoticeProps } from '../forms/draft-notice.tsx';
import { formTexts as t } from './texts.ts';
import { useModal } from './use-modal.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

interface FormDialogProps {
  readonly title: string;
  /** Sentence under the title. */
  readonly text?: string;
  /** Label of the submit button. */
  readonly submit: string;
  /** Whether the form is being sent: the button shows progress and ignores presses. */
  readonly busy: boolean;
  /** Whether the form has unsaved changes, so that leaving asks first. */
  readonly dirty: boolean;
  /** Draft that keeps the form's values. */
  readonly draft?: DraftNoticeProps['draft'] | undefined;
  /** Whether the form contains a password or a file, which no device keeps. */
  readonly hasSecrets?: boolean;
  /** Reason that keeps the form from being sent. */
  readonly notice?: string | undefined;
  readonly onSubmit: (form: EventTarget) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const FIELDS = 'input:not([type=hidden]), select, textarea';

/** Focuses the first field, since the user types next; a form without an editable field keeps the browser's choice. */
function focusFirstField(dialog: HTMLElement): void {
  const fields = [...dialog.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(FIELDS)];
  fields.find((field) => !field.disabled && !('readOnly' in field && field.readOnly))?.focus();
}

/** Distance between the buttons and a message above them, px. */
const TOAST_GAP = 20;

/** Moves messages above the buttons, so that an error does not cover the button that tries again. */
function useToastsAbove() {
  const foot = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const top = foot.current?.getBoundingClientRect().top ?? innerHeight;
    style.setProperty('--toast-bottom', `${Math.round(innerHeight - top + TOAST_GAP)}px`);
    return () => {
      style.removeProperty('--toast-bottom');
    };
  }, []);
  return foot;
}

/** Modal with a form: 640 wide, the whole screen on a phone. Unmount it to close it. */
export function FormDialog(props: FormDialogProps) {
  const { title, text, submit, busy, dirty, draft, hasSecrets, notice, onSubmit, onClose, children } = props;
  // Passes `onClose`, because the browser closes the dialog at a second Escape, whatever the answer to the first one.
  const ref = useModal({ onOpen: focusFirstField, onClose });
  const foot = useToastsAbove();
  const guard = useUnsavedGuard(dirty, draft?.state !== 'kept' ? 'all' : hasSecrets ? 'secrets' : 'none');
  const leave = () => void guard(onClose);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit(event.currentTarget);
  };
  return (
    // Needs no key handler: the keyboard has Escape and the buttons.
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <dialog
      ref={ref}
      aria-label={title}
      onCancel={(event) => {
        // Ignores the `cancel` event of a file picker, which arrives here too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        leave();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) leave();
      }}
      className="dialog-motion m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-sheet p-0 text-ink shadow-modal md:m-auto md:h-fit md:max-h-[calc(100dvh-48px)] md:max-w-[640px] md:rounded-2"
    >
      {/* Scrolls as a whole when head and foot of a large text size leave no room between them. */}
      <form noValidate onSubmit={send} className="flex h-full max-h-[inherit] flex-col overflow-y-auto">
        <header className="flex items-start justify-between gap-4 border-b border-line py-3 pr-3 pl-5 md:pl-7">
          <div className="min-w-0 py-2 [overflow-wrap:anywhere]">
            <h2 className="type-1">{title}</h2>
            {text && <p className="mt-1 text-sm text-ink-2">{text}</p>}
          </div>
          <IconButton label={t.close} icon={<X />} onClick={leave} />
        </header>
        <div className="keeps-lines grid min-h-32 flex-1 content-start gap-3 overflow-y-auto overscroll-contain px-5 py-5 max-md:mb-(--toast-room) md:px-7 md:py-6">
          {draft && <DraftNotice draft={draft} />}
          {children}
        </div>
        {notice && (
          <div className="px-5 pb-3.5 md:px-7">
            <Banner title={notice} />
          </div>
        )}
        <footer ref={foot} className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5 md:px-7">
          <Button onClick={leave}>{t.cancel}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {submit}
          </Button>
        </footer>
      </form>
    </dialog>
  );
}
