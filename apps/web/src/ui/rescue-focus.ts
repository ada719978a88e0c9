/** What was just decided is drawn by then, ms. */
const DRAWN_MS = 100;

/**
 * The pressed link or button may go with what it changed, and the keyboard would begin at the top of the page again: if
 * so, the focus goes to a heading near what took its place.
 * @param selector of the heading
 */
export function rescueFocus(selector: string): void {
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>(selector);
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, DRAWN_MS);
}
