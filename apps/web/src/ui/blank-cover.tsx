/** Grounds of the house's covers with the ink of their pocket and seam (look §8). */
const palettes = [
  ['#24379b', '#f3b287', '#24379b', '#fffdf8'],
  ['#e6ae35', '#26242b', '#e6ae35', '#1c1b21'],
  ['#b9d3c2', '#1f5041', '#e9a33c', '#1c1b21'],
  ['#5f1a33', '#eaa9a0', '#5f1a33', '#fffdf8'],
  ['#efe2c8', '#bd3b27', '#efe2c8', '#1c1b21'],
] as const;

interface BlankCoverProps {
  readonly seed: string;
  readonly label: string;
  readonly title?: string | undefined;
}

/** Cover of a book that has none yet: an empty pocket in a palette chosen by its id. */
export function BlankCover({ seed, label, title }: BlankCoverProps) {
  const sum = Array.from(seed).reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const [ground, pocket, seam, ink] = palettes[sum % palettes.length] ?? palettes[0];
  const lines = (title ?? '').match(/.{1,16}(?:\s|$)|\S+/g)?.slice(0, 3) ?? [];
  return (
    <svg
      viewBox="0 0 400 600"
      className="block size-full"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d="M0 0H400V600H0Z" fill={ground} />
      <path d="M0 0H9V600H0Z" fill={pocket} opacity=".18" />
      <text y="46" className="font-serif" fontSize="42" fontWeight="580" fill={ink}>
        {lines.map((line) => (
          <tspan key={line} x="34" dy="46">
            {`${line.trim()} `}
          </tspan>
        ))}
      </text>
      <path d="M80 360H320V500L200 556L80 500Z" fill={pocket} />
      <path
        d="M80 380H320M95 398V490L200 539L305 490V398"
        fill="none"
        stroke={seam}
        strokeWidth="3"
        strokeDasharray="12 8"
        strokeLinecap="round"
      />
    </svg>
  );
}
