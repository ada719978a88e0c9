import { createElement } from 'react';
import { CodeDialog } from './second-factor-dialog.tsx';
import type { Tokens } from '@cuentos/contract/auth';
import { confirmFactor, factorLogin } from '@cuentos/contract/second-factor';
import { createRoot } from 'react-dom/client';
import { request } from '../../lib/api/api-client.ts';
import { codeTexts } from './account-texts.ts';
import type { CodeQuestion } from './second-factor-code.ts';

/** Asks for a code of the second factor. @returns whether a code was accepted; false when the person cancelled */
export function askForCode(question: CodeQuestion): Promise<boolean> {
  return new Promise((resolve) => {
    // A React root of its own, since the dialog may open over any screen, also without a router.
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const end = (accepted: boolean) => {
      root.unmount();
      place.remove();
      resolve(accepted);
    };
    root.render(createElement(CodeDialog, { ...question, onEnd: end }));
  });
}

let asking: Promise<boolean> | null = null;

/** Asks for a code of the second factor again; concurrent calls share one dialog. */
export function confirmAgain(): Promise<boolean> {
  asking ??= askForCode({
    text: codeTexts.again,
    send: (code) => request(confirmFactor, { json: { code }, handles: 'all' }),
  }).finally(() => {
    asking = null;
  });
  return asking;
}

/** The second step of a sign-in; null when the person cancelled. */
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
