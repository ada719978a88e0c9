import { up as next } from '../auth/up.ts';
export const up = next;
