import { findStyled } from './loosen-boxes.ts';
import type { Fit, Room, PageFlow } from './page-flow.ts';
import { INITIAL } from './theme-css.ts';

/** Narrowest strip for words beside a float, em: a narrower one would show one letter in each line. */
const STRIP = 7;
/** Largest size of a picture in a float that counts as an initial letter, em. */
const LARGEST_INITIAL = 9;

/**
 * Keeps floats on their page: a float that hangs out of the text by a negative margin is moved back inside the page,
 * and a float that leaves no room for words beside it stands alone. Marks the pictures that are initial letters.
 */
export function floatFitter(): Fit {
  let floats: readonly HTMLElement[] | null = null;
  /** Style attributes of the changed elements before the change. */
  const changed = new Map<HTMLElement, string>();
  return (document, flow, room) => {
    floats ??= findStyled(document, '[style*="float"]', ({ float }) => float === 'left' || float === 'right');
    for (const [box, style] of changed) box.style.cssText = style;
    changed.clear();
    // Reads all elements before changing any, so that the browser computes one layout and not one for each.
    const looks = floats.map((box) => lookAt(box, flow, room));
    floats.forEach((box, index) => {
      const { fix, initials } = looks[index] as Look;
      for (const image of initials) image.setAttribute(INITIAL, '');
      if (fix === null) return;
      changed.set(box, box.style.cssText);
      for (const [name, value] of Object.entries(fixes[fix])) box.style.setProperty(name, value, 'important');
    });
  };
}

const fixes = {
  left: { 'margin-left': '0' },
  right: { 'margin-right': '0' },
  alone: { float: 'none', display: 'block', 'margin-left': 'auto', 'margin-right': 'auto' },
} as const;

interface Look {
  readonly fix: keyof typeof fixes | null;
  readonly initials: readonly Element[];
}

function lookAt(box: HTMLElement, flow: PageFlow, room: Room): Look {
  const { float } = (box.ownerDocument.defaultView as Window).getComputedStyle(box);
  const rect = flow.rectOf(box);
  if (!rect || float === 'none') return { fix: null, initials: [] };
  const largest = LARGEST_INITIAL * room.fontSize;
  const isSmall = rect.width <= largest && rect.height <= largest && (box.textContent ?? '').trim() === '';
  const initials = isSmall ? [...(box.localName === 'img' ? [box] : []), ...box.querySelectorAll('img')] : [];
  return { fix: fixOf(box, rect, flow, room), initials };
}

function fixOf(box: HTMLElement, rect: DOMRect, flow: PageFlow, room: Room): Look['fix'] {
  const beside = Math.min(room.column, box.parentElement?.clientWidth || room.column) - rect.width;
  if (beside < STRIP * room.fontSize && rect.width > STRIP * room.fontSize) return 'alone';
  const position = flow.isContinuous ? 0 : flow.position;
  // Decides by the float's middle, because the part that hangs out is the smaller one.
  const start = Math.max(0, Math.floor((rect.left + rect.width / 2 + position) / room.width)) * room.width - position;
  if (rect.left < start - 0.5) return 'left';
  return rect.right > start + room.width + 0.5 ? 'right' : null;
}
