import { colourOf, contrast } from './colours.ts';
import { styleOf } from './text-surroundings.ts';
import { INITIAL } from './theme-css.ts';

/** Side of the copy of a picture whose points are read, px. */
const SIDE = 32;
/** Greatest part of a picture that is painted when the page shows through on purpose, not at rounded corners only. */
const MOST_PAINTED = 0.85;
/** Least contrast of a painted point with the page (WCAG 2.2 asks for 3 of graphics). */
const LEAST_CONTRAST = 3;
const BLACK = [0, 0, 0, 1] as const;

/** Pictures with a ground of ours; an author's own ground stays. */
const grounded = new WeakSet<HTMLImageElement>();

/**
 * Gives a white or black ground to the pictures on a coloured page that are drawn in the page's own colour on nothing: a
 * formula in black ink cannot be seen on a dark page. A white page stays as the author saw it.
 */
export function groundPictures(document: Document): void {
  const page = colourOf(styleOf(document.documentElement).backgroundColor);
  const ground = contrast(BLACK, page) < LEAST_CONTRAST ? '#fff' : '#000';
  const isWhite = page.every((part) => part === 255 || part === 1);
  for (const image of document.images) {
    const isLost = !isWhite && !image.hasAttribute(INITIAL) && isUnseen(image, page);
    if (isLost) {
      image.style.setProperty('background', ground, 'important');
      grounded.add(image);
    } else if (grounded.delete(image)) image.style.removeProperty('background');
  }
}

/** Whether a picture leaves much of its place clear, and less than a third of its points can be told from the page. */
function isUnseen(image: HTMLImageElement, page: ReturnType<typeof colourOf>): boolean {
  const canvas = image.ownerDocument.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  try {
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0, SIDE, SIDE);
    const { data } = context.getImageData(0, 0, SIDE, SIDE);
    let painted = 0;
    let seen = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at);
      if (alpha < 64) continue;
      painted += 1;
      if (contrast([red, green, blue, 1], page) >= LEAST_CONTRAST) seen += 1;
    }
    return painted < SIDE * SIDE * MOST_PAINTED && seen < painted / 3;
  } catch {
    // A picture that has not arrived, or may not be read.
    return false;
  }
}
