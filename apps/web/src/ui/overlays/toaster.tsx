import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button, IconButton } from '../button.tsx';
import { uiTexts } from '../texts.ts';
import { type Toast, toastStore } from './toast-store.ts';

/** Time that a message is shown before it fades for 3 s, ms. */
const SHOWN_MS = 5000;
const FADE_MS = 3000;

const looks = {
  success: { icon: CircleCheck, tone: 'border-l-ok [&>svg]:text-ok' },
  error: { icon: CircleAlert, tone: 'border-l-danger [&>svg]:text-danger' },
  info: { icon: Info, tone: 'border-l-info [&>svg]:text-info' },
} as const;

/** Longest wait for the code that places messages, ms: afterwards they are shown where the style sheets put them. */
const PLACING_MS = 1000;

const none: readonly Toast[] = [];

/**
 * Shows and places messages in one step: one that lay over a button for a moment would take the release of a press on it.
 * @returns ends the placing
 */
function showPlaced(messages: HTMLElement): () => void {
  let isOver = false;
  let isShown = false;
  let endPlacing = () => {};
  const showOnce = () => {
    if (isShown || isOver) return;
    isShown = true;
    if (messages.matches(':popover-open')) messages.hidePopover();
    messages.showPopover();
  };
  const timer = setTimeout(showOnce, PLACING_MS);
  import('./place-toasts.ts')
    .then(({ placeToasts }) => {
      if (isOver) return;
      showOnce();
      endPlacing = placeToasts(messages);
    })
    // The code cannot be loaded without a connection: the messages are shown unplaced.
    .catch(showOnce);
  return () => {
    isOver = true;
    clearTimeout(timer);
    endPlacing();
  };
}

/** All messages, the newest at the bottom. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.all, () => none);
  const region = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id;
  // Shows the popover again for each message, so that it stands above an open dialog, which then takes the region over
  // (over-page.ts).
  useEffect(() => {
    const messages = region.current;
    if (newest === undefined || typeof messages?.showPopover !== 'function') return undefined;
    return showPlaced(messages);
  }, [newest]);
  return (
    <div>
      <section
        ref={region}
        data-toasts=""
        popover="manual"
        aria-label={uiTexts.notifications}
        className="pointer-events-none fixed inset-auto right-5 bottom-[calc(var(--toast-bottom,1.25rem)+var(--toast-lift,0px))] z-60 m-0 w-[min(360px,calc(100vw-40px))] gap-2.5 overflow-visible border-0 bg-transparent p-0 text-ink open:grid"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </section>
    </div>
  );
}

/** Element that had the focus before a message took it; it gets the focus back. */
let before: HTMLElement | null = null;

function ToastCard({ toast }: { readonly toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false);
  const [fading, setFading] = useState(false);
  useEffect(() => {
    if (isHeld || toast.action) return undefined;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const fade = setTimeout(() => setFading(true), SHOWN_MS);
    const end = setTimeout(() => toastStore.dismiss(toast.id), SHOWN_MS + (still ? 0 : FADE_MS));
    return () => {
      clearTimeout(fade);
      clearTimeout(end);
    };
  }, [isHeld, toast]);
  const hold = () => {
    setIsHeld(true);
    setFading(false);
  };
  const close = () => {
    before?.focus();
    toastStore.dismiss(toast.id);
  };
  const { icon: Icon, tone } = looks[toast.type];
  return (
    <div
      data-since={toast.since}
      data-type={toast.type}
      data-stays={toast.action ? '' : undefined}
      role={toast.type === 'error' ? 'alert' : 'status'}
      onMouseEnter={hold}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={({ relatedTarget }) => {
        if (!relatedTarget?.closest('[data-toasts]')) before = relatedTarget as HTMLElement | null;
        hold();
      }}
      onBlur={() => setIsHeld(false)}
      className={`pointer-events-auto grid w-full grid-flow-col grid-cols-[auto_1fr] items-center gap-3 rounded-2 border border-l-4 border-line bg-sheet py-1 pr-1 pl-3.5 text-[0.9375rem] leading-[1.35rem] font-medium shadow-modal motion-safe:animate-[fade-in_200ms] [&>svg]:size-5 ${tone} ${fading ? 'opacity-0 transition-opacity duration-(--cb-dur-toast-fade)' : ''}`}
    >
      <Icon aria-hidden="true" />
      <span>{toast.text}</span>
      {toast.action && (
        <Button
          variant="quiet"
          onClick={() => {
            toast.action?.run();
            close();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton label={uiTexts.close} icon={<X />} onClick={close} />
    </div>
  );
}
