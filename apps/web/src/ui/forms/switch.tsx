import { useId } from 'react';

interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/**
 * A setting that is on or off, with its label at the left and the switch at the right; a tap anywhere toggles it. The
 * switch keeps its size with large text, which needs the room.
 */
export function Switch({ label, hint, on, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="relative flex min-h-13 items-center justify-between gap-[20px]">
      <div>
        <p id={id} className="text-sm font-semibold">
          {label}
        </p>
        {hint && (
          <p id={`${id}-hint`} className="mt-0.5 text-sm text-ink-2">
            {hint}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onClick={() => onChange(!on)}
        className="group inline-flex h-[28px] w-[48px] shrink-0 items-center rounded-2 border border-line-strong bg-sheet p-[3px] transition-colors duration-(--cb-dur-tap) after:absolute after:inset-0 aria-checked:border-accent aria-checked:bg-accent"
      >
        <span
          aria-hidden="true"
          className="size-[20px] rounded-1 bg-line-strong transition-[translate] duration-(--cb-dur-ui) ease-cb group-aria-checked:translate-x-[20px] group-aria-checked:bg-on-accent"
        />
      </button>
    </div>
  );
}
