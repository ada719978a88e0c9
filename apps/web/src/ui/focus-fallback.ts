/** Time by which a change is rendered, ms; content that must be fetched first comes later. */
const DRAWN_MS = 100;
/** Time after which the focus is left where it is, ms. */
const PATIENCE_MS = 5000;

/**
 * The pressed link or button may go with what it changed, and the keyboard would begin at the top of the page again: if
 * so, the focus goes to a heading near what took its place, as soon as there is one. A heading that gives way to
 * another, as a skeleton's does, hands it on.
 * @param selector of the heading
 */
export function restoreFocus(selector: string): void {
  const until = Date.now() + PATIENCE_MS;
  // The page of the press: by the last look a test may have taken its own away.
  const page = document;
  let rescued: Element | null = null;
  const look = (): void => {
    const { activeElement } = page;
    const isSomewhere = activeElement !== null && activeElement !== page.body;
    if (isSomewhere && activeElement !== rescued) return;
    const heading = isSomewhere ? null : page.querySelector<HTMLElement>(selector);
    if (heading) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      rescued = heading;
    }
    if (Date.now() < until) setTimeout(look, DRAWN_MS);
  };
  setTimeout(look, DRAWN_MS);
}
