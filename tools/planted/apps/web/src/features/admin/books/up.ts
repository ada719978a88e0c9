import { up as next } from '../purchases/up.ts';
export const up = next;
