import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../lib/api/api-error.ts';
import { SESSION_OVER_TEXT } from '../../lib/api/texts.ts';
import { useHasSession } from '../../lib/api/session.ts';

/**
 * Writes the server's sentences at the fields they are about and goes to the first.
 * @param names the form's fields by the server's names, where these differ.
 * @returns whether there was any: without one the caller says what went wrong.
 */
export function showServerFields<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  error: unknown,
  names: Readonly<Record<string, Path<Values>>> = {},
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = Object.keys(form.getValues());
  const problems = Object.entries(error.fields).flatMap(([field, message]) => {
    const root = field.split('.')[0] ?? field;
    const name = names[field] ?? names[root] ?? (known.includes(root) ? (root as Path<Values>) : null);
    return name ? [{ name, message }] : [];
  });
  for (const [at, { name, message }] of problems.entries()) {
    form.setError(name, { type: 'server', message }, { shouldFocus: at === 0 });
  }
  return problems.length > 0;
}

/** What a form says whose session ended: other tabs share theirs, so that nothing written is lost. */
export function useSessionNotice(): string | undefined {
  return useHasSession() ? undefined : SESSION_OVER_TEXT;
}
