/** Reading or loading progress drawn as a seam, with its text at the right. */
export function ProgressBar({
  percent,
  label,
  name,
}: {
  readonly percent: number;
  readonly label: string;
  readonly name: string;
}) {
  return (
    <div className="figures grid grid-cols-[1fr_auto] items-center gap-3 text-xs leading-none text-ink-3">
      <svg aria-hidden="true" width="100%" height="4" className="block overflow-hidden">
        <line x1="0" y1="2" x2="100%" y2="2" stroke="var(--cb-line-strong)" strokeWidth="4" strokeDasharray="8 5" />
        <line
          x1="0"
          y1="2"
          x2={`${Math.min(100, Math.max(0, percent))}%`}
          y2="2"
          stroke="var(--cb-accent)"
          strokeWidth="4"
          strokeDasharray="8 5"
        />
      </svg>
      <span>{label}</span>
      <progress className="sr-only" aria-label={name} value={Math.floor(percent)} max={100} />
    </div>
  );
}
