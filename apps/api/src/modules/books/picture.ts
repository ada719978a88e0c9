import type { Picture } from '@cuentos/contract/books';

/** Widths made of every picture, in pixels; covers are shown from 84 to 380 CSS pixels wide. */
export const pictureWidths = [160, 320, 640, 960] as const;

/** Storage key of one size. */
export function pictureKey(id: string, width: number): string {
  return `images/${id}-${width}.webp`;
}

/** Storage keys of every size. */
export function pictureKeys(id: string): string[] {
  return pictureWidths.map((width) => pictureKey(id, width));
}

/** Storage key of the JPEG for old browsers and link previews. */
export function pictureFallbackKey(id: string): string {
  return `images/${id}.jpg`;
}

/** A picture as the API shows it. */
export function presentPicture(image: { id: string; width: number; height: number } | null): Picture | null {
  if (!image) return null;
  const { id, width, height } = image;
  const candidates = pictureWidths.filter((candidate, index) => index === 0 || candidate <= width);
  return {
    src: `/${pictureFallbackKey(id)}`,
    srcset: candidates.map((candidate) => `/${pictureKey(id, candidate)} ${candidate}w`).join(', '),
    width,
    height,
  };
}
