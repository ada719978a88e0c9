import { Page, type Room } from './room.tsx';
import { chrome, ink, line, Lines, muted, paper, Sheet, Thread, TopBand, Touch } from './shapes.tsx';

const YELLOW = 'var(--rd-hl-yellow)';

const SWATCHES = [
  ['#FFFFFF', '#000000'],
  ['#F4E1C1', '#5B4636'],
  ['#DFFFE0', '#264E36'],
  ['#EAEAEA', '#333333'],
  ['#121212', '#E0E0E0'],
] as const;

export function Theme(room: Room) {
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

export function Search(room: Room) {
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

export function MarkAndReturn(room: Room) {
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

export function Offline({ wide, w, h }: Room) {
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
