import { up as next } from '../sessions/up.ts';
export const up = next;
