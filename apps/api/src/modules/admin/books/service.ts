/** What commands use of editing books. */
export { setWriters } from './repository.ts';
