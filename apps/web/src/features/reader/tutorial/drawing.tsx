import { useId } from 'react';
import type { Room } from './room.tsx';
import { scenes } from './scenes.tsx';
import { chrome, ink, line, paper } from './shapes.tsx';

const phone: Room = { wide: false, w: 150, h: 264 };
const desktop: Room = { wide: true, w: 372, h: 216 };

/** The drawing of a slide on a phone or on a desktop's screen; the sentence beside says it all. */
export function TutorialDrawing({ index, wide }: { readonly index: number; readonly wide: boolean }) {
  const clip = useId();
  const room = wide ? desktop : phone;
  const Scene = scenes[index];
  const [width, height] = wide ? [460, 262] : [190, 292];
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      data-drawing={wide ? 'desktop' : 'phone'}
      className="mx-auto block h-full max-h-full w-auto max-w-full"
    >
      <clipPath id={clip}>
        <rect width={room.w} height={room.h} rx={wide ? 4 : 16} />
      </clipPath>
      {wide && (
        <path
          d="M18 240H442L452 251Q452 256 446 256H14Q8 256 8 251Z"
          fill={chrome}
          stroke={ink}
          strokeWidth="2.500"
          strokeLinejoin="round"
        />
      )}
      <g transform={wide ? 'translate(44 18)' : 'translate(20 14)'}>
        <rect
          x={wide ? -6 : -5}
          y={wide ? -6 : -5}
          width={room.w + (wide ? 12 : 10)}
          height={room.h + (wide ? 12 : 10)}
          rx={wide ? 9 : 21}
          fill={paper}
          stroke={ink}
          strokeWidth="2.500"
        />
        <g clipPath={`url(#${clip})`}>
          <rect width={room.w} height={room.h} fill={paper} />
          {Scene && <Scene {...room} />}
        </g>
        <rect width={room.w} height={room.h} rx={wide ? 4 : 16} fill="none" stroke={line} />
      </g>
    </svg>
  );
}
