/** Words of exported notes files. */
export const noteFileTexts = {
  /** Name of a file, without its ending. */
  fileName: 'mis-notas',
} as const;
