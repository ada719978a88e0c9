let announce: (text: string) => void = () => {};

/** Where the global error texts go: the api client says them, the app shows them. */
export const failures = {
  onFailure(next: (text: string) => void): void {
    announce = next;
  },
  announce(text: string): void {
    announce(text);
  },
};
