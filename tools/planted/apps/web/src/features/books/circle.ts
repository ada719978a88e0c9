import { round } from './round.ts';
export const circle = (): unknown => round;
