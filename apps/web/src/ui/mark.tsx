import { use } from 'react';
import { MarkLetters } from './mark-letters.ts';

/** The shop's logo, a pocket of 30 × 34. */
export function Mark({ size = 30 }: { readonly size?: number }) {
  const letters = use(MarkLetters);
  return (
    <svg viewBox="0 0 30 34" width={size} height={(size * 34) / 30} className="shrink-0" aria-hidden="true">
      <path d="M1 1H29V25L15 33L1 25Z" fill="var(--cb-accent)" />
      <path
        d="M4 6H26M4 10V23.500L15 29.600L26 23.500V10"
        fill="none"
        stroke="var(--cb-on-accent)"
        strokeWidth="1.2"
        strokeDasharray="2.6 1.800"
        strokeLinecap="round"
      />
      <text
        x="15"
        y="20.500"
        textAnchor="middle"
        className="font-serif"
        fontWeight="650"
        fontSize="10.500"
        letterSpacing="-.2"
        fill="var(--cb-on-accent)"
      >
        {letters}
      </text>
    </svg>
  );
}
