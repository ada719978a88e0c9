import type { ChangeList } from '@cuentos/contract/changes';
import { createTabChannel } from '../lib/tab-channel.ts';

/**
 * Message of one tab to the others about the device's copies, about the highlights and bookmarks of a part, and about
 * what changed elsewhere.
 */
export type DeviceMessage =
  | { readonly kind: 'stored' | 'removed' | 'highlights' | 'bookmarks'; readonly partId: string }
  | {
      readonly kind: 'changes';
      readonly uid: string;
      /** Revision after which the list begins. */
      readonly since: number;
      readonly list: ChangeList;
    }
  | { readonly kind: 'cleared' };

/** Tells this browser's other tabs about changes on the device. */
export const deviceTabs = createTabChannel<DeviceMessage>('offline');
