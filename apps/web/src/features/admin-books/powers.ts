/**
 * Who is at work. A writter edits her own books: never price after the first activation, never activation, deletion
 * or who else writes. The server has the last word.
 */
export type Powers = 'admin' | 'writter';
