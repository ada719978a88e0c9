import { CircleAlert } from 'lucide-react';

interface FieldMessageProps {
  /** Id of the field; the message's own id follows from it. */
  readonly id: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** Sentence under a field: what is wrong, else what helps. `describedBy` names it to the field. */
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

/** Attributes that tie a field to its message. */
export function describedBy({ id, error, hint }: FieldMessageProps) {
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  } as const;
}
