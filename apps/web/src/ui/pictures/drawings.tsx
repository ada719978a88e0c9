/* Drawings of the empty states, in the colours of the theme. They are decorative: the sentence beside each has the
   meaning. */

/** Drawing for an empty list: an empty pocket with the dashed outline of its future content. */
export function EmptyPocketDrawing() {
  return (
    <svg viewBox="0 0 220 180" width="220" height="180" aria-hidden="true">
      <rect
        x="74"
        y="14"
        width="72"
        height="100"
        rx="2"
        fill="none"
        stroke="var(--cb-line-strong)"
        strokeWidth="2"
        strokeDasharray="7 5"
      />
      <path d="M40 70H180V138L110 168L40 138Z" fill="var(--cb-band)" />
      <path
        d="M40 82H180M49 92V132L110 158L171 132V92"
        fill="none"
        stroke="var(--cb-spot)"
        strokeWidth="2"
        strokeDasharray="7 5"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Drawing for a lost connection: a cut thread. */
export function CutThreadDrawing() {
  return (
    <svg viewBox="0 0 220 170" width="220" height="170" aria-hidden="true">
      <path d="M20 66H104V118L62 138L20 118Z" fill="var(--cb-band)" />
      <path
        d="M20 76H104M27 84V113L62 130L97 113V84"
        fill="none"
        stroke="var(--cb-spot)"
        strokeWidth="2"
        strokeDasharray="6 5"
      />
      <path
        d="M62 66C62 20 96 18 118 44"
        fill="none"
        stroke="var(--cb-accent)"
        strokeWidth="2.500"
        strokeDasharray="8 6"
        strokeLinecap="round"
      />
      <path
        d="M150 66C158 96 178 90 200 74"
        fill="none"
        stroke="var(--cb-line-strong)"
        strokeWidth="2.500"
        strokeDasharray="8 6"
        strokeLinecap="round"
      />
      <path d="M124 40l6-12M134 50l12-4M128 58l2 12" stroke="var(--cb-ink-3)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

/** Drawing for a refused page: a closed, buttoned pocket. */
export function ClosedPocketDrawing() {
  return (
    <svg viewBox="0 0 220 180" width="220" height="180" aria-hidden="true">
      <path d="M40 54H180V138L110 168L40 138Z" fill="var(--cb-band)" />
      <path
        d="M49 86V132L110 158L171 132V86"
        fill="none"
        stroke="var(--cb-spot)"
        strokeWidth="2"
        strokeDasharray="7 5"
        strokeLinecap="round"
      />
      <path d="M34 44H186V66L110 108L34 66Z" fill="var(--cb-band-deep)" />
      <path
        d="M41 52V63L110 100L179 63V52"
        fill="none"
        stroke="var(--cb-spot)"
        strokeWidth="2"
        strokeDasharray="7 5"
        strokeLinecap="round"
      />
      <circle cx="110" cy="82" r="12" fill="var(--cb-spot)" />
      <circle cx="110" cy="82" r="8" fill="none" stroke="var(--cb-band-deep)" strokeWidth="1.500" />
      <g fill="var(--cb-band-deep)">
        <circle cx="107.500" cy="79.500" r="1.500" />
        <circle cx="112.500" cy="79.500" r="1.500" />
        <circle cx="107.500" cy="84.500" r="1.500" />
        <circle cx="112.500" cy="84.500" r="1.500" />
      </g>
    </svg>
  );
}

/** Drawing for a missing page: a torn seam with its thread and needle. */
export function TornSeamDrawing() {
  return (
    <svg viewBox="0 0 260 150" width="260" height="150" aria-hidden="true">
      <path d="M30 40H118V112L74 132L30 112Z" fill="var(--cb-band)" />
      <path
        d="M38 60V107L74 123L110 107V60"
        fill="none"
        stroke="var(--cb-spot)"
        strokeWidth="2"
        strokeDasharray="7 5"
        strokeLinecap="round"
      />
      <path
        d="M30 50H84"
        fill="none"
        stroke="var(--cb-spot)"
        strokeWidth="2"
        strokeDasharray="7 5"
        strokeLinecap="round"
      />
      <path
        d="M84 50C120 50 120 18 152 24S178 84 214 70"
        fill="none"
        stroke="var(--cb-accent)"
        strokeWidth="2.500"
        strokeDasharray="8 6"
        strokeLinecap="round"
      />
      <path d="M210 72l34-12" stroke="var(--cb-ink)" strokeWidth="3.500" strokeLinecap="round" />
      <circle cx="213.500" cy="70.700" r="1.400" fill="var(--cb-paper)" />
    </svg>
  );
}
