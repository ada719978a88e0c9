import { useId } from 'react';

/** One of several values, with a line that explains it. */
export interface Choice<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly hint?: string;
}

interface ChoicesProps<Id extends string> {
  readonly title: string;
  readonly text: string;
  readonly choices: readonly Choice<Id>[];
  readonly value: Id;
  readonly onChange: (value: Id) => void;
}

/** A titled part of a form with a choice of one. */
export function Choices<Id extends string>({ title, text, choices, value, onChange }: ChoicesProps<Id>) {
  const name = useId();
  return (
    <fieldset className="border-t border-line py-7">
      <legend className="type-1 float-left font-[560] mb-3 w-full font-serif">{title}</legend>
      <p className="clear-both mb-3 max-w-[62ch] text-sm text-ink-2">{text}</p>
      {choices.map(({ id, label, hint }) => (
        <label key={id} className="clear-both flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="radio"
            name={name}
            checked={id === value}
            onChange={() => onChange(id)}
            className="mt-0.5 size-5 shrink-0 accent-(--cb-accent)"
          />
          <span>
            {label}
            {hint && <span className="block text-xs text-ink-3">{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
