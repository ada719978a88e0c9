import type { ReactNode } from 'react';
import type { Room } from './room.tsx';
import { Highlight, Note, Sections } from './scenes-marking.tsx';
import { MarkAndReturn, Offline, Search, Theme } from './scenes-tools.tsx';
import { Halves, Keyboard, Swipe, TopTap } from './scenes-turning.tsx';

/** The drawings in the order of the slides; the second differs on a desktop, where one does not swipe. */
export const scenes: readonly ((room: Room) => ReactNode)[] = [
  Halves,
  (room) => (room.wide ? <Keyboard {...room} /> : <Swipe {...room} />),
  TopTap,
  Sections,
  Highlight,
  Note,
  Theme,
  Search,
  MarkAndReturn,
  Offline,
];
