import { up as next } from '../reading/up.ts';
export const up = next;
