let isLifted = false;

/** Whether the page is left without a question about what was not sent. */
export const isLeftUnasked = (): boolean => isLifted;

/**
 * Lifts the questions about what was not sent: at the end of a session the person cannot stay, and what the device keeps
 * comes back after the next login.
 * @returns puts them back
 */
export function leaveUnasked(): () => void {
  isLifted = true;
  return () => {
    isLifted = false;
  };
}
