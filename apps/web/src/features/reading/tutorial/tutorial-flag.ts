/** Flag of local storage: stored when the tutorial was closed. */
const KEY = 'showTutorial';

/** Whether the tutorial opens by itself: until it was closed once on this device. */
export function isTutorialDue(): boolean {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    // What cannot be stored would come again with every book.
    return false;
  }
}

export function tutorialWasClosed(): void {
  try {
    localStorage.setItem(KEY, 'false');
  } catch {
    // It opens again with the next book.
  }
}
