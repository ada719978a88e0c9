import { everythingOf, syncDatabase } from '../../device/sync-database.ts';

/** A message that is being written. */
export interface MessageDraft {
  readonly uid: string;
  /** The order that it is about, else the thread, else what names a new one. */
  readonly thread: string;
  /** The message's own, another one with every change: what was sent unchanged is sent as the same. */
  readonly id: string;
  readonly text: string;
}

declare module '../../device/sync-database.ts' {
  interface SyncSchema {
    message_drafts: { key: [string, string]; value: MessageDraft };
  }
}

/** Names the draft about an order: the same before its thread is there and after. */
export const draftOfOrder = (orderId: string): string => `order:${orderId}`;

/** Keeps what is being written, for the same person; nothing takes its place. A device that keeps nothing says nothing. */
export async function keepDraft({ uid, thread, id, text }: MessageDraft): Promise<void> {
  try {
    const database = await syncDatabase();
    if (text === '') await database.delete('message_drafts', [uid, thread]);
    else await database.put('message_drafts', { uid, thread, id, text });
  } catch {
    // Storage refused or full.
  }
}

/** What was being written; null when nothing was, or the device keeps nothing. */
export async function readDraft(uid: string, thread: string): Promise<MessageDraft | null> {
  try {
    return (await (await syncDatabase()).get('message_drafts', [uid, thread])) ?? null;
  } catch {
    return null;
  }
}

/** How many messages a user has begun and not sent. */
export async function countMessageDrafts(uid: string): Promise<number> {
  return (await syncDatabase()).count('message_drafts', everythingOf(uid));
}
