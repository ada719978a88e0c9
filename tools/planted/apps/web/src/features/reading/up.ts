import { up as next } from '../admin/books/up.ts';
export const up = next;
