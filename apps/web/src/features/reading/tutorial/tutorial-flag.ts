/** Flag of local storage: stored when the tutorial was closed. */
const KEY = 'showTutorial';

/** Whether the tutorial opens by itself: until it was closed once on this device. */
export function isTutorialDue(): boolean {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    // Skips the tutorial where its end cannot be stored, since every book would show it again.
    return false;
  }
}

export function tutorialWasClosed(): void {
  try {
    localStorage.setItem(KEY, 'false');
  } catch {
    // Without storage it opens again with the next book.
  }
}
