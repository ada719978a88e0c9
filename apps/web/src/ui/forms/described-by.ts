export interface FieldMessageProps {
  /** Id of the field; the message's own id follows from it. */
  readonly id: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** Attributes that connect a field with its message. */
export function describedBy({ id, error, hint }: FieldMessageProps) {
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  } as const;
}
