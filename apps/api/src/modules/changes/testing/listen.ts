import { type ChangeList, STREAM_END, streamChanges } from '@cuentos/contract/changes';
import { urlOf } from '@cuentos/contract/call';

/** A device that listens to a server. */
export interface Listening {
  /** Lists received so far, beginning with the first one. */
  readonly lists: readonly ChangeList[];
  /** Topics of all changes received so far, in order. */
  topics(): string[];
  /** Reason with which the server ended the stream; null when the connection broke. */
  readonly ended: Promise<string | null>;
  /** Resolves when the first list has arrived. */
  readonly opened: Promise<void>;
  readonly headers: Headers;
  /** Closes the connection without notice. */
  leave(): void;
}

/**
 * Opens a stream over the network.
 * @param since the last known revision; null for changes from now on
 * @param onList called for each list as it arrives
 */
export async function listen(
  origin: string,
  authorization: string,
  since: number | null = null,
  onList: (list: ChangeList) => void = () => undefined,
): Promise<Listening> {
  const leaving = new AbortController();
  const response = await fetch(`${origin}${urlOf(streamChanges, {}, { since })}`, {
    headers: { authorization },
    signal: leaving.signal,
  });
  if (!response.ok || !response.body) throw new Error(`the stream was refused with ${response.status}`);
  const lists: ChangeList[] = [];
  const opened = Promise.withResolvers<void>();
  const read = async (body: ReadableStream<Uint8Array>): Promise<string | null> => {
    let text = '';
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      const events = (text + piece).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (event.startsWith(`event: ${STREAM_END}`)) return data ?? null;
        if (data === undefined) continue;
        const list = JSON.parse(data) as ChangeList;
        lists.push(list);
        opened.resolve();
        onList(list);
      }
    }
    return null;
  };
  return {
    lists,
    topics: () => lists.flatMap(({ changes }) => changes.map(({ topic }) => topic)),
    ended: read(response.body).catch(() => null),
    opened: opened.promise,
    headers: response.headers,
    leave: () => leaving.abort(),
  };
}
