import type { ReactNode } from 'react';

/** A control with its name above; the name is read with the control. */
export function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <p aria-hidden="true" className="mb-2 text-[0.8125rem] leading-[1.1rem] font-semibold text-(--rd-muted)">
        {label}
      </p>
      {children}
    </div>
  );
}

/** Frame and fields of a row of which one is chosen. */
export const segments = 'figures grid min-w-0 overflow-hidden rounded-2 border border-(--rd-muted)';
export const segment =
  'min-h-[46px] border-l border-(--rd-line) text-[0.9375rem] font-semibold first:border-l-0 disabled:text-(--rd-muted) aria-pressed:bg-(--rd-text) aria-pressed:text-(--rd-chrome) focus-visible:[box-shadow:inset_0_0_0_2px_var(--rd-text),inset_0_0_0_4px_var(--rd-chrome)]';

const columns = { 2: 'grid-cols-2', 3: 'grid-cols-3', 4: 'grid-cols-4' } as const;

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few, side by side. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const count = Math.min(4, Math.max(2, options.length)) as keyof typeof columns;
  return (
    <Labelled label={label}>
      <fieldset aria-label={label} className={`${segments} ${columns[count]}`}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
            className={segment}
          >
            {option.label}
          </button>
        ))}
      </fieldset>
    </Labelled>
  );
}
