import type { ReactNode } from 'react';
import {
  chrome,
  ink,
  Key,
  line,
  Lines,
  muted,
  Page,
  paper,
  Pocket,
  type Room,
  Sheet,
  signs,
  Thread,
  TopBand,
  Touch,
} from './shapes.tsx';

const YELLOW = 'var(--rd-hl-yellow)';
const COLOURS = [YELLOW, 'var(--rd-hl-green)', 'var(--rd-hl-blue)', 'var(--rd-hl-pink)', 'var(--rd-hl-red)'];

function Sections(room: Room) {
  const { wide, w, h } = room;
  const [x, width] = wide ? [70, w - 140] : [0, w];
  const y = wide ? 42 : 70;
  const gap = wide ? 31 : 34;
  const rows = [0.5, 0.72, 0.44, 0.62, 0.52];
  return (
    <g>
      <Page {...room} count={wide ? 3 : 4} />
      <TopBand w={w} wide={wide} />
      <Sheet x={x} y={y} w={width} h={h - y} />
      {rows.map((share, index) => {
        const top = y + 26 + index * gap;
        const indent = index === 2 ? 12 : 0;
        return (
          <g key={share}>
            <rect
              x={x + 20 + indent}
              y={top}
              width={(width - 50) * share}
              height={index === 1 ? 7 : 5.5}
              rx="1"
              fill={index === 1 ? ink : muted}
            />
            <path d={`M${x + 14} ${top + gap * 0.62}H${x + width - 14}`} stroke={line} />
          </g>
        );
      })}
      <path d={`M${x + 4} ${y + 20 + gap}v${gap * 0.7}`} stroke={ink} strokeWidth="3" strokeDasharray="6 4" />
      <Touch x={x + width - 38} y={y + 30 + gap * 3} />
    </g>
  );
}

/** Marked text, drawn between two of the page's rows. */
function Marked({ x, y, w }: { readonly x: number; readonly y: number; readonly w: number }) {
  return (
    <g>
      <rect x={x + w * 0.4} y={y - 5} width={w * 0.6} height="14" fill={YELLOW} />
      <rect x={x} y={y + 9} width={w * 0.72} height="14" fill={YELLOW} />
      <g fill={ink} opacity=".65">
        <rect x={x + w * 0.4 + 3} y={y} width={w * 0.6 - 6} height="5" rx="1" />
        <rect x={x} y={y + 14} width={w * 0.72 - 4} height="5" rx="1" />
      </g>
    </g>
  );
}

function Highlight(room: Room) {
  const { wide, w, h } = room;
  const side = wide ? 84 : 14;
  const y = wide ? 66 : 100;
  const card = wide ? { x: w / 2 - 74, y: y + 44 } : { x: 6, y: h - 62 };
  const step = wide ? 27 : 26;
  return (
    <g>
      <Page {...room} count={wide ? 12 : 15} />
      <rect x={side} y={y - 7} width={w - side * 2} height="33" fill={paper} />
      <Lines x={side} y={y} w={(w - side * 2) * 0.36} count={1} />
      <Marked x={side} y={y} w={w - side * 2} />
      <rect
        x={card.x}
        y={card.y}
        width={wide ? 148 : w - 12}
        height="40"
        rx="4"
        fill={chrome}
        stroke={muted}
        strokeWidth="1.500"
      />
      {COLOURS.map((fill, index) => (
        <Pocket key={fill} x={card.x + 10 + index * step} y={card.y + 12} fill={fill} isChosen={index === 0} />
      ))}
      <Touch x={side + (w - side * 2) * 0.72} y={y + 22} />
    </g>
  );
}

function Note(room: Room) {
  const { wide, w, h } = room;
  const side = wide ? 84 : 14;
  const y = wide ? 44 : 70;
  const card = wide ? { x: w / 2 - 92, y: 84, w: 184, h: 92 } : { x: 6, y: 118, w: w - 12, h: 104 };
  const end = side + (w - side * 2) * 0.72;
  return (
    <g>
      <Page {...room} count={wide ? 12 : 15} />
      <rect x={side} y={y - 7} width={w - side * 2} height="33" fill={paper} />
      <Marked x={side} y={y} w={w - side * 2} />
      <path
        d={`M${end + 5} ${y + 8}h9l4 4v10h-13Z`}
        fill={paper}
        stroke={ink}
        strokeWidth="1.600"
        strokeLinejoin="round"
      />
      <rect
        x={card.x}
        y={card.y}
        width={card.w}
        height={card.h}
        rx="4"
        fill={chrome}
        stroke={muted}
        strokeWidth="1.500"
      />
      <rect x={card.x + 8} y={card.y + 8} width={card.w - 16} height={card.h - 48} rx="3" fill={paper} stroke={muted} />
      <g fill={ink} opacity=".65">
        <rect x={card.x + 16} y={card.y + 18} width={card.w * 0.62} height="5" rx="1" />
        <rect x={card.x + 16} y={card.y + 30} width={card.w * 0.34} height="5" rx="1" />
      </g>
      <path d={`M${card.x + 20 + card.w * 0.34} ${card.y + 26}v13`} stroke={ink} strokeWidth="1.800" />
      <rect x={card.x + card.w - 62} y={card.y + card.h - 32} width="54" height="24" rx="3" fill={ink} />
      <rect x={card.x + card.w - 50} y={card.y + card.h - 22} width="30" height="5" rx="1" fill={paper} />
      <Touch x={card.x + card.w - 30} y={Math.min(h - 24, card.y + card.h - 8)} />
    </g>
  );
}

