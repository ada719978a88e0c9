let isLifted = false;

/** Whether the page may be left without a question about unsaved changes. */
export const isLeftUnasked = (): boolean => isLifted;

/**
 * Suppresses the questions about unsaved changes: at the end of a session the user cannot stay, and values kept on the
 * device come back after the next login.
 * @returns function that ends the suppression
 */
export function leaveUnasked(): () => void {
  isLifted = true;
  return () => {
    isLifted = false;
  };
}
