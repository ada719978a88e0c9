/** Colours of a card: background, text and thread, as CSS colours. */
export interface CardColours {
  readonly ground: string;
  readonly text: string;
  readonly thread: string;
}

type Rgb = readonly [number, number, number];

/** Backgrounds for a book without a picture, those of its placeholder. */
const PAPER: Rgb = [247, 244, 236];
const INK: Rgb = [28, 27, 33];
/** Lowest contrast of text (WCAG 1.4.3), and of the thread, which carries no information. */
const TEXT_CONTRAST = 4.5;
const THREAD_CONTRAST = 1.8;
/** Number of colours of a cover that count; the others are shades and edges. */
const SHOWN = 8;
/** Number of levels to which each channel is reduced. */
const STEP = 32;

/**
 * Colours of a book, from the pixels of its cover: the background is its largest colour, the thread the most vivid
 * colour with enough contrast; the text is paper or ink, whichever is more legible. Without pixels, paper and ink.
 * @param pixels RGBA, as `getImageData` returns them
 */
export function coloursOf(pixels: Uint8ClampedArray): CardColours {
  const ranked = rankedColours(pixels);
  const ground = ranked[0] ?? PAPER;
  const text = contrast(ground, PAPER) >= contrast(ground, INK) ? PAPER : INK;
  const readable = contrast(ground, text) >= TEXT_CONTRAST ? ground : darkened(ground);
  const standing = ranked.slice(0, SHOWN).filter((each) => contrast(readable, each) >= THREAD_CONTRAST);
  const thread = standing.toSorted((a, b) => vividness(b) - vividness(a))[0] ?? text;
  const words = contrast(readable, PAPER) >= contrast(readable, INK) ? PAPER : INK;
  return { ground: css(readable), text: css(words), thread: css(thread) };
}

/** Colours by their share of the picture: averages of similar colours. */
function rankedColours(pixels: Uint8ClampedArray): Rgb[] {
  const groups = new Map<string, { count: number; sum: [number, number, number] }>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    const key = [red, green, blue].map((channel) => Math.floor(channel / STEP)).join();
    const group = groups.get(key) ?? { count: 0, sum: [0, 0, 0] };
    group.count += 1;
    group.sum = [group.sum[0] + red, group.sum[1] + green, group.sum[2] + blue];
    groups.set(key, group);
  }
  return [...groups.values()]
    .toSorted((a, b) => b.count - a.count)
    .map(({ count, sum: [red, green, blue] }): Rgb => [red / count, green / count, blue / count]);
}

/** A middle tone on which neither paper nor ink is legible, darkened until paper is. */
function darkened(colour: Rgb): Rgb {
  let [red, green, blue] = colour;
  while (contrast([red, green, blue], PAPER) < TEXT_CONTRAST) [red, green, blue] = [red * 0.9, green * 0.9, blue * 0.9];
  return [red, green, blue];
}

/** Distance of a colour from gray, 0 to 255. */
const vividness = (colour: Rgb): number => Math.max(...colour) - Math.min(...colour);

const css = (colour: Rgb): string => `rgb(${colour.map((channel) => Math.round(channel)).join(' ')})`;

/** Contrast of two colours by WCAG, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
