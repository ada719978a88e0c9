import type { Change, ChangeTopic } from '@cuentos/contract/changes';
import { createEmitter } from '../lib/store.ts';

const heard = createEmitter<Change>();

/** Reports to this page a change by another device or the shop. The channel calls it. */
export const announceChange = heard.emit;

/**
 * Calls back when data of these topics changed elsewhere, while this page is visible; changes of a hidden time are
 * reported when it is visible again. This device's own writes are reported too.
 * @returns ends it
 */
export function onChange(topics: readonly ChangeTopic[], listener: (change: Change) => void): () => void {
  return heard.subscribe((change) => {
    if (topics.includes(change.topic)) listener(change);
  });
}
