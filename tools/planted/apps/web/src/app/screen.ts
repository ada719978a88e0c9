import { rows } from '../../../api/src/modules/a/repository.ts';
import { engine } from '../../../../packages/epub/src/render/engine.ts';
import { nowhere } from './nowhere.ts';
export const screen = [rows, engine, nowhere];
