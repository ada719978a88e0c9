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
  /** Parts that the reader owns, and how. */
  'library',
  /** States of the reader's orders. */
  'orders',
] as const;
export type ChangeTopic = (typeof changeTopics)[number];

/** A change names what to reload, not its new value, which the calls of its noun return. */
export const change = z.object({
  topic: z.enum(changeTopics),
  /** Null for a change that concerns no part. */
  part_id: z.string().nullable(),
  /** Number of the change among all of this reader's. */
  revision: z.int(),
  /** Revision of the changed data: a device that has it need not reload. 0 for data without one. */
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
   * The last known revision. Without it the answer has a revision and no changes; one above the shop's, as after a
   * restored backup, gets all changes.
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
