import { up as next } from '../messages/up.ts';
export const up = next;
