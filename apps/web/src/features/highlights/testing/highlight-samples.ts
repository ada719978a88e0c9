/** Returns the CFI of a range of characters in the only section. */
export const range = (from: number, to = from + 5) => `epubcfi(/6/4!/4/2,/1:${from},/1:${to})`;
/** Returns the values of a new highlight. */
export const fresh = (from: number, changes = {}) => ({
  cfi: range(from),
  color: 'yellow',
  note: '',
  quote: `palabras ${from}`,
  prefix: 'antes ',
  suffix: ' después',
  edition_id: 'edition',
  ...changes,
});

/** Returns the same highlight as the form fields that another device sends. */
export const asFields = (from: number) => ({
  ...{ book_part_id: 'part', cfi_range: range(from), color: 'blue' },
  ...{ id: crypto.randomUUID(), mutation_id: crypto.randomUUID() },
});

/** Returns the draft of a half-written note. */
export const draftOf = (uid: string) => ({
  ...{ uid, part_id: 'part', highlight_id: null, cfi: range(9), color: 'pink', text: 'a medias' },
  ...{ quote: '', prefix: '', suffix: '' },
});
