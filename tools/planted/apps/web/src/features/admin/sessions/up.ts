import { up as next } from '../reports/up.ts';
export const up = next;
