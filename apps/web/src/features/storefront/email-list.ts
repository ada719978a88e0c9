import { signUpTexts as t } from './sign-up-texts.ts';

/** Text, @, text, dot, text, no spaces. */
const SIMPLE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is wrong with an address for the list; null when nothing. */
export function emailListProblem(email: string): string | null {
  if (email === '') return t.emailEmpty;
  return SIMPLE_EMAIL.test(email) ? null : t.emailInvalid;
}
