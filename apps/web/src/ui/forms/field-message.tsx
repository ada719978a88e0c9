import { CircleAlert } from 'lucide-react';
import type { FieldMessageProps } from './described-by.ts';

/** Sentence under a field: its error, otherwise its hint. `describedBy` connects it with the field. */
export function FieldMessage({ id, error, hint }: FieldMessageProps) {
  if (error) {
    return (
      <p
        id={`${id}-error`}
        className="flex items-start gap-1.5 text-sm font-medium text-danger [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0"
      >
        <CircleAlert aria-hidden="true" />
        {error}
      </p>
    );
  }
  if (!hint) return null;
  return (
    <p id={`${id}-hint`} className="text-sm text-ink-3">
      {hint}
    </p>
  );
}
