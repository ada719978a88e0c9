import { rows } from '../../a/repository.ts';
export const routes = [rows];
