const widths = { narrow: 'md:max-w-[440px]', reading: 'md:max-w-[520px]', picture: 'md:max-w-[560px]' } as const;

export type DialogWidth = keyof typeof widths;

interface DialogLook {
  readonly width: DialogWidth;
  /** Whether the dialog is a sheet at the bottom of a phone. */
  readonly sheet?: boolean;
}

/** Classes of a modal dialog. */
export function dialogClass({ width, sheet = false }: DialogLook): string {
  const place = sheet
    ? 'scroll-pb-28 max-md:sheet-motion max-md:mx-0 max-md:mt-auto max-md:mb-0 max-md:w-full max-md:rounded-sheet md:dialog-motion md:m-auto md:rounded-2'
    : 'dialog-motion m-auto w-[calc(100vw-40px)] rounded-2';
  return `${place} ${widths[width]} max-h-[calc(100dvh-40px)] max-w-none overflow-y-auto overscroll-contain bg-sheet p-0 text-ink shadow-modal md:w-full`;
}
