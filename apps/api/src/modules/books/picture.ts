import type { Picture } from '@cuentos/contract/books';

/** Widths made of every picture, in pixels; covers are shown from 84 to 380 CSS pixels wide. */
export const pictureWidths = [160, 320, 640, 960] as const;

/** Stored data of a picture. */
export interface StoredPicture {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Whether its sizes are there as AVIF too; null: it was not tried yet. */
  readonly has_avif: 0 | 1 | null;
}

/** Storage key of one size. */
export function pictureKey(id: string, width: number, format: 'webp' | 'avif' = 'webp'): string {
  return `images/${id}-${width}.${format}`;
}

/** Storage key of the JPEG for old browsers and link previews. */
export function pictureFallbackKey(id: string): string {
  return `images/${id}.jpg`;
}

/** Storage key of the largest size without loss, which no address leads to; AVIF is made of it, and it goes then. */
export function pictureMasterKey(id: string): string {
  return `images/${id}-master.webp`;
}

/** Storage keys of all files of a picture that browsers request. */
export function pictureKeys(picture: Omit<StoredPicture, 'height'>): string[] {
  const avifWidths = picture.has_avif === 1 ? shownWidths(picture) : [];
  return [
    ...pictureWidths.map((width) => pictureKey(picture.id, width)),
    ...avifWidths.map((width) => pictureKey(picture.id, width, 'avif')),
    pictureFallbackKey(picture.id),
  ];
}

/** Widths that a picture is shown in: none is larger than the picture, but for the smallest. */
export function shownWidths({ width }: Pick<StoredPicture, 'width'>): number[] {
  return pictureWidths.filter((candidate, index) => index === 0 || candidate <= width);
}

/** A picture as the API shows it. */
export function presentPicture(picture: StoredPicture | null): Picture | null {
  if (!picture) return null;
  const { id, width, height } = picture;
  const candidates = (format: 'webp' | 'avif'): string =>
    shownWidths(picture)
      .map((candidate) => `/${pictureKey(id, candidate, format)} ${candidate}w`)
      .join(', ');
  return {
    src: `/${pictureFallbackKey(id)}`,
    srcset: candidates('webp'),
    ...(picture.has_avif === 1 ? { avif: candidates('avif') } : {}),
    width,
    height,
  };
}
