import { scrollBehavior } from './scroll-behavior.ts';

/** Room kept between a message and what it would have covered, px. */
const GAP = 16;
const CONTROLS = 'a, button, input, select, textarea, summary';

/**
 * Scrolls what has the focus out from under the messages (WCAG 2.4.11), as far as the page goes: on a phone a message
 * about a form lay on the form's own field.
 */
export function uncoverFocus(messages: HTMLElement): void {
  const focused = document.activeElement;
  if (!focused?.matches(CONTROLS) || focused.closest('dialog') || messages.contains(focused)) return;
  const field = focused.getBoundingClientRect();
  const cover = messages.getBoundingClientRect();
  const isCovered =
    field.bottom > cover.top && field.top < cover.bottom && field.right > cover.left && field.left < cover.right;
  if (isCovered) scrollBy({ top: field.bottom - cover.top + GAP, behavior: scrollBehavior() });
}
