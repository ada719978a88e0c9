import { screen } from '../../app/screen.ts';
export const above = screen;
