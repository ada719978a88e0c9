let handler: () => void = () => {};

/** Tells the working areas that this account lost its role while they were open. */
export const adminAccess = {
  onLost(next: () => void): () => void {
    handler = next;
    return () => {
      handler = () => {};
    };
  },
  announceLost(): void {
    handler();
  },
};
