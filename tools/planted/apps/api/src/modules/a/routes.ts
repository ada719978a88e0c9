import { rows } from './repository.ts';
import { inside } from '../b/inside.ts';
export const routes = [rows, inside];
