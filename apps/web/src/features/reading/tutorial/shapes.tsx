/* The few shapes that all drawings are made of, in the theme's own colours. */

export const ink = 'var(--rd-text)';
export const muted = 'var(--rd-muted)';
export const line = 'var(--rd-line)';
export const paper = 'var(--rd-bg)';
export const chrome = 'var(--rd-chrome)';
const damask = 'var(--cb-spot)';
const onDamask = 'var(--cb-on-spot)';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A touch or a click: a sewing button with its four holes. */
export function Touch({ x, y }: Point) {
  return (
    <g>
      <circle cx={x} cy={y} r="22" fill={damask} opacity=".28" />
      <circle cx={x} cy={y} r="14" fill={damask} stroke={onDamask} strokeWidth="1.500" />
      {[
        [-4, -4],
        [4, -4],
        [-4, 4],
        [4, 4],
      ].map(([dx = 0, dy = 0]) => (
        <circle key={`${dx}${dy}`} cx={x + dx} cy={y + dy} r="1.900" fill={onDamask} />
      ))}
    </g>
  );
}

interface ThreadProps {
  readonly d: string;
  /** Position and direction of the needle's point, degrees; without it only the thread is drawn. */
  readonly needle?: Point & { readonly turn: number };
}

/** A gesture: thread with a needle at its end. */
export function Thread({ d, needle }: ThreadProps) {
  return (
    <g fill="none" strokeLinecap="round">
      <path d={d} stroke={ink} strokeWidth="2.500" strokeDasharray="8 5" />
      {needle && (
        <g transform={`translate(${needle.x} ${needle.y}) rotate(${needle.turn})`}>
          <path d="M-30 -3.500 Q-36 0 -30 3.500 L0 0Z" fill={ink} />
          <path d="M-29 0H-23" stroke={paper} strokeWidth="1.600" />
        </g>
      )}
    </g>
  );
}

interface BoxProps extends Point {
  readonly w: number;
  readonly h: number;
}

/** Text: bars, the last one short. */
export function Lines({ x, y, w, count, gap = 12 }: Point & { w: number; count: number; gap?: number }) {
  return (
    <g fill={line}>
      {Array.from({ length: count }, (_, index) => (
        <rect key={index} x={x} y={y + index * gap} width={index === count - 1 ? w * 0.58 : w} height="5" rx="1" />
      ))}
    </g>
  );
}

/** The bar above the page, with its icons as dots. */
export function TopBand({ w, wide }: { readonly w: number; readonly wide: boolean }) {
  const h = wide ? 22 : 26;
  return (
    <g>
      <rect width={w} height={h} fill={chrome} />
      <path d={`M0 ${h}H${w}`} stroke={line} />
      <rect x={w / 2 - 26} y={h / 2 - 3} width="52" height="6" rx="1" fill={muted} />
      <path
        d={`M14 ${h / 2}H22M17 ${h / 2 - 4}L13 ${h / 2}L17 ${h / 2 + 4}`}
        stroke={ink}
        fill="none"
        strokeWidth="1.600"
      />
    </g>
  );
}

/** The panel that rises from the foot, with its stitched handle. */
export function Sheet({ x, y, w, h }: BoxProps) {
  return (
    <g>
      <path
        d={`M${x} ${y + 12}Q${x} ${y} ${x + 12} ${y}H${x + w - 12}Q${x + w} ${y} ${x + w} ${y + 12}V${y + h}H${x}Z`}
        fill={chrome}
        stroke={muted}
        strokeWidth="1.500"
      />
      <path d={`M${x + w / 2 - 17} ${y + 9}h34`} stroke={muted} strokeWidth="2.500" strokeDasharray="8 5" />
    </g>
  );
}

/** A small pocket, for a colour. */
export function Pocket({
  x,
  y,
  fill,
  isChosen = false,
}: Point & { readonly fill: string; readonly isChosen?: boolean }) {
  return <path d={`M${x} ${y}h16v10q0 7 -8 7q-8 0 -8 -7Z`} fill={fill} stroke={ink} strokeWidth={isChosen ? 2.5 : 1} />;
}

/** A key of the keyboard. */
export function Key({ x, y, w = 30, sign, pressed = false }: Point & { w?: number; sign: string; pressed?: boolean }) {
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={w}
        height="26"
        rx="4"
        fill={pressed ? damask : chrome}
        stroke={ink}
        strokeWidth="1.800"
      />
      <path
        d={sign}
        transform={`translate(${x + w / 2} ${y + 13})`}
        fill="none"
        stroke={pressed ? onDamask : ink}
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  );
}

/** Signs on keys, round 0 0. */
export const signs = {
  left: 'M4 -5L-3 0L4 5',
  right: 'M-4 -5L3 0L-4 5',
  up: 'M-5 3L0 -4L5 3',
  down: 'M-5 -3L0 4L5 -3',
  space: 'M-26 1v4h52v-4',
} as const;

/** Drawing of a slide inside the screen of a device. */
export interface Room {
  /** Whether it is a desktop's, in landscape and with a keyboard; else a phone's. */
  readonly wide: boolean;
  readonly w: number;
  readonly h: number;
}

/** A page of text; the column stands in the middle of a wide screen. */
export function Page({ wide, w, count }: Room & { readonly count: number }) {
  const side = wide ? 84 : 14;
  return <Lines x={side} y={wide ? 40 : 44} w={w - side * 2} count={count} gap={wide ? 13 : 14} />;
}