const SWATCHES = [
  ['#FFFFFF', '#000000'],
  ['#F4E1C1', '#5B4636'],
  ['#DFFFE0', '#264E36'],
  ['#EAEAEA', '#333333'],
  ['#121212', '#E0E0E0'],
] as const;

function Theme(room: Room) {
  const { wide, w, h } = room;
  const [x, width] = wide ? [70, w - 140] : [0, w];
  const y = wide ? 52 : 96;
  const step = (width - 24) / 5;
  return (
    <g>
      <Page {...room} count={wide ? 3 : 5} />
      <TopBand w={w} wide={wide} />
      <Sheet x={x} y={y} w={width} h={h - y} />
      {SWATCHES.map(([background, color], index) => (
        <g key={background}>
          <rect
            x={x + 13 + index * step}
            y={y + 24}
            width={step - 5}
            height="32"
            rx="2"
            fill={background}
            stroke={muted}
            strokeWidth={index === 1 ? 3 : 1}
          />
          <text
            x={x + 13 + index * step + (step - 5) / 2}
            y={y + 45}
            textAnchor="middle"
            className="font-serif"
            fontSize="12"
            fill={color}
          >
            Aa
          </text>
        </g>
      ))}
      <SizeRow x={x} y={y + 72} width={width} />
      <Touch x={x + (width * 5) / 6 + 10} y={y + 122} />
    </g>
  );
}

/** A-, the size, A+. */
function SizeRow({ x, y, width }: { readonly x: number; readonly y: number; readonly width: number }) {
  return (
    <g>
      <rect x={x + 13} y={y} width={width - 26} height="34" rx="3" fill={chrome} stroke={muted} strokeWidth="1.500" />
      <path d={`M${x + width / 3 + 4} ${y}v34M${x + (width * 2) / 3 - 4} ${y}v34`} stroke={line} strokeWidth="1.500" />
      <g className="font-serif" textAnchor="middle" fill={ink}>
        <text x={x + width / 6 + 6} y={y + 22} fontSize="12">
          A-
        </text>
        <text x={x + width / 2} y={y + 22} fontSize="12">
          18
        </text>
        <text x={x + (width * 5) / 6 - 6} y={y + 23} fontSize="17">
          A+
        </text>
      </g>
    </g>
  );
}

function Search(room: Room) {
  const { wide, w } = room;
  const [x, width] = wide ? [70, w - 140] : [0, w];
  const rows = wide ? 3 : 4;
  return (
    <g>
      <Page {...room} count={wide ? 12 : 15} />
      <rect x={x} width={width} height={44 + rows * 38} fill={chrome} stroke={muted} strokeWidth="1.500" />
      <g fill="none" stroke={ink} strokeWidth="2.200" strokeLinecap="round">
        <circle cx={x + 22} cy="20" r="7" />
        <path d={`M${x + 27} 25l6 6`} />
      </g>
      <rect x={x + 44} y="17" width="48" height="6" rx="1" fill={ink} />
      <path d={`M${x + 97} 12v16`} stroke={ink} strokeWidth="1.800" />
      <path d={`M${x} 40H${x + width}`} stroke={line} strokeWidth="1.500" />
      {Array.from({ length: rows }, (_, index) => {
        const top = 54 + index * 38;
        const from = x + 14 + ([30, 8, 52, 20][index] ?? 0);
        return (
          <g key={top}>
            <Lines x={x + 14} y={top} w={width - 28} count={2} gap={11} />
            <rect x={from} y={top - 4} width="46" height="13" fill={YELLOW} />
            <rect x={from + 3} y={top} width="40" height="5" rx="1" fill={ink} opacity=".65" />
            <path d={`M${x + 14} ${top + 26}H${x + width - 14}`} stroke={line} />
          </g>
        );
      })}
      <Touch x={x + width - 34} y={96} />
    </g>
  );
}

function MarkAndReturn(room: Room) {
  const { wide, w, h } = room;
  const right = w - (wide ? 60 : 34);
  return (
    <g>
      <Page {...room} count={wide ? 11 : 14} />
      <path d={`M${right} 0h20v66l-10 9l-10 -9Z`} fill={ink} />
      <path
        d={`M${right + 4.5} 0v62l5.500 5l5.500 -5v-62`}
        fill="none"
        stroke={paper}
        strokeWidth="1.500"
        strokeDasharray="5 3.500"
      />
      <rect y={h - 30} width={w} height="30" fill={paper} />
      <Thread
        d={
          wide
            ? `M${w - 96} 128C${w - 150} 96 150 104 96 ${h - 48}`
            : `M${w - 30} 150C${w - 60} 112 34 116 36 ${h - 62}`
        }
        needle={wide ? { x: 76, y: h - 20, turn: 125 } : { x: 38, y: h - 28, turn: 86 }}
      />
      <rect x={wide ? 96 : 52} y={h - 18} width={wide ? 96 : 66} height="6" rx="1" fill={ink} />
      <Touch x={right + 10} y={wide ? 96 : 102} />
    </g>
  );
}

