import { circle } from './circle.ts';
export const two = circle;
