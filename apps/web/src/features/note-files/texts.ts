/** Words of the files in which notes are taken along. */
export const noteFileTexts = {
  /** Name of a file, without its ending. */
  fileName: 'mis-notas',
} as const;