function Offline({ wide, w, h }: Room) {
  const middle = w / 2;
  const top = wide ? 34 : 46;
  const pocket = h - (wide ? 96 : 118);
  return (
    <g>
      <path
        transform={`translate(${middle} ${top})`}
        d="M-40 40q-16 -2 -16 -16q0 -14 15 -15q3 -18 21 -18q13 0 18 11q4 -3 10 -3q13 0 15 14q19 1 19 14q0 13 -14 13Z"
        fill={chrome}
        stroke={muted}
        strokeWidth="2"
      />
      <Thread d={`M${middle - 8} ${top + 42}q-6 10 2 18`} />
      <path
        d={`M${middle - 14} ${top + 72}l22 -8M${middle - 16} ${top + 66}l-6 -2M${middle + 10} ${top + 72}l6 3`}
        stroke={ink}
        strokeWidth="2.200"
        strokeLinecap="round"
      />
      <g transform={`translate(${middle} ${pocket})`}>
        <path d="M-40 0H40V58L0 82L-40 58Z" fill={ink} />
        <path
          d="M-40 10H40M-32 18v34l32 19l32 -19v-34"
          fill="none"
          stroke="var(--cb-spot)"
          strokeWidth="2"
          strokeDasharray="6 4"
        />
        <path
          d="M-13 38l10 10l17 -18"
          fill="none"
          stroke={paper}
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </g>
  );
}

/** The drawings in the order of the slides; the second differs on a desktop, which has no swipe. */
export const scenes: readonly ((room: Room) => ReactNode)[] = [
  Halves,
  (room) => (room.wide ? <Keyboard {...room} /> : <Swipe {...room} />),
  TopTap,
  Sections,
  Highlight,
  Note,
  Theme,
  Search,
  MarkAndReturn,
  Offline,
];

function Halves(room: Room) {
  const { wide, w, h } = room;
  const middle = wide ? 118 : 150;
  return (
    <g>
      <Page {...room} count={wide ? 12 : 15} />
      <rect width={w * 0.1} height={h} fill={ink} opacity=".1" />
      <rect x={w * 0.9} width={w * 0.1} height={h} fill={ink} opacity=".1" />
      <path d={`M${w / 2} 12V${h - 12}`} stroke={muted} strokeWidth="2" strokeDasharray="8 5" />
      <g fill="none" stroke={ink} strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d={`M${w * 0.25 + 7} ${middle - 14}l-14 14l14 14`} />
      </g>
      <Touch x={w * 0.75} y={middle} />
    </g>
  );
}

function Swipe(room: Room) {
  const { w, h } = room;
  return (
    <g>
      <g transform="translate(-46 0)">
        <Page {...room} count={15} />
      </g>
      <rect x={w - 46} width="60" height={h} fill={paper} />
      <path d={`M${w - 46} 0V${h}`} stroke={muted} strokeWidth="1.500" />
      <Lines x={w - 34} y={44} w={60} count={15} gap={14} />
      <Thread d={`M${w - 26} 176C${w - 50} 150 90 146 58 158`} needle={{ x: 24, y: 170, turn: 160 }} />
      <Touch x={w - 26} y={176} />
    </g>
  );
}

function Keyboard(room: Room) {
  const { w, h } = room;
  return (
    <g>
      <Page {...room} count={5} />
      <path d={`M0 ${h - 104}H${w}`} stroke={line} />
      <rect y={h - 104} width={w} height="104" fill={chrome} />
      <Key x={w / 2 - 136} y={h - 64} w={150} sign={signs.space} />
      <Key x={w / 2 + 40} y={h - 64} sign={signs.left} />
      <Key x={w / 2 + 76} y={h - 64} sign={signs.down} />
      <Key x={w / 2 + 76} y={h - 94} sign={signs.up} />
      <Key x={w / 2 + 112} y={h - 64} sign={signs.right} pressed />
    </g>
  );
}

function TopTap(room: Room) {
  const { wide, w, h } = room;
  const [x, width] = wide ? [70, w - 140] : [0, w];
  const y = wide ? h - 84 : h - 104;
  return (
    <g>
      <Page {...room} count={wide ? 12 : 15} />
      <TopBand w={w} wide={wide} />
      <Sheet x={x} y={y} w={width} h={h - y} />
      <Lines x={x + 18} y={y + 30} w={width - 36} count={3} gap={18} />
      <Thread
        d={`M${w / 2 + 44} 30C${w / 2 + 74} 60 ${w / 2 + 66} ${y - 50} ${w / 2 + 48} ${y - 26}`}
        needle={{ x: w / 2 + 26, y: y - 4, turn: 132 }}
      />
      <Touch x={w / 2 + 28} y={wide ? 14 : 18} />
    </g>
  );
}
