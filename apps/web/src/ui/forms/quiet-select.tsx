import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

interface QuietSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the select takes the remaining width of its row. */
  readonly grows?: boolean;
  readonly children: ReactNode;
}

/**
 * Native select without a border, for a row of controls; its label is visible to screen readers and as a tooltip only.
 */
export function QuietSelect({ label, value, onChange, grows = false, children }: QuietSelectProps) {
  return (
    <span className={`relative min-w-0 ${grows ? 'max-w-[15rem] flex-1' : 'shrink-0'}`}>
      <select
        aria-label={label}
        title={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="figures min-h-11 w-full appearance-none truncate rounded-2 bg-transparent py-2 pr-5 pl-1 text-base md:pr-7 md:pl-2 hover:bg-sunken"
      >
        {children}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-3.5 right-0.5 size-4 md:right-1.5" />
    </span>
  );
}
