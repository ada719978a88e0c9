import { Lines } from './shapes.tsx';

/** What a slide draws inside the screen of a device. */
export interface Room {
  /** Landscape, with a keyboard; else a phone. */
  readonly wide: boolean;
  readonly w: number;
  readonly h: number;
}

/** A page of text; the column stands in the middle of a wide screen. */
export function Page({ wide, w, count }: Room & { readonly count: number }) {
  const side = wide ? 84 : 14;
  return <Lines x={side} y={wide ? 40 : 44} w={w - side * 2} count={count} gap={wide ? 13 : 14} />;
}
