import { up } from '../features/site/up.ts';
export const store = up;
