import { ApiError } from '../../lib/api/api-error.ts';
import { noAnswerText } from './no-answer.ts';
import { codeTexts } from './account-texts.ts';

export interface CodeQuestion {
  /** Text about the purpose of the code. */
  readonly text: string;
  /** Sends the typed code; a failure is shown at the field, and the code can be sent again. */
  readonly send: (code: string) => Promise<unknown>;
}

/** Checks a code before it is sent. */
export const codeProblems = ({ code }: { readonly code: string }) => ({
  code: code.trim() === '' ? codeTexts.required : undefined,
});

/** Finds the sentence for a refused code; undefined for an accepted one. */
export async function failureOf(answer: Promise<unknown>): Promise<string | undefined> {
  try {
    await answer;
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) return noAnswerText();
    return error.status === 429 ? codeTexts.tooMany : error.detail || noAnswerText();
  }
}
