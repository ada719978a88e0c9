const CHANNEL = 'offline';

/** What one tab tells the others about the device's copies. */
type Message = { readonly kind: 'stored' | 'removed'; readonly partId: string } | { readonly kind: 'cleared' };

let channel: BroadcastChannel | null = null;

function open(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

/** Tells this browser's other tabs that a copy came or went. */
export function tellTabs(message: Message): void {
  open()?.postMessage(message);
}

export function listenToTabs(onMessage: (message: Message) => void): void {
  open()?.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
}
