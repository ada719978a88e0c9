import type { Change, ChangeTopic } from '@cuentos/contract/changes';
import { createEmitter } from '../lib/store.ts';

const heard = createEmitter<Change>();

/** Tells this page of a change that another device made, or the shop. The channel calls it. */
export const announceChange = heard.emit;

/**
 * Calls back when something of these topics changed elsewhere, while this page is in sight; of what changed meanwhile,
 * once it is again. This device's own writes are heard too. @returns ends it.
 */
export function onChange(topics: readonly ChangeTopic[], listener: (change: Change) => void): () => void {
  return heard.subscribe((change) => {
    if (topics.includes(change.topic)) listener(change);
  });
}
