import { up as next } from '../bookmarks/up.ts';
export const up = next;
