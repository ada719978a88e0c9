import { Page, type Room } from './room.tsx';
import { chrome, ink, Key, line, Lines, muted, paper, Sheet, signs, Thread, TopBand, Touch } from './shapes.tsx';

export function Halves(room: Room) {
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

export function Swipe(room: Room) {
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

export function Keyboard(room: Room) {
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

export function TopTap(room: Room) {
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
