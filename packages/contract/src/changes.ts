import { z } from 'zod';
import { callsOf } from './call.ts';
import { instant } from './primitives.ts';

const { user } = callsOf('changes');

/**
 * Kinds of a reader's own things that can change on one device or in the shop, for the other devices to look at again.
 */
export const changeTopics = [
  'highlights',
  'bookmarks',
  'position',
  'finished',
  'settings',
  /** Which parts the reader holds, and how. */
  'library',
  /** States of the reader's orders. */
  'orders',
] as const;
export type ChangeTopic = (typeof changeTopics)[number];

/** A change says what to look at again, never what it says now: that is asked for by the calls of its noun. */
export const change = z.object({
  topic: z.enum(changeTopics),
  /** Null for what is of no part. */
  part_id: z.string().nullable(),
  /** Number of the change among all of this reader's. */
  revision: z.int(),
  /** The noun's own revision of it: whoever has that one has nothing to ask. 0 where the noun has none. */
  version: z.int(),
});
export type Change = z.infer<typeof change>;

/** Changes after a revision, the newest change of each thing; and the revision that the next question begins at. */
export const changeList = z.object({
  revision: z.int(),
  changes: z.array(change),
  /** Which state of the shop's data answers. After another one a backup was restored, and devices may know more. */
  epoch: z.object({ id: z.string(), began_at: instant }),
});
export type ChangeList = z.infer<typeof changeList>;

export const changeQuery = z.object({
  /**
   * The last revision heard. Without it the answer is a revision and no changes; one that the shop has not come to, as
   * after a restored backup, asks for everything.
   */
  since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});

export const listChanges = user('GET', '/api/changes', 'What changed of the caller’s own things', {
  query: changeQuery,
  answer: changeList,
});

/** Why the server ends a stream: it stops; the session or its token ended; the reader opened too many. */
export const streamEnds = ['stopping', 'session', 'crowded'] as const;
export type StreamEnd = (typeof streamEnds)[number];

/** Name of the event that a stream ends with; its data is a {@link StreamEnd}. Every other event is a {@link ChangeList}. */
export const STREAM_END = 'end';

/** `text/event-stream`: the state at once, then what changes as it does, until the access token ends. */
export const streamChanges = user('GET', '/api/changes/stream', 'What changes of the caller’s own things, as it does', {
  query: changeQuery,
  answer: z.unknown(),
});
