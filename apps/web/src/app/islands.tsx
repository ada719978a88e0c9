import type { ComponentType } from 'react';
import {
  CompleteOwnBook,
  FollowPageBook,
  NextStepBar,
  OwnBookDecision,
  PartActionsIsland,
} from '../features/books/book-islands.tsx';
import { ConsentSwitch } from '../features/site/analytics/consent-switch.tsx';
import { ListForm } from '../features/site/landing/list-form.tsx';
import { FrameParts } from './app-frame.tsx';

/** Islands of the public pages, which React takes over, by the name in their markup (lib/island.tsx). */
export const islands: Readonly<Record<string, ComponentType<{ readonly id: string }>>> = {
  frame: FrameParts,
  'list-form': ListForm,
  consent: ConsentSwitch,
  'complete-book': CompleteOwnBook,
  'book-decision': OwnBookDecision,
  'follow-book': FollowPageBook,
  'part-actions': PartActionsIsland,
  'next-step': NextStepBar,
};
