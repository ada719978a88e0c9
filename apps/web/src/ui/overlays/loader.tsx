import { use } from 'react';
import { MarkLetters } from '../mark-letters.ts';
import { uiTexts } from '../texts.ts';

/** Animated pocket with a running seam, 96 px. */
export function LoaderDrawing() {
  const letters = use(MarkLetters);
  return (
    <svg viewBox="0 0 96 110" width="96" height="110" aria-hidden="true">
      <path d="M4 4H92V80L48 106L4 80Z" fill="var(--cb-band)" />
      <path
        className="stitching"
        d="M13 16H83V75L48 95.500L13 75Z"
        fill="none"
        stroke="var(--cb-spot)"
        strokeWidth="3"
        strokeDasharray="9 6"
        strokeLinecap="round"
      />
      <text
        x="48"
        y="63"
        textAnchor="middle"
        className="font-serif"
        fontWeight="620"
        fontSize="32"
        fill="var(--cb-on-band)"
      >
        {letters}
      </text>
    </svg>
  );
}

/** Full-screen dark overlay with the animated pocket. */
export function Loader() {
  return (
    <output aria-label={uiTexts.loading} className="fixed inset-0 z-70 grid place-items-center bg-(--cb-loader)">
      <LoaderDrawing />
    </output>
  );
}
