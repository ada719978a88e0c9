import { up as next } from '../users/up.ts';
export const up = next;
