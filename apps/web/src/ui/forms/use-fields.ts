import { type ChangeEvent, useState } from 'react';

type Name<Values> = keyof Values & string;

/** Fault of each field; undefined or absent where there is none. */
export type Problems<Values> = { readonly [Field in Name<Values>]?: string | undefined };

/** Names of the text fields. */
type TextName<Values> = { [Field in Name<Values>]: Values[Field] extends string ? Field : never }[Name<Values>];

const isSound = (problems: Readonly<Record<string, string | undefined>>) =>
  Object.values(problems).every((problem) => problem === undefined);

function goToFirst(problems: Readonly<Record<string, string | undefined>>, form: EventTarget | null): void {
  const wrong = Object.entries(problems).find(([, problem]) => problem !== undefined);
  const field = wrong && form instanceof HTMLFormElement ? form.elements.namedItem(wrong[0]) : null;
  if (field instanceof HTMLElement) field.focus();
}

/**
 * State of a form outside the working area (docs/decisions/068-a-form.md): its values and their errors. An error shows
 * when the field loses the focus or on submit, and clears while typing; errors from the server are shown in the same
 * way. `useTask` tells whether the form is being sent.
 * @param problemsOf returns the errors of these values, in the order of the fields
 */
export function useFields<Values extends object>(begin: Values, problemsOf: (values: Values) => Problems<Values>) {
  const [values, setValues] = useState(begin);
  const [shownProblems, setShownProblems] = useState<Problems<Values>>({});
  const [incomplete, setIncomplete] = useState(false);

  /** Sets the values of fields and hides their errors until the next check. */
  const put = (changes: Partial<Values>) => {
    setValues((current) => ({ ...current, ...changes }));
    setShownProblems((current) => ({
      ...current,
      ...Object.fromEntries(Object.keys(changes).map((name) => [name, undefined])),
    }));
    setIncomplete(false);
  };
  const change = <Field extends Name<Values>>(name: Field, value: Values[Field]) =>
    put({ [name]: value } as unknown as Partial<Values>);
  /** Shows the error of one field; true when it has none. */
  const check = (name: Name<Values>): boolean => {
    const problem = problemsOf(values)[name];
    setShownProblems((current) => ({ ...current, [name]: problem }));
    return problem === undefined;
  };

  return {
    values,
    /** Messages shown at the fields now. */
    problems: shownProblems,
    put,
    change,
    check,
    /** Props of the field's input. */
    field: (name: TextName<Values>) => ({
      name,
      value: values[name] as string,
      error: shownProblems[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        put({ [name]: event.target.value } as unknown as Partial<Values>),
      onBlur: () => values[name] !== '' && check(name),
    }),
    /** Shows errors found after sending and focuses the first field with one; an empty object clears all errors. */
    show: (problems: Problems<Values>, form: EventTarget | null = null) => {
      setShownProblems(problems);
      goToFirst(problems, form);
    },
    /** Whether the form was submitted with errors and has not changed since. */
    incomplete,
    /** Whether no field has an error, shown or not. */
    valid: isSound(problemsOf(values)),
    /** Shows every error and focuses the first field with one; true when there is none. */
    validate: (form: EventTarget | null): boolean => {
      const problems = problemsOf(values);
      setShownProblems(problems);
      setIncomplete(!isSound(problems));
      goToFirst(problems, form);
      return isSound(problems);
    },
  };
}
