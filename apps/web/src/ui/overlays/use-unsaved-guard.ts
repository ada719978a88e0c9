import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ask } from './confirm.ts';
import { isLeftUnasked } from './leave-unasked.ts';
import { formTexts as t } from './texts.ts';

/**
 * Loss of the form's values when the user leaves: all are lost, none because the device keeps them, or secrets only.
 */
type Loss = 'all' | 'none' | 'secrets';

const losses: Readonly<Record<Loss, string>> = { all: t.unsavedText, none: t.keptText, secrets: t.partlyKeptText };

/**
 * Asks before a form with unsaved changes is left: by the dialog's own button, to another page, or with the tab when
 * values would be lost. Does not ask at the end of a session.
 */
export function useUnsavedGuard(dirty: boolean, loss: Loss = 'all'): (leave: () => void) => Promise<void> {
  const blocker = useBlocker(() => dirty && !isLeftUnasked());
  const isLost = dirty && loss !== 'none';
  // Loads the dialog ahead, because the connection may be gone when it is needed.
  useEffect(() => void import('./confirm-dialog.tsx').catch(() => {}), []);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void ask(questionOf(loss)).then((yes) => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker, loss]);
  useEffect(() => {
    if (!isLost) return undefined;
    const hold = (event: BeforeUnloadEvent) => {
      if (!isLeftUnasked()) event.preventDefault();
    };
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [isLost]);
  return async (leave) => {
    if (!dirty || (await ask(questionOf(loss)))) leave();
  };
}

const questionOf = (loss: Loss) => ({
  title: t.unsavedTitle,
  message: losses[loss],
  confirm: t.leave,
  cancel: t.stay,
});
