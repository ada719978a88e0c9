/** A range of the only section, by characters. */
export const range = (from: number, to = from + 5) => `epubcfi(/6/4!/4/2,/1:${from},/1:${to})`;
/** A highlight to make. */
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

/** The same as another device sends it. */
export const asFields = (from: number) => ({
  ...{ book_part_id: 'part', cfi_range: range(from), color: 'blue' },
  ...{ id: crypto.randomUUID(), mutation_id: crypto.randomUUID() },
});

/** A note half written. */
export const draftOf = (uid: string) => ({
  ...{ uid, part_id: 'part', highlight_id: null, cfi: range(9), color: 'pink', text: 'a medias' },
  ...{ quote: '', prefix: '', suffix: '' },
});
