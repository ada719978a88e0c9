const CHANNEL = 'offline';

/** What one tab tells the others about the device's copies, and about the highlights of a part. */
type Message =
  | { readonly kind: 'stored' | 'removed' | 'highlights'; readonly partId: string }
  | { readonly kind: 'cleared' };

let channel: BroadcastChannel | null = null;

function open(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

/** Tells this browser's other tabs what changed here. */
export function broadcast(message: Message): void {
  open()?.postMessage(message);
}

/** @returns ends it. */
export function onBroadcast(onMessage: (message: Message) => void): () => void {
  const listener = ({ data }: MessageEvent<Message>) => onMessage(data);
  const opened = open();
  opened?.addEventListener('message', listener);
  return () => opened?.removeEventListener('message', listener);
}
