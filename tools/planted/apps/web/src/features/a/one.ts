import { two } from '../b/two.ts';
import { screen } from '../../app/screen.ts';
export const one = [two, screen];
