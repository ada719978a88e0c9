import { createContext, type ReactNode, use, useCallback, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

interface MenuProps {
  readonly label: string;
  /** Classes of the button that opens the menu. */
  readonly className: string;
  readonly button: ReactNode;
  /** Accessible name of the button when its content is no text. */
  readonly buttonLabel?: string;
  /** A line above the items. */
  readonly caption?: string;
  readonly children: ReactNode;
}

const GAP = 8;

/** Closes the menu around an item. */
const CloseMenu = createContext(() => {});

/** Places the menu below its button, or above where there is more room, inside the window. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = menu;
  const isBelow = bottom + GAP + offsetHeight <= innerHeight || innerHeight - bottom > top;
  const edge = right > innerWidth / 2 ? right - offsetWidth : left;
  menu.style.left = `${Math.max(GAP, Math.min(edge, innerWidth - offsetWidth - GAP))}px`;
  menu.style.top = `${Math.max(GAP, isBelow ? bottom + GAP : top - GAP - offsetHeight)}px`;
}

/**
 * A button with a list of actions, {@link MenuItem}s, in a native popover over the page, which closes on Escape and on
 * a touch outside. Renders its items when it opens.
 */
export function Menu({ label, className, button, buttonLabel, caption, children }: MenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLFieldSetElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  /** Whether the menu was open before the touch on its button, which closes it first. */
  const wasOpen = useRef(false);
  const open = () => {
    if (wasOpen.current) return;
    flushSync(() => setIsOpen(true));
    if (!menu.current || !opener.current) return;
    // Shows the items below the button in browsers without popovers.
    menu.current.showPopover?.();
    place(menu.current, opener.current);
    menu.current.querySelector<HTMLElement>('button, a')?.focus();
  };
  const close = useCallback(() => {
    menu.current?.hidePopover?.();
    setIsOpen(false);
  }, []);
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-label={buttonLabel}
        title={buttonLabel === undefined ? undefined : label}
        aria-haspopup="true"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={className}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onKeyDown={() => {
          wasOpen.current = false;
        }}
        onClick={open}
      >
        {button}
      </button>
      {/* Handles neither Escape nor a touch outside: the browser closes the popover. */}
      {isOpen && (
        <fieldset
          ref={menu}
          id={id}
          popover="auto"
          aria-label={label}
          onToggle={({ newState }) => {
            if (newState === 'closed') setIsOpen(false);
          }}
          className="fixed inset-auto m-0 w-[min(340px,calc(100vw-16px))] min-w-0 rounded-2 border border-line bg-sheet py-2 text-ink shadow-modal"
        >
          {caption && <p className="px-4 py-2 text-[0.8125rem] leading-[1.125rem] text-ink-3">{caption}</p>}
          <CloseMenu value={close}>{children}</CloseMenu>
        </fieldset>
      )}
    </>
  );
}

interface MenuItemProps {
  readonly onClick: () => void;
  readonly hint?: string;
  /** Whether the action removes something. */
  readonly danger?: boolean;
  readonly children: ReactNode;
}

export function MenuItem({ onClick, hint, danger = false, children }: MenuItemProps) {
  const close = use(CloseMenu);
  return (
    <button
      type="button"
      onClick={() => {
        close();
        onClick();
      }}
      className={`block min-h-13 w-full px-4 py-2 text-start text-[0.9375rem] leading-[1.3] font-semibold hover:bg-accent-soft focus-visible:bg-accent-soft ${danger ? 'border-t border-line text-danger' : ''}`}
    >
      {children}
      {hint && <small className="block text-[0.8125rem] leading-[1.125rem] font-normal text-ink-3">{hint}</small>}
    </button>
  );
}
