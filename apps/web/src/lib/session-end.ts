/** Why and how a session ends; the app's root clears what the user left and decides where to go. */
export interface SessionEnd {
  /** Go to the landing page afterwards. */
  readonly redirect: boolean;
  /** Toast to show. */
  readonly text?: string;
  /** The user chose to leave: nothing of theirs stays on the device, and what is unsent is asked about first. */
  readonly voluntary?: boolean;
  /** Tell the server too. */
  readonly serverLogout?: boolean;
}

let handler: (end: SessionEnd) => void = () => {};

export const sessionEnd = {
  onEnd(next: (end: SessionEnd) => void): void {
    handler = next;
  },
  announce(end: SessionEnd): void {
    handler(end);
  },
};
