import { up as next } from '../checkout/up.ts';
export const up = next;
