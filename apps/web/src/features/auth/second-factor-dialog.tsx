import type { Tokens } from '@cuentos/contract/auth';
import { confirmFactor, factorLogin } from '@cuentos/contract/second-factor';
import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { request } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { noAnswerText } from './no-answer.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { codeTexts } from './account-texts.ts';

interface CodeQuestion {
  /** What the code is for. */
  readonly text: string;
  /** Sends what was typed; a failure is said at the field, and it can be tried again. */
  readonly send: (code: string) => Promise<unknown>;
}

/** Asks for a code of the second factor. @returns whether one was accepted; false when the person gave up. */
export function askForCode(question: CodeQuestion): Promise<boolean> {
  return new Promise((resolve) => {
    // A root of its own: it is asked for beside any screen, those without a router too.
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const end = (accepted: boolean) => {
      root.unmount();
      place.remove();
      resolve(accepted);
    };
    root.render(<CodeDialog {...question} onEnd={end} />);
  });
}

let asking: Promise<boolean> | null = null;

/** Shows the server once more who is there; calls that ask at once share one dialog. */
export function confirmAgain(): Promise<boolean> {
  asking ??= askForCode({
    text: codeTexts.again,
    send: (code) => request(confirmFactor, { json: { code }, handles: 'all' }),
  }).finally(() => {
    asking = null;
  });
  return asking;
}

/** The second step of a sign-in; null when the person gave up. */
export async function enterWithCode(challenge: string): Promise<Tokens | null> {
  let tokens: Tokens | null = null;
  await askForCode({
    text: codeTexts.signIn,
    send: async (code) => {
      tokens = await request(factorLogin, { json: { challenge, code }, handles: 'all' });
    },
  });
  return tokens;
}

function CodeDialog({ text, send, onEnd }: CodeQuestion & { readonly onEnd: (accepted: boolean) => void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { busy, run } = useTask();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('code');
    void run(async () => {
      const problem = code.trim() === '' ? codeTexts.required : await failureOf(send(code.trim()));
      if (problem === undefined) return onEnd(true);
      setError(problem);
      if (field instanceof HTMLInputElement) field.focus();
    });
  };
  return (
    <Dialog open label={codeTexts.title} closable={false} onClose={() => onEnd(false)}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <div>
          <h2 className="type-1">{codeTexts.title}</h2>
          <p className="mt-2 text-ink-2">{text}</p>
        </div>
        <CodeField
          value={code}
          error={error}
          onChange={(value) => {
            setCode(value);
            setError(undefined);
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onEnd(false)}>{codeTexts.cancel}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {codeTexts.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface CodeFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Takes six digits or a recovery code. */
export function CodeField({ value, error, onChange }: CodeFieldProps) {
  return (
    <TextField
      label={codeTexts.label}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** What is said when a code was not accepted; undefined when it was. */
export async function failureOf(answer: Promise<unknown>): Promise<string | undefined> {
  try {
    await answer;
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) return noAnswerText();
    return error.status === 429 ? codeTexts.tooMany : error.detail || noAnswerText();
  }
}
