/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Reads a computed colour; one in another space than sRGB is painted, because its numbers are no red, green and blue. */
export function colourOf(text: string): Colour {
  const pen = /^(?:l|ok)/.test(text) && document.createElement('canvas').getContext('2d');
  if (pen) {
    pen.fillStyle = text;
    pen.fillRect(0, 0, 1, 1);
  }
  const numbers = pen ? pen.getImageData(0, 0, 1, 1).data : (text.match(/-?[\d.]+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
  const scale = text.startsWith('color(') ? 255 : 1;
  return [red * scale, green * scale, blue * scale, pen ? alpha / 255 : alpha];
}

/** Mixes a colour with an opaque background. */
export function over([red, green, blue, alpha]: Colour, [red2, green2, blue2]: Colour): Colour {
  const mix = (one: number, other: number): number => one * alpha + other * (1 - alpha);
  return [mix(red, red2), mix(green, green2), mix(blue, blue2), 1];
}

export function contrast(one: Colour, other: Colour): number {
  const ratio = (luminance(one) + 0.05) / (luminance(other) + 0.05);
  return Math.max(ratio, 1 / ratio);
}

function luminance([red, green, blue]: Colour): number {
  const linear = (part: number): number => (part / 255) ** 2.2;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Returns the opaque colours of a box whose text stands on `grounds` without it, all of a gradient; null behind a picture. */
export function groundsOn(
  { backgroundColor, backgroundImage }: CSSStyleDeclaration,
  grounds: readonly Colour[],
): readonly Colour[] | null {
  if (backgroundImage.includes('url(')) return null;
  const colour = colourOf(backgroundColor);
  const plain = grounds.map((ground) => over(colour, ground));
  const colours = backgroundImage.match(/[a-z]+\([^()]*\)/g);
  return colours ? colours.map((each) => over(colourOf(each), plain[0] as Colour)) : plain;
}
