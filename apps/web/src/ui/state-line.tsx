import { WifiOff } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { toastStore } from './overlays/toast-store.ts';

/** Small line with an icon: what can be done with a part now. */
export function StateLine({
  icon,
  tone = 'muted',
  children,
}: {
  readonly icon: ReactNode;
  readonly tone?: 'muted' | 'ok';
  readonly children: ReactNode;
}) {
  return (
    <p
      className={`flex items-center gap-1.5 text-xs [&>svg]:size-4 [&>svg]:shrink-0 ${tone === 'ok' ? 'text-ok' : 'text-ink-3'}`}
    >
      {icon}
      <span>{children}</span>
    </p>
  );
}

interface OfflineLineProps {
  readonly online: boolean;
  readonly text: string;
  readonly className?: string;
}

/** Whether a message speaks of the connection just now. */
const isSaid = () => toastStore.all().some(({ about }) => about === 'connection');

/**
 * The one line that says what a screen has without a connection; not there with one. While a message says that the
 * connection is gone, the line keeps its place and waits, so that the same is not told twice at once.
 */
export function OfflineLine({ online, text, className = '' }: OfflineLineProps) {
  const waits = useSyncExternalStore(toastStore.subscribe, isSaid, () => false);
  return (
    <output
      className={`flex items-center gap-1.5 text-sm text-ink-2 [&>svg]:size-4 [&>svg]:shrink-0 ${waits ? 'invisible' : ''} ${className}`}
    >
      {!online && <WifiOff aria-hidden="true" />}
      {!online && text}
    </output>
  );
}
