import { two } from './two.ts';
export const circle = (): unknown => two;
