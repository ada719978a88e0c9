import { type ChangeEvent, useState } from 'react';

type Name<Values> = keyof Values & string;

/** Fault of each field; undefined or absent where there is none. */
export type Problems<Values> = { readonly [Field in Name<Values>]?: string | undefined };

/** Fields that are written in. */
type TextName<Values> = { [Field in Name<Values>]: Values[Field] extends string ? Field : never }[Name<Values>];

const isSound = (problems: Readonly<Record<string, string | undefined>>) =>
  Object.values(problems).every((problem) => problem === undefined);

function goToFirst(problems: Readonly<Record<string, string | undefined>>, form: EventTarget | null): void {
  const wrong = Object.entries(problems).find(([, problem]) => problem !== undefined);
  const field = wrong && form instanceof HTMLFormElement ? form.elements.namedItem(wrong[0]) : null;
  if (field instanceof HTMLElement) field.focus();
}

/**
 * A form outside of the working area (docs/decisions/068-a-form.md): its values, and what is wrong with them. A problem
 * shows on leaving the field or on submit, clears while typing, and what the server refuses is shown the same way.
 * `useTask` beside it says that it is being sent.
 * @param problemsOf returns the faults of these values, in the order of the fields
 */
export function useFields<Values extends object>(begin: Values, problemsOf: (values: Values) => Problems<Values>) {
  const [values, setValues] = useState(begin);
  const [shownProblems, setShownProblems] = useState<Problems<Values>>({});
  const [incomplete, setIncomplete] = useState(false);

  /** Puts values into fields, whose problems are gone until they are looked at again. */
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
  /** Shows what is wrong with one field; true when nothing is. */
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
    /** Shows what was found wrong after sending and goes to the first field of it; with nothing, nothing is wrong any more. */
    show: (problems: Problems<Values>, form: EventTarget | null = null) => {
      setShownProblems(problems);
      goToFirst(problems, form);
    },
    /** It was sent while something was wrong, and nothing was changed since. */
    incomplete,
    /** No field has a problem, visible or not. */
    valid: isSound(problemsOf(values)),
    /** Shows every problem and goes to the first field that has one; true when there is none. */
    validate: (form: EventTarget | null): boolean => {
      const problems = problemsOf(values);
      setShownProblems(problems);
      setIncomplete(!isSound(problems));
      goToFirst(problems, form);
      return isSound(problems);
    },
  };
}
