import { Page, type Room } from './room.tsx';
import { chrome, ink, line, Lines, muted, paper, Pocket, Sheet, TopBand, Touch } from './shapes.tsx';

const YELLOW = 'var(--rd-hl-yellow)';
const COLOURS = [YELLOW, 'var(--rd-hl-green)', 'var(--rd-hl-blue)', 'var(--rd-hl-pink)', 'var(--rd-hl-red)'];

export function Sections(room: Room) {
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

export function Highlight(room: Room) {
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
        <Pocket key={fill} x={card.x + 10 + index * step} y={card.y + 12} fill={fill} chosen={index === 0} />
      ))}
      <Touch x={side + (w - side * 2) * 0.72} y={y + 22} />
    </g>
  );
}

export function Note(room: Room) {
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
