import { limits } from '@cuentos/contract/limits';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { type ChangeEvent, useState } from 'react';
import { authTexts as t } from './texts.ts';

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

// By hand, not with the contract's schemas: these two screens are on the public path, where zod has no place. The server checks again with the schemas.

export function emailProblem(email: string): string | undefined {
  const trimmed = email.trim();
  if (trimmed === '') return t.emailRequired;
  return EMAIL.test(trimmed) && trimmed.length <= limits.emailMax ? undefined : t.emailInvalid;
}

export function nameProblem(name: string): string | undefined {
  const length = graphemeCount(name.trim());
  if (length === 0) return t.nameRequired;
  return length < limits.nameMin ? t.nameShort : undefined;
}

export function newPasswordProblem(password: string): string | undefined {
  const length = graphemeCount(password.normalize('NFC'));
  if (length === 0) return t.passwordRequired;
  if (length < limits.passwordMin) return t.passwordShort;
  return length > limits.passwordMax ? t.passwordLong : undefined;
}

export function confirmationProblem(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return t.confirmRequired;
  return password.normalize('NFC') === confirmation.normalize('NFC') ? undefined : t.confirmDiffers;
}

type Problems<Name extends string> = Partial<Record<Name, string | undefined>>;

/**
 * Values and errors of a small form: an error shows on leaving the field or on submit, and clears while typing.
 */
export function useFields<Name extends string>(
  initial: Record<Name, string>,
  problemsOf: (values: Record<Name, string>) => Problems<Name>,
) {
  const [values, setValues] = useState(initial);
  const [shownProblems, setShownProblems] = useState<Problems<Name>>({});
  const [incomplete, setIncomplete] = useState(false);

  const change = (name: Name, value: string) => {
    setValues((current) => ({ ...current, [name]: value }));
    setShownProblems((current) => ({ ...current, [name]: undefined }));
    setIncomplete(false);
  };
  const isSound = (problems: Problems<Name>) => Object.values(problems).every((problem) => problem === undefined);
  const goToFirst = (problems: Problems<Name>, form: EventTarget) => {
    const wrong = Object.entries(problems).find(([, problem]) => problem !== undefined);
    const field = wrong && form instanceof HTMLFormElement ? form.elements.namedItem(wrong[0]) : null;
    if (field instanceof HTMLElement) field.focus();
  };
  /** Shows what is wrong with one field; true when nothing is. */
  const check = (name: Name): boolean => {
    const problem = problemsOf(values)[name];
    setShownProblems((current) => ({ ...current, [name]: problem }));
    return problem === undefined;
  };

  return {
    values,
    change,
    check,
    /** Props of the field's input. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: shownProblems[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change(name, event.target.value),
      onBlur: () => values[name] !== '' && check(name),
    }),
    /** Shows what was found wrong after sending and goes to the first field of it. */
    show: (problems: Problems<Name>, form: EventTarget) => {
      setShownProblems(problems);
      goToFirst(problems, form);
    },
    /** It was sent while something was wrong, and nothing was changed since. */
    incomplete,
    /** Nothing is wrong, shown or not. */
    valid: isSound(problemsOf(values)),
    /** Shows every error and goes to the first field that has one; true when there is none. */
    validate: (form: EventTarget): boolean => {
      const problems = problemsOf(values);
      setShownProblems(problems);
      setIncomplete(!isSound(problems));
      goToFirst(problems, form);
      return isSound(problems);
    },
  };
}
