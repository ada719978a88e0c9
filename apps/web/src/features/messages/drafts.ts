import { everythingOf, syncDatabase } from '../../device/sync-database.ts';
import { session } from '../../lib/api/session.ts';

/** A message that is being written. */
export interface MessageDraft {
  readonly uid: string;
  /** The thread, or what names a new one. */
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

const uidOf = (): string => session.claims()?.uid ?? '';

/** Keeps what is being written, for the same person; nothing takes its place. A device that keeps nothing says nothing. */
export async function keepDraft(thread: string, { id, text }: Pick<MessageDraft, 'id' | 'text'>): Promise<void> {
  const uid = uidOf();
  try {
    const database = await syncDatabase();
    if (text === '') await database.delete('message_drafts', [uid, thread]);
    else await database.put('message_drafts', { uid, thread, id, text });
  } catch {
    // Storage refused or full.
  }
}

/** What was being written; null when nothing was, or the device keeps nothing. */
export async function readDraft(thread: string): Promise<MessageDraft | null> {
  try {
    return (await (await syncDatabase()).get('message_drafts', [uidOf(), thread])) ?? null;
  } catch {
    return null;
  }
}

/** How many messages a user has begun and not sent. */
export async function countMessageDrafts(uid: string): Promise<number> {
  return (await syncDatabase()).count('message_drafts', everythingOf(uid));
}
