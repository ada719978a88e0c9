import { WifiOff } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { toastStore } from './overlays/toast-store.ts';

/** Small line with an icon that tells the present state of a part. */
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

/** Whether a message about the connection is shown. */
const isSaid = () => toastStore.all().some(({ about }) => about === 'connection');

/**
 * Line that says what a screen offers without a connection; hidden while there is one. While a message reports the lost
 * connection, the line keeps its place but is invisible, so that only one of them is shown.
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
