import { inputClass } from './input-class.ts';

/** Native select in the dress of an input; the browser's own list opens. */
export const selectClass = `${inputClass} select-arrow pr-10`;
