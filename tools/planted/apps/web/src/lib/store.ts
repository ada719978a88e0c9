import { two } from '../features/b/two.ts';
export const store = two;
