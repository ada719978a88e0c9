import { up as next } from '../highlights/up.ts';
export const up = next;
