import { up as next } from '../books/up.ts';
export const up = next;
