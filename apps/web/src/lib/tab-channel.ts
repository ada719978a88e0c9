/** Messages between this browser's tabs, under one name. */
export interface TabChannel<Message> {
  /** Sends to the other tabs; does nothing where the browser has no channels. */
  readonly post: (message: Message) => void;
  /** @returns ends it. */
  readonly subscribe: (listener: (message: Message) => void) => () => void;
}

/** A channel that is opened when it is first used. */
export function createTabChannel<Message>(name: string): TabChannel<Message> {
  let channel: BroadcastChannel | null = null;
  const open = () => {
    if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel(name);
    return channel;
  };
  return {
    post: (message) => open()?.postMessage(message),
    subscribe(listener) {
      const opened = open();
      const onMessage = ({ data }: MessageEvent<Message>) => listener(data);
      opened?.addEventListener('message', onMessage);
      return () => opened?.removeEventListener('message', onMessage);
    },
  };
}
