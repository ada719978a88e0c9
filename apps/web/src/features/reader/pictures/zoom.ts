/** How large a picture is shown and how far it is moved from the middle, px. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const wholeView: View = { scale: 1, x: 0, y: 0 };
export const LARGEST = 8;
/** What a button or key changes. */
export const STEP = 1.5;
/** What a double tap goes to. */
export const CLOSE = 2.5;

/** A view that keeps the picture within reach: no gap at a side where more of it could be shown. */
export function within(view: View, picture: Size, frame: Size): View {
  const scale = Math.min(LARGEST, Math.max(1, view.scale));
  const limit = (length: number, room: number) => Math.max(0, (length * scale - room) / 2);
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value)) + 0;
  return {
    scale,
    x: clamp(view.x, limit(picture.width, frame.width)),
    y: clamp(view.y, limit(picture.height, frame.height)),
  };
}

/** Zooms by a factor so that the point under the finger stays there. @param at from the frame's middle, px */
export function zoomAt(view: View, factor: number, at: Point): View {
  const scale = Math.min(LARGEST, Math.max(1, view.scale * factor));
  const real = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * real, y: at.y - (at.y - view.y) * real };
}
