import { up as next } from '../library/up.ts';
export const up = next;
