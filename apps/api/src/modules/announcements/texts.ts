/** Why an announcement is not sent then. */
export const sendTimeTexts = { past: 'Esa hora ya pasó.', invalid: 'La fecha no es válida.' } as const;
