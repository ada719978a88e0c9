import { uiTexts } from '../texts.ts';

/** The pocket with its running seam, 96 px. */
export function LoaderDrawing() {
  return (
    <svg viewBox="0 0 96 110" width="96" height="110" aria-hidden="true">
      <path d="M4 4H92V80L48 106L4 80Z" fill="#24379b" />
      <path
        className="stitching"
        d="M13 16H83V75L48 95.500L13 75Z"
        fill="none"
        stroke="#f3b287"
        strokeWidth="3"
        strokeDasharray="9 6"
        strokeLinecap="round"
      />
      <text x="48" y="63" textAnchor="middle" className="font-serif" fontWeight="620" fontSize="32" fill="#fffdf8">
        {uiTexts.brandLetters}
      </text>
    </svg>
  );
}

/** Full-screen dark overlay with the pocket. */
export function Loader() {
  return (
    <output aria-label={uiTexts.loading} className="fixed inset-0 z-70 grid place-items-center bg-(--cb-loader)">
      <LoaderDrawing />
    </output>
  );
}
